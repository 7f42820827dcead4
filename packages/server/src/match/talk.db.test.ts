import { hintChannel } from '@muster/backend';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import {
  type ApiLeague,
  createApiLeague,
  scheduleMatch,
  type TestTeam,
} from '../testing/api-league.ts';

let own: ApiLeague;
let home: TestTeam;
let away: TestTeam;
let match: string;
let origin: string;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  away = await own.addTeam('Away', 'tanks');
  home = await own.addTeam('Home', 'tanks');
  ({ match } = await scheduleMatch(own, 'tanks', [home, away]));
  origin = `talk:${match}`;
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await own.database.query(
    `delete from private.notices; delete from private.person_settings; delete from private.rate_limits;
     delete from graphile_worker._private_jobs`,
  );
});

const say = (who: Viewer) =>
  own.act(who, { path: `/matches/${match}/messages`, body: { text: 'Which server?' } });
const choose = (who: Viewer, match_talk: object) =>
  own.database.query(
    'insert into private.person_settings (person_id, notifications) values ($1, $2)',
    [who.person_id, JSON.stringify({ match_talk })],
  );
const isMailDue = async () =>
  (
    await own.database.query('select 1 from graphile_worker.jobs where key = $1', [
      `notices:${origin}`,
    ])
  ).length === 1;

interface Told {
  in_page: boolean;
  by_mail: boolean;
  count: string;
}

async function readTold({ person_id }: Viewer): Promise<Told | undefined> {
  const [row] = await own.database.query<Told>(
    `select in_page, by_mail, data ->> 'count' as count from private.notices where person_id = $1`,
    [person_id],
  );
  return row;
}

describe('what is said in a match’s room', () => {
  it('is told to all of both sides but whoever said it, once to who is on both', async () => {
    const both = await own.addPerson('Both');
    await own.database.query(
      `insert into public.rosters (team_id, person_id, user_id, role, joined_at)
       values ($1, $3, $4, 'player', now()), ($2, $3, $4, 'player', now())`,
      [home.id, away.id, both.person_id, both.user_id],
    );
    own.moveTo(own.at(0, 13));
    await say(home.captain);
    const told = await own.database.query<{ who: string; of: string; at: Date }>(
      `select p.username as who, concat_ws(', ', n.kind, n.origin, n.data ->> 'team', n.data ->> 'opponent') as of,
         n.created_at as at
       from private.notices n join public.profiles p on p.id = n.person_id
       join public.matches m on m.id = n.match_id and m.ladder_id = n.ladder_id order by 1`,
    );
    expect(told.map(({ who }) => who)).toEqual([
      ...['Away captain', 'Away player', 'Both', 'Home player'],
    ]);
    expect(told[0]?.of).toBe(`match_talk, ${origin}, Away, Home`);
    expect(told[3]?.of).toBe(`match_talk, ${origin}, Home, Away`);
    expect(told[0]?.at).toEqual(own.league.now());
    await own.database.query('delete from public.rosters where person_id = $1', [both.person_id]);
  });

  it.each<[string, object | null, string, [page: boolean, mail: boolean]]>([
    ['nothing', null, '', [true, false]],
    ['mail', { mail: true }, '', [true, true]],
    ['no page', { page: false }, '', [false, false]],
    ['mail and no page', { page: false, mail: true }, '', [false, true]],
    ['mail to an unproved address', { mail: true }, 'email_confirmed_at = null', [true, false]],
    ['mail without an address', { mail: true }, 'email = null', [true, false]],
    ['mail to an empty address', { mail: true }, `email = ''`, [true, false]],
  ])('comes as its reader has chosen: %s', async (_what, chosen, change, ways) => {
    const set = (to: string) =>
      own.database.query(`update auth.users set ${to} where id = $1`, [away.player.user_id]);
    await set(`email = 'player@league.test', email_confirmed_at = now()`);
    if (change !== '') {
      await set(change);
    }
    if (chosen !== null) {
      await choose(away.player, chosen);
    }
    await say(home.captain);
    const told = await readTold(away.player);
    expect([told?.in_page, told?.by_mail, await isMailDue()]).toEqual([...ways, ways[1]]);
  });

  it('is mailed to nobody of the demonstration', async () => {
    const setDemo = (isDemo: boolean) =>
      own.database.query('update public.profiles set is_demo = $2 where id = $1', [
        away.player.person_id,
        isDemo,
      ]);
    await own.database.query(
      `update auth.users set email = 'player@league.test', email_confirmed_at = now() where id = $1`,
      [away.player.user_id],
    );
    await choose(away.player, { mail: true });
    await setDemo(true);
    await say(home.captain);
    expect((await readTold(away.player))?.by_mail).toBe(false);
    await setDemo(false);
  });

  it('is mailed once until it is read, and counts from one then', async () => {
    await own.database.query(
      `update auth.users set email = 'player@league.test', email_confirmed_at = now() where id = $1`,
      [away.player.user_id],
    );
    await choose(away.player, { mail: true });
    const set = async (change: string) => {
      await own.database.query(`update private.notices set ${change} where person_id = $1`, [
        away.player.person_id,
      ]);
      await own.database.query('delete from graphile_worker._private_jobs');
    };
    await say(home.captain);
    await set('mailed_at = now()');
    await say(home.captain);
    expect([(await readTold(away.player))?.count, await isMailDue()]).toEqual(['2', false]);
    await set('read_at = now()');
    await say(home.captain);
    expect([(await readTold(away.player))?.count, await isMailDue()]).toEqual(['1', true]);
  });

  it('is hinted at to those alone who want it in their page', async () => {
    await choose(away.player, { page: false });
    const heard: string[] = [];
    const stop = await own.database.listen(hintChannel, (payload) => heard.push(payload));
    await say(home.captain);
    await own.database.query('select pg_notify($1, $2)', [hintChannel, 'the last']);
    await expect.poll(() => heard).toContain('the last');
    await stop();
    const isHinted = ({ person_id }: Viewer) => heard.join().includes(`person:${person_id}`);
    expect([away.captain, away.player, home.player, home.captain].map(isHinted)).toEqual([
      ...[true, false, true, false],
    ]);
  });
});

describe('a room', () => {
  it.each<[string, object, string | null]>([
    ['messages', { text: 'x'.repeat(1000) }, null],
    ['messages', { text: 'x'.repeat(1001) }, 'text'],
    ['messages', { text: ' ' }, 'text'],
    ['server', { address: 'x'.repeat(200), password: 'x'.repeat(100) }, null],
    ['server', { address: 'x'.repeat(201) }, 'address'],
    ['server', { address: ' ' }, 'address'],
    ['server', { address: 'x', password: 'x'.repeat(101) }, 'password'],
  ])('takes what is not too long: %s %#', async (path, body, field) => {
    const answer = await own.send(home.captain, {
      path: `/matches/${match}/${path}`,
      body: { ...body },
    });
    expect(answer.body.error?.field ?? null).toBe(field);
  });

  it('has one server, whoever named it last, with no password where none was said', async () => {
    const path = `/matches/${match}/server`;
    await own.act(home.captain, { path, body: { address: 'one', password: 'secret' } });
    await own.act(away.captain, { path, body: { address: ' two ' } });
    const kept = await own.database.query(
      'select address, password, set_by from private.match_servers where match_id = $1',
      [match],
    );
    expect(kept).toEqual([{ address: 'two', password: '', set_by: away.captain.person_id }]);
    const { server } = await own.act(home.player, { path, method: 'GET' });
    expect(server).toMatchObject({ address: 'two', password: '' });
  });
});
