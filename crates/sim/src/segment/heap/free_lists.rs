//! Manual segment space management: linked lists of blocks with free space.
use std::collections::VecDeque;

use super::Candidate;
use crate::segment::BlockId;

/// Blocks by which the high-water mark moves, once for each list and once more if there are
/// several (`_bump_highwater_mark_count`); as many move from the master list to a process list.
const BATCH: u32 = 5;

#[derive(Clone, Debug)]
struct Group {
    master: VecDeque<BlockId>,
    /// One for each of FREELISTS, none if there is but one: then all sessions use the master list.
    lists: Vec<VecDeque<BlockId>>,
}

#[derive(Clone, Debug)]
pub(super) struct FreeLists {
    pub(super) high_water_mark: u32,
    groups: Vec<Group>,
}

impl FreeLists {
    pub(super) fn new(lists: u32, groups: u32) -> FreeLists {
        let own_lists = if lists > 1 { lists as usize } else { 0 };
        let group = Group { master: VecDeque::new(), lists: vec![VecDeque::new(); own_lists] };
        FreeLists { high_water_mark: 0, groups: vec![group; groups.max(1) as usize] }
    }

    /// The head of the session's list: group and list are chosen by the process id.
    pub(super) fn candidate(&self, pid: u32) -> Option<Candidate> {
        let group_count = self.groups.len() as u32;
        let group = &self.groups[(pid % group_count) as usize];
        let Some(list) = (pid / group_count).checked_rem(group.lists.len() as u32) else {
            return group.master.front().copied().map(Candidate::Block);
        };
        match group.lists[list as usize].front() {
            Some(head) => Some(Candidate::Block(*head)),
            None if group.master.is_empty() => None,
            None => Some(Candidate::Refill { group: pid % group_count, list }),
        }
    }

    pub(super) fn unlink(&mut self, block: BlockId) -> bool {
        let mut lists = self
            .groups
            .iter_mut()
            .flat_map(|group| group.lists.iter_mut().chain([&mut group.master]));
        let list = lists.find(|list| list.front() == Some(&block));
        list.and_then(VecDeque::pop_front).is_some()
    }

    pub(super) fn refill(&mut self, group: u32, list: u32) -> u32 {
        let Group { master, lists } = &mut self.groups[group as usize];
        let moved = master.len().min(BATCH as usize);
        lists[list as usize].extend(master.drain(..moved));
        moved as u32
    }

    pub(super) fn raise(&mut self, pid: u32, data_blocks: u32) {
        let group_count = self.groups.len() as u32;
        let group = &mut self.groups[(pid % group_count) as usize];
        let batches = if group.lists.is_empty() { 1 } else { group.lists.len() as u32 + 1 };
        let end = data_blocks.min(self.high_water_mark + BATCH * batches);
        group.master.extend((self.high_water_mark..end).map(BlockId));
        self.high_water_mark = end;
    }

    pub(super) fn free(&self) -> u32 {
        let lists = self.groups.iter().flat_map(|group| group.lists.iter().chain([&group.master]));
        lists.map(|list| list.len() as u32).sum()
    }
}
