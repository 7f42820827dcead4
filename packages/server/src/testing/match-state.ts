import type { Match } from '@muster/league';

/** A match as the rules' state has it: offered times, nothing agreed; with what a test changes of it. */
export function createMatchState(change: Partial<Match> = {}): Match {
  const none = { maps: [], sides: [] };
  return {
    id: '0190e000-0000-7000-8000-000000000001',
    season_id: '0190e000-0000-7000-8000-000000000002',
    challenger_id: '0190e000-0000-7000-8000-00000000000c',
    defender_id: '0190e000-0000-7000-8000-00000000000d',
    status: 'offered',
    version: 2,
    rules_version: 1,
    is_rematch: false,
    created_at: '2026-11-15T12:00:00.000Z',
    changed_at: '2026-11-16T12:00:00.000Z',
    deadline: null,
    seed_hash: 'a'.repeat(64),
    seed: null,
    nonces: { challenger: null, defender: null },
    picks: { C: none, D: none, A: none },
    maps: [],
    draws: [],
    veto: [],
    offered: [],
    countered: [],
    time: null,
    extension: null,
    reschedule: null,
    reschedules: 0,
    cancellation: null,
    check_ins: { challenger: null, defender: null },
    live_at: null,
    reports: { challenger: null, defender: null },
    correction: null,
    forfeit: null,
    taken_back: [],
    result: null,
    replays: 0,
    dispute_id: null,
    appeal_id: null,
    ...change,
  };
}

/** What came of a match, by default a win of its challenger. */
export function createResult(change: Partial<NonNullable<Match['result']>> = {}) {
  return {
    kind: 'completed' as const,
    winner: 'challenger' as const,
    scores: [],
    reason: 'reported' as const,
    at: '2026-11-21T20:00:00.000Z',
    ruled_by: null,
    ruled_at: null,
    moves: [],
    ...change,
  };
}
