import { expect, it } from 'vitest';
import { replayLadder } from './apply.ts';
import type { LadderCommand } from './command.ts';
import type { Actor } from './context.ts';
import { addDuration } from './duration.ts';
import type { Instant } from './ids.ts';
import { recomputeStandings } from './recompute.ts';
import { close, planNext, startLadder } from './testing/ladders.ts';
import { like, limit, rows, type Said, shift } from './testing/rows.ts';
import { at, notIdle, onMatch, startDisputed, startLive } from './testing/stations.ts';
import {
  act,
  captain,
  challenge,
  createWorld,
  join,
  judge,
  noon,
  noPicks,
  owner,
  schedule,
  someNonce,
  start,
  type World,
  worldStart,
} from './testing/world.ts';

type Edit = Omit<Extract<LadderCommand, { type: 'edit_season' }>, 'type'>;

const usualEnd = addDuration(worldStart, 'P180D');
const aDayIn = addDuration(worldStart, 'P1D');
const later = addDuration(worldStart, 'P200D');
const edited: Said = ['season_edited'];
const invalid = (field: string): Said => ({ code: 'field_invalid', params: { field }, field });

const ask = (world: World, edit: Edit, actor: Actor = owner) => ({
  world,
  actor,
  command: { type: 'edit_season' as const, ...edit },
});
const planned = () => planNext(close(createWorld()));

interface Editing {
  world?: () => World;
  edit?: Edit;
  actor?: Actor;
}
rows(
  'a season is edited',
  ({ world = createWorld, edit = { name: 'Spring' }, actor }: Editing) => ask(world(), edit, actor),
  {
    'in its name while it runs, without the blanks around it': [
      { edit: { name: ' Spring ' } },
      [
        {
          type: 'season_edited',
          data: {
            season_id: 'season',
            name: 'Spring',
            starts_at: worldStart,
            ends_at: usualEnd,
          },
        },
      ],
    ],
    'in its end': [
      { edit: { ends_at: later } },
      [{ type: 'season_edited', data: like({ name: 'Season', ends_at: later }) }],
    ],
    'in nothing, where nothing is another': [{ edit: { name: 'Season', ends_at: usualEnd } }, []],
    'with a name': [{ edit: { name: ' ' } }, 'name_invalid'],
    'to an instant': [{ edit: { ends_at: 'late' } }, invalid('ends_at')],
    'in its beginning only before that': [
      { edit: { starts_at: noon(createWorld(), 1) } },
      { code: 'season_running', params: {}, field: 'starts_at' },
    ],
    'with the beginning that it has': [{ edit: { name: 'Spring', starts_at: worldStart } }, edited],
    'in its beginning while it is planned, whoever has joined': [
      {
        world: () => {
          const world = planned();
          join(world, 1);
          return world;
        },
        edit: { starts_at: addDuration(worldStart, 'P3D') },
      },
      [
        {
          type: 'season_edited',
          data: like({ season_id: 'next', starts_at: addDuration(worldStart, 'P3D') }),
        },
      ],
    ],
    'from an instant': [{ world: planned, edit: { starts_at: 'soon' } }, invalid('starts_at')],
    'not after its close': [
      { world: () => close(createWorld()) },
      { code: 'season_closed', params: {} },
    ],
    'where there is one': [
      {
        world: () => {
          const world = createWorld();
          world.state = { ...world.state, season: null };
          return world;
        },
      },
      'season_not_open',
    ],
    'by a site admin': [{ actor: judge }, { code: 'not_admin', params: {} }],
    'whatever a match that is over had been played at': [
      {
        world: () => {
          const world = startLive(notIdle);
          act(world, captain(4), { ...onMatch, type: 'concede' });
          return world;
        },
        edit: { ends_at: addDuration(worldStart, 'P3D') },
      },
      edited,
    ],
    'whatever a match was booked for that both sides cancelled': [
      {
        world: () => {
          const world = start(6, notIdle);
          schedule(world, 4, 2);
          act(world, captain(4), { ...onMatch, type: 'ask_cancellation' });
          act(world, captain(2), { ...onMatch, type: 'agree_cancellation' });
          return world;
        },
        edit: { ends_at: aDayIn },
      },
      edited,
    ],
    'whatever a disputed match had been played at': [
      { world: () => startDisputed(notIdle), edit: { ends_at: addDuration(worldStart, 'P30D') } },
      edited,
    ],
  },
);

limit(
  'its end is after now',
  (away) => ask(at(createWorld(), aDayIn), { ends_at: shift(aDayIn, away) }),
  {
    before: invalid('ends_at'),
    at: invalid('ends_at'),
    after: edited,
  },
);
limit(
  'its end is after its beginning',
  (away) => {
    const world = planned();
    return ask(world, { ends_at: shift(world.state.season?.starts_at ?? '', away) });
  },
  { before: invalid('ends_at'), at: invalid('ends_at'), after: edited },
);
limit(
  'its beginning is before its end',
  (away) => {
    const world = planned();
    return ask(world, { starts_at: shift(world.state.season?.ends_at ?? '', away) });
  },
  { before: edited, at: invalid('ends_at'), after: invalid('ends_at') },
);
limit(
  'the end may be another until it has passed',
  (away) => ask(at(createWorld(), shift(usualEnd, away)), { ends_at: later }),
  {
    before: edited,
    at: { code: 'season_closed', params: {}, field: 'ends_at' },
    after: 'season_closed',
  },
);
rows(
  'once the end has passed',
  ({ world, edit }: Required<Omit<Editing, 'actor'>>) => ask(world(), edit),
  {
    'a name may still be another': [
      { world: () => at(createWorld(), later), edit: { name: 'Spring' } },
      edited,
    ],
    'a season that never opened may still end later': [
      {
        world: () => {
          const world = planned();
          return at(world, addDuration(world.state.season?.ends_at ?? '', 'P1D'));
        },
        edit: { ends_at: addDuration(worldStart, 'P300D') },
      },
      edited,
    ],
  },
);

const afterEnd = (time: Instant): Said => ({
  code: 'match_after_end',
  params: { match_id: 'match', time },
  field: 'ends_at',
});
const booked = '2026-03-03T12:00:00.000Z';
limit(
  'it ends after its last booked match',
  (away) => {
    const world = start(6, notIdle);
    schedule(world, 4, 2);
    return ask(world, { ends_at: shift(booked, away) });
  },
  { before: afterEnd(booked), at: afterEnd(booked), after: edited },
);
limit(
  'it ends after every time that may still be chosen',
  (away) => {
    const world = start(6, notIdle);
    const times = [noon(world, 2), noon(world, 4)];
    challenge(world, 4, 2);
    const answer = { ...onMatch, times, picks: noPicks, nonce: someNonce };
    act(world, captain(2), { type: 'accept', ...answer });
    return ask(world, { ends_at: shift(times[1] ?? '', away) });
  },
  {
    before: afterEnd('2026-03-05T12:00:00.000Z'),
    at: afterEnd('2026-03-05T12:00:00.000Z'),
    after: edited,
  },
);
limit(
  'it ends after every time of a counter-offer',
  (away) => {
    const world = start(6, notIdle);
    challenge(world, 4, 2);
    const times = [noon(world, 2), noon(world, 3)];
    const answer = { ...onMatch, times, picks: noPicks, nonce: someNonce };
    act(world, captain(2), { type: 'accept', ...answer });
    const others = [noon(world, 4), noon(world, 5)];
    act(world, captain(4), { ...onMatch, type: 'counter_offer', times: others });
    return ask(world, { ends_at: shift(others[1] ?? '', away) });
  },
  {
    before: afterEnd('2026-03-06T12:00:00.000Z'),
    at: afterEnd('2026-03-06T12:00:00.000Z'),
    after: edited,
  },
);
limit(
  'it ends after every time that a match may be moved to',
  (away) => {
    const world = start(6, notIdle);
    schedule(world, 4, 2);
    const times = [noon(world, 6), noon(world, 7)];
    act(world, captain(4), { ...onMatch, type: 'ask_reschedule', times });
    return ask(world, { ends_at: shift(times[1] ?? '', away) });
  },
  {
    before: afterEnd('2026-03-08T12:00:00.000Z'),
    at: afterEnd('2026-03-08T12:00:00.000Z'),
    after: edited,
  },
);

it('under its other end, people may challenge for longer and the log replays to the same', () => {
  const ends = addDuration(worldStart, 'P30D');
  const world = startLadder({ rules: notIdle, ends });
  act(world, owner, { type: 'edit_season', name: 'Longer', ends_at: later });
  world.now = ends;
  challenge(world, 4, 2);
  expect(world.state.season).toMatchObject({ name: 'Longer', ends_at: later, status: 'open' });
  expect(replayLadder(world.events)).toEqual(world.state);
  expect(recomputeStandings(world.events, {}).entries.entry4?.rung).toBe(4);
});
