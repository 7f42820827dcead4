import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type ApiLeague,
  createApiLeague,
  scheduleMatch,
  type TestTeam,
} from '../testing/api-league.ts';

let own: ApiLeague;
let first: TestTeam;
let second: TestTeam;
let match: string;
let scrim: string;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  first = await own.addTeam('Treadheads', 'tanks');
  second = await own.addTeam('Kaarna', 'tanks');
  ({ match } = await scheduleMatch(own, 'tanks', [second, first]));
  const [row] = await own.database.query<{ id: string }>(
    `insert into private.scrims (id, game_slug, home_team_id, away_team_id, starts_at, zone, agreed_at)
     values (gen_random_uuid(), 'battlefield6', $1, $2, $3, 'UTC', now()) returning id`,
    [first.id, second.id, own.at(3)],
  );
  scrim = row?.id ?? '';
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

const say = (path: string) => () => own.send(first.player, { path, body: { text: 'Ready?' } });

/** Each thing that somebody can make ever more of: how all but one are there, and how one more is made. */
const rows = [
  {
    what: 'messages in a match',
    limit: 500,
    fill: (count: number) =>
      own.database.query(
        `insert into private.match_messages (id, match_id, person_id, text)
         select gen_random_uuid(), $1, $2, 'x' from generate_series(1, $3)`,
        [match, first.player.person_id, count],
      ),
    more: () => say(`/matches/${match}/messages`)(),
  },
  {
    what: 'messages in a scrim',
    limit: 500,
    fill: (count: number) =>
      own.database.query(
        `insert into private.scrim_messages (id, scrim_id, person_id, text, sent_at)
         select gen_random_uuid(), $1, $2, 'x', now() from generate_series(1, $3)`,
        [scrim, first.player.person_id, count],
      ),
    more: () => say(`/scrims/${scrim}/messages`)(),
  },
  {
    what: 'names in games',
    limit: 30,
    fill: (count: number) =>
      own.database.query(
        `insert into public.profile_identities (person_id, kind, handle)
         select $1, 'game' || i, 'x' from generate_series(1, $2) i`,
        [first.player.person_id, count],
      ),
    more: (again = 0) =>
      own.send(first.player, {
        path: '/me/identities',
        body: { kind: `more${again}`, handle: 'Someone' },
      }),
  },
  {
    what: 'open invitations',
    limit: 50,
    async fill(count: number) {
      // The link by which the team was filled is open still.
      for (let made = 1; made < count; made += 1) {
        await own.act(first.captain, { path: `/teams/${first.slug}/invites` });
      }
    },
    more: () => own.send(first.captain, { path: `/teams/${first.slug}/invites` }),
  },
];

it.each(rows)('$what: $limit are kept and one more is refused', async ({ limit, fill, more }) => {
  await fill(limit - 1);
  expect((await more(0)).status).toBe(200);
  const refused = await more(1);
  expect(refused.status).toBe(422);
  expect(refused.body.error).toMatchObject({ code: 'limit_reached', params: { limit } });
});

it('a name in a game can be changed however many there are', async () => {
  const body = { kind: 'more0', handle: 'Somebody else' };
  await own.act(first.player, { path: '/me/identities', body });
});
