import { describe, expect, it } from 'vitest';
import { emptyLadder, replayLadder } from '../apply.ts';
import { addDuration } from '../duration.ts';
import { listSuggestions } from '../suggestion.ts';
import {
  act,
  asPerson,
  captain,
  challenge,
  createWorld,
  goLive,
  join,
  judge,
  owner,
  rungs,
  scores,
  text,
  tryCommand,
  type World,
  wait,
} from '../testing/world.ts';
import { getFormat } from './formats.ts';
import { rungFormat } from './rung.ts';
import { listRunsForAdmin, listStageRanks } from './time-attack.ts';

const places = (world: World) =>
  getFormat(world.state)
    .standings(world.state, world.now)
    .map(({ entry_id, place }) => [entry_id, place]);

it('a ladder that nobody has created yet is taken for one of rungs', () => {
  expect(getFormat(emptyLadder)).toBe(rungFormat);
});

describe('a rating ladder', () => {
  it('places by the conservative rating, whoever challenged, and expires the unanswered', () => {
    const world = createWorld({ format: 'rating' });
    join(world, 4);
    expect(rungs(world)).toEqual([]);
    expect(places(world).map(([, place]) => place)).toEqual([1, 1, 1, 1]);
    goLive(world, 1, 4);
    act(world, captain(1), { type: 'report', match_id: 'match', scores: scores(2, 0) });
    act(world, captain(4), { type: 'confirm_report', match_id: 'match' });
    expect(places(world)[0]).toEqual(['entry1', 1]);
    expect(world.state.entries.entry1?.rating?.mu).toBeCloseTo(27.635389, 5);
    challenge(world, 2, 3, 'open');
    wait(world, 'PT73H');
    expect(world.state.matches.open?.status).toBe('expired');
    const before = getFormat(world.state).standings(world.state, world.now)[0]?.value ?? 0;
    const later =
      getFormat(world.state).standings(world.state, addDuration(world.now, 'P70D'))[0]?.value ?? 0;
    expect(later).toBeLessThan(before);
    expect(world.state.entries.entry1?.rating?.mu).toBeCloseTo(27.635389, 5);
  });

  it('recomputes ratings when a result is overturned', () => {
    const world = createWorld({ format: 'rating' });
    join(world, 4);
    goLive(world, 1, 4);
    act(world, captain(1), { type: 'concede', match_id: 'match' });
    act(world, captain(1), {
      type: 'dispute',
      match_id: 'match',
      dispute_id: 'd',
      statement: text('s'),
    });
    act(world, judge, {
      type: 'rule',
      match_id: 'match',
      outcome: { kind: 'completed', winner: 'challenger', scores: [] },
      rule: 'report',
      reason: text('r'),
    });
    expect(world.state.entries.entry1?.rating?.mu).toBeCloseTo(27.635389, 5);
    expect(replayLadder(world.events)).toEqual(world.state);
  });
});

describe('a time attack', () => {
  function drive(world: World, person: string, id: string, time_ms: number, stage = 'Kofina') {
    act(world, asPerson(person), {
      type: 'submit_run',
      run_id: id,
      entry_id: `of-${person}`,
      stage,
      time_ms,
      penalty_ms: 0,
      proof: null,
    });
  }

  function start(): World {
    const world = createWorld({
      format: 'time_attack',
      rules: { team: { size: 1 }, timeAttack: { stages: ['Kofina', 'Ourense'] } },
    });
    for (const person of ['ann', 'bob', 'cat']) {
      act(world, asPerson(person), {
        type: 'join',
        entry_id: `of-${person}`,
        team_id: null,
        person_id: person,
        name: person,
        players: [person],
      });
    }
    return world;
  }

  it('counts a run after a confirmation by somebody unrelated, the fastest after an admin’s', () => {
    const world = start();
    drive(world, 'ann', 'fast', 200_000);
    drive(world, 'bob', 'slow', 210_000);
    expect(
      tryCommand(world, asPerson('ann'), { type: 'confirm_run', run_id: 'fast' }),
    ).toMatchObject({ code: 'own_match' });
    world.facts.teams = { ann: ['team'], cat: ['team'] };
    expect(
      tryCommand(world, asPerson('cat', { team: 'player' }), {
        type: 'confirm_run',
        run_id: 'fast',
      }),
    ).toMatchObject({ code: 'run_shares_team' });
    act(world, asPerson('bob'), { type: 'confirm_run', run_id: 'fast' });
    act(world, asPerson('cat'), { type: 'confirm_run', run_id: 'slow' });
    expect(listStageRanks(world.state, 'Kofina')).toEqual([]);
    expect([...listRunsForAdmin(world.state)]).toEqual(['fast', 'slow']);
    act(world, judge, { type: 'confirm_run', run_id: 'fast' });
    expect(listStageRanks(world.state, 'Kofina').map(({ run, place }) => [run.id, place])).toEqual([
      ['fast', 1],
      ['slow', 2],
    ]);
    expect(places(world)).toEqual([
      ['of-ann', 1],
      ['of-bob', 2],
      ['of-cat', 3],
    ]);
  });

  it('shares a place between ties, and knows its stages', () => {
    const world = start();
    for (const [person, id] of [
      ['ann', 'a'],
      ['bob', 'b'],
    ] as const) {
      drive(world, person, id, 200_000);
      act(world, judge, { type: 'confirm_run', run_id: id });
    }
    expect(places(world)).toEqual([
      ['of-ann', 1],
      ['of-bob', 1],
      ['of-cat', 3],
    ]);
    expect(
      tryCommand(world, asPerson('ann'), {
        type: 'submit_run',
        run_id: 'x',
        entry_id: 'of-ann',
        stage: 'Moon',
        time_ms: 1,
        penalty_ms: 0,
        proof: null,
      }),
    ).toMatchObject({ code: 'stage_unknown' });
    expect(
      tryCommand(world, asPerson('ann'), {
        type: 'submit_run',
        run_id: 'x',
        entry_id: 'of-ann',
        stage: 'Kofina',
        time_ms: -1,
        penalty_ms: 0,
        proof: null,
      }),
    ).toMatchObject({ code: 'time_impossible' });
  });
});

describe('who next', () => {
  it('suggests three opponents that may be challenged, with reasons', () => {
    const world = createWorld();
    join(world, 8);
    const facts = {
      availability: Object.fromEntries(
        ['team8-a', 'team5-a'].map((person) => [
          person,
          { zone: 'Europe/Berlin', ranges: [{ weekday: 3, from: '19:00', until: '22:00' }] },
        ]),
      ),
    };
    const suggestions = listSuggestions(world.state, 'entry8', world.now, facts);
    expect(suggestions).toHaveLength(3);
    expect(suggestions[0]?.entry_id).toBe('entry5');
    expect(suggestions[0]?.reasons.map(({ code }) => code)).toEqual([
      'in_reach',
      'even_odds',
      'both_free',
      'not_met',
    ]);
    expect(suggestions.every(({ reasons }) => reasons.length > 0)).toBe(true);
    expect(owner.is_site_admin).toBe(true);
  });
});
