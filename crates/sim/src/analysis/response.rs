//! The response time of one queue with several servers, by the approximation that capacity
//! planners use and by Erlang's formula.

/// A way to compute the response time from service time, arrival rate and servers.
pub type Response = fn(service: f64, rate: f64, servers: f64) -> Option<f64>;

/// R = S / (1 - (rate S / m)^m), the approximation; none where the servers can't keep up.
///
/// `servers` may be a fraction: the servers that a measured point seems to have.
pub fn approximation(service: f64, rate: f64, servers: f64) -> Option<f64> {
    let utilisation = rate * service / servers;
    (utilisation < 1.0).then(|| service / (1.0 - libm::pow(utilisation, servers)))
}

/// The response time of M/M/m by Erlang's C; none where the servers can't keep up.
pub fn erlang_c(service: f64, rate: f64, servers: f64) -> Option<f64> {
    let offered = rate * service;
    let utilisation = offered / servers;
    if utilisation >= 1.0 {
        return None;
    }
    // Erlang's B by its recursion, then C from B: no factorials.
    let mut blocked = 1.0;
    for server in 1..=libm::round(servers) as u32 {
        blocked = offered * blocked / (f64::from(server) + offered * blocked);
    }
    let waits = blocked / (1.0 - utilisation * (1.0 - blocked));
    Some(service + waits * service / (servers * (1.0 - utilisation)))
}

/// The servers with which the approximation goes through a measured point, by bisection; none
/// where no number of them does.
pub fn effective_servers(service: f64, rate: f64, response: f64) -> Option<f64> {
    if response <= service {
        return None;
    }
    // Just enough servers wait for ever, many never: the response time falls in between.
    let offered = rate * service;
    let (mut few, mut many) = (offered * (1.0 + 1e-12), offered + 10_000.0);
    for _ in 0..200 {
        let middle = 0.5 * (few + many);
        match approximation(service, rate, middle) {
            Some(time) if time < response => many = middle,
            _ => few = middle,
        }
    }
    Some(0.5 * (few + many))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_servers_at_eighty_percent() {
        let rounded = |time: Option<f64>| libm::round(time.unwrap() * 1_000.0) / 1_000.0;
        assert_eq!(rounded(approximation(1.0, 3.2, 4.0)), 1.694);
        assert_eq!(rounded(erlang_c(1.0, 3.2, 4.0)), 1.746);
        assert_eq!(approximation(1.0, 4.0, 4.0), None);
        assert_eq!(erlang_c(1.0, 5.0, 4.0), None);
    }

    #[test]
    fn one_server_is_the_textbook_queue() {
        for response in [approximation as Response, erlang_c] {
            assert!((response(2.0, 0.25, 1.0).unwrap() - 4.0).abs() < 1e-12);
        }
    }

    #[test]
    fn the_curve_goes_through_the_measured_point() {
        let servers = effective_servers(1.0, 3.2, 1.7).unwrap();
        assert!((approximation(1.0, 3.2, servers).unwrap() - 1.7).abs() < 1e-6);
        assert_eq!(effective_servers(1.0, 3.2, 0.9), None);
    }
}
