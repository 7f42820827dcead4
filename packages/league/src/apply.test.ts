import { describe, expect, it } from 'vitest';
import { applyLadder, emptyLadder, replayLadder, toPatch } from './apply.ts';
import type { LadderEvent } from './event.ts';
import { startCompleted } from './testing/stations.ts';

describe('a ladder', () => {
  it('of which nothing has happened is empty', () => {
    expect(emptyLadder).toEqual({
      ladder: null,
      season: null,
      next_rules: null,
      previous_order: [],
      entries: {},
      size: 0,
      matches: {},
      disputes: {},
      appeals: {},
      runs: {},
    });
  });

  it('is the same by one event after the other and by its whole log', () => {
    const { events, state } = startCompleted();
    expect(events.reduce(applyLadder, emptyLadder)).toEqual(state);
    expect(replayLadder(events)).toEqual(state);
    expect(emptyLadder.entries).toEqual({});
    expect(replayLadder([])).toEqual(emptyLadder);
  });

  it('keeps what an event does not touch', () => {
    const { events, state } = startCompleted();
    const renamed = { ...events[0], type: 'ladder_edited', data: { name: 'New', zone: 'UTC' } };
    const next = applyLadder(state, renamed as LadderEvent);
    expect(next.ladder).toEqual({ ...state.ladder, name: 'New', zone: 'UTC' });
    expect(next.entries).toBe(state.entries);
    expect(next.matches).toBe(state.matches);
  });

  it('knows each of its events', () => {
    expect(() => toPatch(emptyLadder, { type: 'no_such' } as never)).toThrow(TypeError);
  });
});
