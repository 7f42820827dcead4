import { expect, it } from 'vitest';
import { applyLadder, emptyLadder } from './apply.ts';
import type { LadderEvent, LadderEventType } from './event.ts';
import { createDefaultRules } from './rules-schema.ts';
import type { LadderState } from './state.ts';
import { startCompleted } from './testing/stations.ts';

const at = '2026-03-09T12:00:00.000Z';
const apply = (state: LadderState, type: LadderEventType, data: object) =>
  applyLadder(state, { type, at, match_id: null, data } as LadderEvent);

const settings = { name: 'Ladder', game: 'game', format: 'rung', zone: 'UTC', is_test: true };
const created = () => apply(emptyLadder, 'ladder_created', { ladder_id: 'ladder', ...settings });
const plan = {
  season_id: 'season',
  name: 'Season',
  starts_at: '2026-03-10T12:00:00.000Z',
  ends_at: '2026-06-10T12:00:00.000Z',
  rules: createDefaultRules(),
  rules_version: 3,
};
const planned = (state = created()) => apply(state, 'season_planned', plan);

it('a ladder is made under its id', () => {
  expect(created()).toEqual({ ...emptyLadder, ladder: { id: 'ladder', ...settings } });
});

it('a ladder that is edited keeps what is not named', () => {
  const state = apply(created(), 'ladder_edited', { name: 'New', zone: 'Europe/Paris' });
  expect(state.ladder).toEqual({ id: 'ladder', ...settings, name: 'New', zone: 'Europe/Paris' });
  expect(apply(emptyLadder, 'ladder_edited', { name: 'New', zone: 'UTC' }).ladder).toBeNull();
});

it('rules that are edited are the next season’s', () => {
  const { rules } = plan;
  const state = apply(planned(), 'rules_edited', { rules, rules_version: 4 });
  expect(state.next_rules).toEqual({ rules, version: 4 });
  expect(state.season?.rules_version).toBe(3);
});

it('a season that is planned waits for its start, with nobody of the last one', () => {
  const before = startCompleted().state;
  const state = planned(before);
  const { season_id, ...rest } = plan;
  expect(state).toEqual({
    ...emptyLadder,
    ladder: before.ladder,
    previous_order: before.previous_order,
    next_rules: before.next_rules,
    season: { id: season_id, ...rest, status: 'registration', opened_at: null },
  });
});

it('a season opens when it does, whatever the plan was', () => {
  const state = apply(planned(), 'season_opened', { season_id: 'season' });
  expect(state.season).toEqual({ ...planned().season, status: 'open', opened_at: at });
  expect(apply(created(), 'season_opened', { season_id: 'season' }).season).toBeNull();
});

it('a season that is edited keeps what is not its name and its dates', () => {
  const other = { name: 'Other', starts_at: at, ends_at: '2026-07-10T12:00:00.000Z' };
  const state = apply(planned(), 'season_edited', { season_id: 'season', ...other });
  expect(state).toEqual({ ...planned(), season: { ...planned().season, ...other } });
  expect(apply(created(), 'season_edited', { season_id: 'season', ...other }).season).toBeNull();
});

it('a season that closes leaves its order to the next', () => {
  const standings = [
    { entry_id: 'entry2', subject_id: 'team2', place: 1 },
    { entry_id: 'entry1', subject_id: 'team1', place: 2 },
  ];
  const state = apply(planned(), 'season_closed', { season_id: 'season', standings });
  expect(state.season).toEqual({ ...planned().season, status: 'closed' });
  expect(state.previous_order).toEqual(['team2', 'team1']);
  expect(apply(created(), 'season_closed', { standings }).season).toBeNull();
});
