use super::*;

#[test]
fn sessions_are_dealt_in_turn_the_last_node_first() {
    let levers = ClusterLevers { nodes: 3, ..ClusterLevers::default() };
    let count = |homes: &[usize], node| homes.iter().filter(|&&home| home == node).count();
    let dealt = homes(&levers, 10);
    assert_eq!([0, 1, 2].map(|node| count(&dealt, node)), [3, 3, 4]);
    let one = homes(&ClusterLevers { service_nodes: 1, ..levers }, 10);
    assert!(one.iter().all(|&home| home == 0));
    let uneven = homes(&ClusterLevers { session_spread: 4.0, ..levers }, 70);
    assert_eq!([0, 1, 2].map(|node| count(&uneven, node)), [40, 20, 10]);
}

#[test]
fn a_spread_keeps_the_mean() {
    assert!((spread(4.0, 0, 3) - 2.0).abs() < 1e-12);
    assert!((spread(4.0, 1, 3) - 1.0).abs() < 1e-12);
    assert!((spread(4.0, 2, 3) - 0.5).abs() < 1e-12);
    assert!((spread(4.0, 0, 1) - 1.0).abs() < 1e-12);
}
