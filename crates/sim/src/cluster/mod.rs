//! Several instances on one database: who holds which block, and how blocks travel.
//!
//! One kernel clock drives all hosts. Segments are common to the instances; buffers, latches,
//! sequence caches and books belong to each. Process numbers are those of the whole cluster.

mod active_sessions;
mod global_cache;
mod request;
mod served;

pub use active_sessions::ActiveSessions;
pub use global_cache::{Admission, Mode};
pub use request::Request;
pub use served::{BlockServer, Delays, LATENCY_BANDS, Sent};

use crate::catalogue::{Event, Kind, levers};
use crate::host::{Cpu, Pid};
use crate::instance::{CarryOver, Instance, Redo};
use crate::ledger::{Ledger, ObjectId};
use crate::scenario::Config;
use des::random::Streams;
use des::{Handle, Resource, Span};
use global_cache::GlobalCache;
use std::cell::RefCell;
use std::rc::Rc;

levers! {
    /// The levers of the cluster.
    pub struct ClusterLevers("cluster.", "Cluster", needs "cluster.nodes > 1") {
        nodes: u32 = 1, Kind::Integer { min: 1, max: 8 }, "nodes", "Nodes",
            "How many instances, each on a host of its own, have the database open.",
            headline true,
            price "A block that two instances change travels between them, and its redo is written first.",
            needs "";
        service_nodes: u32 = 8, Kind::Integer { min: 1, max: 8 }, "nodes", "Nodes of the service",
            "On how many of the nodes the service runs that the sessions connect to.";
        session_spread: f64 = 1.0, Kind::Number { min: 0.1, max: 10.0 }, "times",
            "Spread of sessions",
            "How many times as many sessions the first node gets as the last.";
        core_spread: f64 = 1.0, Kind::Number { min: 0.1, max: 10.0 }, "times", "Spread of cores",
            "How many times as many cores the first node has as the last.";
        speed_spread: f64 = 1.0, Kind::Number { min: 0.1, max: 10.0 }, "times",
            "Spread of speed", "How many times as fast the cores of the first node are as the last's.";
        log_spread: f64 = 1.0, Kind::Number { min: 0.1, max: 10.0 }, "times",
            "Spread of log writes",
            "How many times as long the first node's log writer takes for a write as the last's.";
        message_us: f64 = 150.0, Kind::Number { min: 1.0, max: 100_000.0 }, "us", "Message",
            "How long a message between two nodes is under way.";
        block_us: f64 = 250.0, Kind::Number { min: 1.0, max: 100_000.0 }, "us", "Block transfer",
            "How long a block between two nodes is under way, beside the time on the wire.";
        bandwidth_gbit: f64 = 1.0, Kind::Number { min: 0.01, max: 400.0 }, "Gbit/s",
            "Interconnect bandwidth", "How fast a node can put blocks on the wire.";
        delivery_spread: f64 = 1.0, Kind::Number { min: 0.1, max: 10.0 }, "times",
            "Spread of delivery",
            "How many times as fast messages and blocks reach the first node as the last, as on virtual machines of unequal load.";
        client_spread: f64 = 1.0, Kind::Number { min: 0.05, max: 20.0 }, "times",
            "Spread of client time",
            "How many times as long the clients of the first node take between two statements as those of the last, as where the client runs beside one of the nodes.";
        request_us: f64 = 40.0, Kind::Number { min: 0.0, max: 10_000.0 }, "us", "Block request",
            "What a session computes to ask for a block and to take it in.";
        lms: u32 = 0, Kind::Integer { min: 0, max: 36 }, "processes", "LMS processes",
            "How many processes of an instance serve the others' requests, at real-time priority; 0 leaves it to the number of cores.",
            oracle "GCS_SERVER_PROCESSES";
        lms_us: f64 = 40.0, Kind::Number { min: 1.0, max: 10_000.0 }, "us", "LMS service",
            "What an LMS process computes for one request.";
        lms_pause_share: f64 = 0.0, Kind::Number { min: 0.0, max: 1.0 }, "", "LMS held up",
            "The share of requests that an LMS process picks up late, as on a busy virtual machine.";
        lms_pause_ms: f64 = 2.0, Kind::Number { min: 0.0, max: 1_000.0 }, "ms", "Hold-up of LMS",
            "How late an LMS process picks up such a request on average.",
            needs "cluster.nodes > 1 and cluster.lms_pause_share > 0";
        defer_ms: f64 = 3.0, Kind::Number { min: 0.0, max: 1_000.0 }, "ms", "Deferral",
            "How long an instance that must give a block up may still serve those of its sessions that waited for it.",
            oracle "_gc_defer_time";
        moment_s: f64 = 0.0, Kind::Number { min: 0.0, max: 100_000.0 }, "s",
            "Moment of session waits",
            "At which second the report also shows what every session waits for, beside the seconds 1, 2, 4, 8 and so on; 0 for no other one.";
        master_blocks: u32 = 128, Kind::Integer { min: 1, max: 65_536 }, "blocks",
            "Blocks a master", "How many blocks in a row have the same resource master.";
    }
}

impl ClusterLevers {
    /// How many LMS processes an instance with so many cores starts.
    pub fn lms_on(&self, cores: u32) -> u32 {
        match (self.lms, cores) {
            (0, ..=3) => 1,
            (0, ..=15) => 2,
            (0, _) => 2 + cores / 32,
            (lms, _) => lms,
        }
    }
}

/// A request is late, and its event `busy`, from this delay at the holder on.
const BUSY: Span = Span::from_millis(1);
/// One that an LMS process picks up later than this is `congested`.
const CONGESTED: Span = Span::from_millis(1);
/// A block on the wire.
const BLOCK_BITS: f64 = 8_192.0 * 8.0;

/// One instance as the others see it.
struct Node {
    cpu: Rc<Cpu>,
    ledger: Rc<Ledger>,
    redo: Rc<Redo>,
    lms: Resource,
    wire: Resource,
    /// What `v$current_block_server` counts.
    served: RefCell<BlockServer>,
}

/// What the instances have in common beside the database.
pub struct Cluster {
    levers: ClusterLevers,
    handle: Handle,
    nodes: Vec<Node>,
    /// By process: the node that it lives on.
    homes: Vec<usize>,
    cache: RefCell<GlobalCache>,
    /// What its sessions waited for at every second.
    pub active_sessions: ActiveSessions,
    /// Draws how long messages and blocks are under way.
    stream: RefCell<des::random::Stream>,
}

/// An instance's place in a cluster.
#[derive(Clone)]
pub struct Member {
    /// The whole.
    pub cluster: Rc<Cluster>,
    /// The instance's number, from 0.
    pub node: usize,
}

/// How a constant of the middle node becomes that of `node`: the first node has `spread` times
/// the last one's, in even ratios, and their geometric mean stays.
pub fn spread(spread: f64, node: usize, nodes: usize) -> f64 {
    if nodes < 2 {
        return 1.0;
    }
    libm::pow(spread, 0.5 - node as f64 / (nodes - 1) as f64)
}

/// The node of each session: dealt in turn, so that each gets its share; the last node first.
pub fn homes(levers: &ClusterLevers, sessions: usize) -> Vec<usize> {
    let nodes = levers.nodes.min(levers.service_nodes) as usize;
    let mut dealt = vec![0_u32; nodes];
    let mut deal = |_| {
        let after =
            |node: usize| f64::from(dealt[node] + 1) / spread(levers.session_spread, node, nodes);
        let next = (0..nodes).rev().min_by(|&a, &b| after(a).total_cmp(&after(b)));
        let next = next.expect("there is at least one node");
        dealt[next] += 1;
        next
    };
    (0..sessions).map(&mut deal).collect()
}

/// The instances of a scenario, all on one database.
pub fn instances(
    config: &Config,
    before: &CarryOver,
    handle: &Handle,
    streams: &Streams,
) -> Vec<Rc<Instance>> {
    let nodes = config.cluster.nodes as usize;
    let first = Instance::new(&config_of(config, 0), before, handle.clone(), streams);
    if nodes == 1 {
        return vec![Rc::new(first)];
    }
    let mut instances = vec![first];
    for node in 1..nodes {
        let streams = Streams::new(config.run.seed.wrapping_add(node as u64) ^ OF_A_NODE);
        let mut instance =
            Instance::new(&config_of(config, node), before, handle.clone(), &streams);
        instance.open_database_of(&instances[0]);
        instances.push(instance);
    }
    let cluster = Rc::new(Cluster::new(config, handle, streams, &instances));
    let join = |(node, mut instance): (usize, Instance)| {
        instance.member = Some(Member { cluster: cluster.clone(), node });
        instance.sequence.join_cluster(&instance.ledger);
        Rc::new(instance)
    };
    instances.into_iter().enumerate().map(join).collect()
}

/// Keeps the nodes' seeds apart from those of runs.
const OF_A_NODE: u64 = 0x6E6F_6465_0000_0000;

/// The configuration with the node's own constants.
fn config_of(config: &Config, node: usize) -> Config {
    let (levers, mut own) = (&config.cluster, *config);
    let of = |by: f64| spread(by, node, levers.nodes as usize);
    let cores = libm::round(f64::from(own.cpu.cores) * of(levers.core_spread));
    own.cpu.cores = (cores as u32).max(1);
    own.cpu.speed *= of(levers.speed_spread);
    own.redo.write_ms *= of(levers.log_spread);
    own
}

impl Cluster {
    fn new(config: &Config, handle: &Handle, streams: &Streams, instances: &[Instance]) -> Self {
        let levers = config.cluster;
        let node = |instance: &Instance| Node {
            cpu: instance.cpu.clone(),
            ledger: instance.ledger.clone(),
            redo: instance.redo.clone(),
            lms: Resource::new(handle, levers.lms_on(instance.cpu.levers.cores)),
            wire: Resource::new(handle, 1),
            served: RefCell::new(BlockServer {
                sent: vec![Sent::default(); instances.len()],
                ..BlockServer::default()
            }),
        };
        Self {
            levers,
            handle: handle.clone(),
            nodes: instances.iter().map(node).collect(),
            homes: homes(&levers, config.workload.sessions as usize),
            cache: RefCell::new(GlobalCache::new(instances.len())),
            active_sessions: ActiveSessions::default(),
            stream: RefCell::new(streams.stream("interconnect")),
        }
    }

    /// The node on which a process lives.
    pub fn home(&self, pid: Pid) -> usize {
        self.homes[pid.0 as usize]
    }

    /// Its levers.
    pub fn levers(&self) -> &ClusterLevers {
        &self.levers
    }

    /// How many instances there are.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// What an instance's LMS processes served.
    pub fn served(&self, node: usize) -> BlockServer {
        self.nodes[node].served.borrow().clone()
    }

    /// By object: how many different blocks went from one instance to another, and the sum over
    /// the run's seconds of how many did in each.
    pub fn blocks_on_the_move(&self) -> Vec<(ObjectId, u32, u32)> {
        self.cache.borrow().moved()
    }

    /// How many LMS processes a node has.
    pub fn lms_of(&self, node: usize) -> u32 {
        self.levers.lms_on(self.nodes[node].cpu.levers.cores)
    }

    fn post(&self, pid: Pid) {
        self.nodes[self.homes[pid.0 as usize]].cpu.post(pid);
    }

    /// How long something is under way to a node this time.
    fn delivery(&self, mean_us: f64, to: usize) -> Span {
        self.vary(mean_us / spread(self.levers.delivery_spread, to, self.nodes.len()))
    }

    fn message_to(&self, to: usize) -> Span {
        self.delivery(self.levers.message_us, to)
    }

    /// How long a message is under way this time.
    fn message(&self) -> Span {
        self.vary(self.levers.message_us)
    }

    fn vary(&self, mean_us: f64) -> Span {
        Span::from_micros_f64(mean_us * (0.6 + 0.8 * self.stream.borrow_mut().uniform()))
    }
}

impl Member {
    /// Wakes a process anywhere in the cluster; another node's needs a message.
    pub fn post(&self, pid: Pid) {
        let cluster = &self.cluster;
        let home = cluster.homes.get(pid.0 as usize);
        if home.is_none_or(|&home| home == self.node) {
            return cluster.nodes[self.node].cpu.post(pid);
        }
        let (cluster, under_way) = (cluster.clone(), cluster.message());
        self.cluster.handle.spawn("message", async move {
            cluster.handle.sleep(under_way).await;
            cluster.post(pid);
        });
    }

    /// Which instance it is of how many.
    pub fn share(&self) -> (usize, usize) {
        (self.node, self.cluster.nodes.len())
    }

    /// How long it takes to get a lock that another instance has: to its master, on to the holder,
    /// and back.
    pub fn lock_transfer(&self) -> Span {
        let cluster = &self.cluster;
        let way = cluster.message() + cluster.message() + cluster.message();
        way + Span::from_micros_f64(2.0 * cluster.levers.lms_us)
    }

    /// What a session has to do to use a block.
    pub fn admit(&self, key: BlockKey, mode: Mode) -> Admission {
        self.cluster.cache.borrow_mut().block(key).admit(self.node, mode)
    }

    /// Whether the block can be read under its latch just now.
    pub fn is_readable(&self, key: BlockKey) -> bool {
        let mut cache = self.cluster.cache.borrow_mut();
        let local = &cache.block(key).locals[self.node];
        local.mode >= Mode::Shared && !local.leaving
    }

    /// Whether this instance may change the block just now.
    pub fn is_changeable(&self, key: BlockKey) -> bool {
        self.admit(key, Mode::Exclusive) == Admission::Admitted
    }

    /// A session has pinned the block.
    pub fn pinned(&self, key: BlockKey) {
        self.cluster.cache.borrow_mut().block(key).pin(self.node);
    }

    /// What a session waits for that finds the block pinned by another of its instance.
    pub fn pinned_event(&self, key: BlockKey) -> Event {
        self.cluster.cache.borrow_mut().block(key).pinned_event(self.node)
    }

    /// A session joins those that wait for the block.
    pub fn join(&self, key: BlockKey, pid: Pid) {
        self.cluster.cache.borrow_mut().block(key).join(self.node, pid);
    }

    /// A session that had joined has been woken: whether it must come back for the block.
    pub fn woke(&self, key: BlockKey, pid: Pid) -> bool {
        self.cluster.cache.borrow_mut().block(key).woke(self.node, pid)
    }

    /// A session becomes the one that asks for the block.
    pub fn ask(&self, key: BlockKey, pid: Pid) {
        self.cluster.cache.borrow_mut().block(key).locals[self.node].acquiring = Some(pid);
    }

    /// A session takes its pin off; names the session whose turn it is.
    pub fn unpinned(&self, key: BlockKey, pid: Pid, changed: bool) -> Option<Pid> {
        let cluster = &self.cluster;
        let mut cache = cluster.cache.borrow_mut();
        let block = cache.block(key);
        if changed {
            block.redo = Some(cluster.nodes[self.node].redo.end(pid));
        }
        let (next, server) = block.unpin(self.node);
        if let Some(server) = server {
            cluster.handle.wake(server);
        }
        next
    }

    /// What a session computes to ask for a block and to take it in.
    pub fn request_cost_us(&self) -> f64 {
        self.cluster.levers.request_us
    }
}

/// The blocks of an object: those that hold data apart from those that manage its space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockKey {
    /// The object.
    pub object: ObjectId,
    /// Whether it holds data.
    pub holds_data: bool,
    /// Its number in the segment.
    pub block: u32,
}

#[cfg(test)]
mod tests;
