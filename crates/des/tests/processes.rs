//! What processes may rely on: order, slices, stops, lines and their manners.

use des::random::Streams;
use des::{
    Container, Handle, Instant, PreemptiveResource, Progress, Resource, Signal, Simulation, Span,
    Store, Wake,
};
use std::cell::RefCell;
use std::rc::Rc;

type Log = Rc<RefCell<Vec<(u64, String)>>>;

fn secs(secs: u64) -> Span {
    Span::from_secs(secs)
}

fn note(log: &Log, h: &Handle, what: impl Into<String>) {
    log.borrow_mut().push((h.now().as_nanos() / 1_000_000_000, what.into()));
}

fn lines(log: &Log) -> Vec<(u64, String)> {
    log.borrow().clone()
}

fn expect(log: &Log, expected: &[(u64, &str)]) {
    let expected: Vec<_> = expected.iter().map(|&(t, s)| (t, s.to_string())).collect();
    assert_eq!(lines(log), expected);
}

/// A busy little world with ties, timeouts, preemption and processes that come and go.
fn busy_world(log: &Log) -> Simulation {
    let mut sim = Simulation::new();
    let h = sim.handle();
    let desk = Rc::new(Resource::new(&h, 2));
    let press = Rc::new(PreemptiveResource::new(&h, 1));
    let mail = Rc::new(Store::with_capacity(&h, 3));
    for id in 0..12_u64 {
        let (h, log, desk) = (h.clone(), log.clone(), desk.clone());
        let (press, mail) = (press.clone(), mail.clone());
        let mut random = Streams::new(5).stream_for("worker", id);
        sim.spawn("worker", async move {
            for round in 0..30 {
                h.sleep(secs(random.below(4))).await;
                if desk.request_within(secs(random.below(3))).await {
                    h.sleep(secs(1)).await;
                    desk.release();
                    note(&log, &h, format!("{id} desk"));
                }
                press.serve(random.below(3) as i32, secs(random.below(3))).await;
                if id % 2 == 0 {
                    mail.put((id, round)).await;
                } else {
                    let item = mail.get_within(secs(2)).await;
                    note(&log, &h, format!("{id} mail {item:?}"));
                }
                let (handle, log) = (h.clone(), log.clone());
                h.spawn("helper", async move {
                    handle.sleep(secs(2)).await;
                    note(&log, &handle, format!("{id} helped in {:?}", handle.current()));
                });
            }
        });
    }
    sim
}

#[test]
fn slices_change_nothing() {
    let whole = Log::default();
    let mut sim = busy_world(&whole);
    assert_eq!(sim.run(), Progress::Finished);
    assert!(whole.borrow().len() > 400);
    let (events, end) = (sim.events(), sim.now());

    for budget in [1, 2, 7, 1_000] {
        let sliced = Log::default();
        let mut sim = busy_world(&sliced);
        while sim.advance(budget) == Progress::Running {}
        assert_eq!((sim.events(), sim.now()), (events, end));
        assert_eq!(lines(&sliced), lines(&whole));
    }
    let sliced = Log::default();
    let mut sim = busy_world(&sliced);
    let mut until = Instant::ZERO;
    while sim.run_until(until) == Progress::Running {
        assert_eq!(sim.now(), until);
        until += Span::from_millis(700);
    }
    assert_eq!((sim.events(), lines(&sliced)), (events, lines(&whole)));
}

#[test]
fn a_stopped_run_goes_on_where_it_was() {
    let mut sim = Simulation::new();
    let h = sim.handle();
    sim.spawn("clock", async move {
        for second in 1..=3 {
            h.sleep(secs(1)).await;
            if second == 2 {
                h.stop();
            }
        }
    });
    assert_eq!(sim.run(), Progress::Stopped);
    assert_eq!((sim.now(), sim.events()), (Instant::ZERO + secs(2), 3));
    assert_eq!(sim.run(), Progress::Finished);
    assert_eq!(sim.now(), Instant::ZERO + secs(3));
    sim.stop();
    assert_eq!(sim.advance(10), Progress::Stopped);
}

#[test]
fn lines_serve_by_priority_then_arrival_and_let_the_impatient_go() {
    let (mut sim, log) = (Simulation::new(), Log::default());
    let h = sim.handle();
    let clerk = Rc::new(Resource::new(&h, 1));
    for (name, arrival, priority) in
        [("first", 0, 0), ("low", 1, 5), ("high", 2, -1), ("high too", 3, -1), ("plain", 3, 0)]
    {
        let (h, clerk, log) = (h.clone(), clerk.clone(), log.clone());
        sim.spawn(name, async move {
            h.sleep(secs(arrival)).await;
            clerk.request_with(priority).await;
            note(&log, &h, name);
            h.sleep(secs(10)).await;
            clerk.release();
        });
    }
    let (h, hasty, hasty_log) = (h.clone(), clerk.clone(), log.clone());
    sim.spawn("impatient", async move {
        h.sleep(secs(1)).await;
        assert!(!hasty.request_within(secs(4)).await);
        note(&hasty_log, &h, "gone");
    });
    sim.run_until(Instant::ZERO + secs(6));
    assert_eq!((clerk.in_use(), clerk.waiting()), (1, 4));
    sim.run();
    let expected =
        [(0, "first"), (5, "gone"), (10, "high"), (20, "high too"), (30, "plain"), (40, "low")];
    expect(&log, &expected);
    assert_eq!(clerk.in_use(), 0);
}

#[test]
fn preemption_takes_from_the_least_important() {
    let (mut sim, log) = (Simulation::new(), Log::default());
    let h = sim.handle();
    let cpus = Rc::new(PreemptiveResource::new(&h, 2));
    for (name, arrival, priority) in
        [("a", 0, 3), ("b", 0, 2), ("c", 4, 1), ("d", 4, 3), ("e", 5, 1)]
    {
        let (h, cpus, log) = (h.clone(), cpus.clone(), log.clone());
        sim.spawn(name, async move {
            h.sleep(secs(arrival)).await;
            cpus.serve(priority, secs(10)).await;
            note(&log, &h, name);
        });
    }
    sim.run();
    // c takes a's unit at 4, where d comes before a is back in the line; e takes b's at 5.
    expect(&log, &[(14, "c"), (15, "e"), (19, "b"), (25, "d"), (25, "a")]);
    assert_eq!((cpus.in_use(), cpus.waiting()), (0, 0));
}

#[test]
fn a_full_store_holds_putters_back() {
    let (mut sim, log) = (Simulation::new(), Log::default());
    let h = sim.handle();
    let shelf = Rc::new(Store::with_capacity(&h, 1));
    let (handle, store, noted) = (h.clone(), shelf.clone(), log.clone());
    sim.spawn("baker", async move {
        for loaf in 0..3 {
            store.put(loaf).await;
            note(&noted, &handle, format!("put {loaf}"));
        }
    });
    let (store, noted) = (shelf.clone(), log.clone());
    sim.spawn("buyer", async move {
        for _ in 0..2 {
            h.sleep(secs(5)).await;
            note(&noted, &h, format!("got {}", store.get().await));
        }
        assert_eq!(store.try_get(), Some(2));
        assert_eq!(store.get_within(secs(1)).await, None);
    });
    sim.run();
    expect(&log, &[(0, "put 0"), (5, "got 0"), (5, "put 1"), (10, "got 1"), (10, "put 2")]);
    assert!(shelf.is_empty());
}

#[test]
fn a_container_serves_the_heads_of_both_lines() {
    let (mut sim, log) = (Simulation::new(), Log::default());
    let h = sim.handle();
    let tank = Rc::new(Container::new(&h, 100, 20));
    for (name, arrival, amount) in [("big", 0, 60), ("small", 1, 5)] {
        let (h, tank, log) = (h.clone(), tank.clone(), log.clone());
        sim.spawn(name, async move {
            h.sleep(secs(arrival)).await;
            tank.get(amount).await;
            note(&log, &h, name);
        });
    }
    let (h, filled, noted) = (h.clone(), tank.clone(), log.clone());
    sim.spawn("tanker", async move {
        h.sleep(secs(3)).await;
        filled.put(80).await;
        filled.put(70).await;
        note(&noted, &h, "full");
    });
    sim.run_until(Instant::ZERO + secs(9));
    assert_eq!(tank.level(), 35);
    expect(&log, &[(3, "big"), (3, "small")]);
}

#[test]
fn signals_reach_who_waits_in_order() {
    let (mut sim, log) = (Simulation::new(), Log::default());
    let h = sim.handle();
    let bell = Rc::new(Signal::new(&h));
    for name in ["a", "b", "c"] {
        let (h, bell, log) = (h.clone(), bell.clone(), log.clone());
        sim.spawn(name, async move {
            bell.wait().await;
            note(&log, &h, name);
            let again = bell.wait_within(secs(4)).await;
            note(&log, &h, format!("{name} {again}"));
        });
    }
    sim.spawn("bell", async move {
        h.sleep(secs(1)).await;
        assert_eq!(bell.notify_all(), 3);
        h.sleep(secs(1)).await;
        assert!(bell.notify_one());
    });
    sim.run();
    let expected = [(1, "a"), (1, "b"), (1, "c"), (2, "a true"), (5, "b false"), (5, "c false")];
    expect(&log, &expected);
}

#[test]
fn wake_ups_can_be_sent_ahead() {
    let mut sim = Simulation::new();
    let h = sim.handle();
    let sleeper = sim.spawn("sleeper", async move {
        h.park().await;
        assert_eq!(h.now(), Instant::ZERO + secs(3));
        assert_eq!(h.park_for(secs(9)).await, Wake::Posted);
        assert_eq!(h.now(), Instant::ZERO + secs(7));
        h.park().await;
        assert_eq!(h.now(), Instant::ZERO + secs(8));
    });
    let h = sim.handle();
    sim.spawn("poster", async move {
        h.sleep(secs(1)).await;
        h.wake_after(sleeper, secs(2));
        h.post_after(sleeper, secs(6));
        h.post_after(sleeper, secs(7));
    });
    assert_eq!(sim.run(), Progress::Finished);
    assert_eq!(sim.now(), Instant::ZERO + secs(8));
}

#[test]
fn what_is_woken_stands_behind_what_was_due_before() {
    let (mut sim, log) = (Simulation::new(), Log::default());
    let h = sim.handle();
    let (handle, noted) = (h.clone(), log.clone());
    let woken = sim.spawn("woken", async move {
        handle.park().await;
        note(&noted, &handle, "woken");
    });
    for name in ["first", "second"] {
        let (h, log) = (h.clone(), log.clone());
        sim.spawn(name, async move {
            h.sleep(secs(1)).await;
            note(&log, &h, name);
            if name == "first" {
                h.wake(woken);
                h.sleep(Span::ZERO).await;
                note(&log, &h, "first again");
            }
        });
    }
    sim.run();
    expect(&log, &[(1, "first"), (1, "second"), (1, "woken"), (1, "first again")]);
}

#[test]
#[should_panic(expected = "was woken while it was not parked")]
fn waking_who_is_not_parked_is_a_bug() {
    let mut sim = Simulation::new();
    let h = sim.handle();
    let sleeper = sim.spawn("sleeper", async move { h.sleep(secs(5)).await });
    let h = sim.handle();
    sim.spawn("disturber", async move { h.wake(sleeper) });
    sim.run();
}

#[test]
fn the_dump_says_what_everyone_is_doing() {
    let mut sim = Simulation::new();
    let h = sim.handle();
    sim.spawn("sleeper", async move { h.sleep(secs(5)).await });
    let h = sim.handle();
    sim.spawn("waiter", async move {
        h.sleep(secs(1)).await;
        h.doing("waiting for a letter");
        h.park().await;
    });
    let h = sim.handle();
    sim.spawn("hopeful", async move {
        let _ = h.park_for(secs(4)).await;
    });
    sim.run_until(Instant::ZERO + secs(2));
    let expected = "\
at 2.000000 s
    0 sleeper              asleep until 5.000000 s
    1 waiter               parked since 1.000000 s  waiting for a letter
    2 hopeful              parked since 0 ns until 4.000000 s
";
    assert_eq!(sim.dump(), expected);
}
