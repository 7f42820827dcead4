import { randomUUID } from 'node:crypto';
import type { DeskItem } from '@muster/site/pages/admins/data.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { day, hour, startMatch } from '../testing/api-league.ts';
import { type Cast, createCast } from '../testing/cast.ts';
import { toInput } from '../testing/test-league.ts';
import { loadAdmins } from './page.ts';

let cast: Cast;
let match: string;
let steward: Viewer;
let judge: Viewer;

beforeAll(async () => {
  cast = await createCast();
  const { own, home, away, people } = cast;
  steward = people['site admin'] ?? home.captain;
  judge = people["the ladder's admin"] ?? home.captain;
  ({ match } = await startMatch(own, 'tanks', [home, away]));
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const list = async (viewer: Viewer): Promise<DeskItem[]> => {
  const data = await loadAdmins({
    ...toInput(cast.own.database, { path: '/admins' }),
    ...{ viewer, now: cast.own.league.now() },
  });
  return data?.desk?.items ?? [];
};
const later = (milliseconds: number) =>
  new Date(cast.own.league.now().getTime() + milliseconds).toISOString();

/** What the office of a ladder's admin, given to somebody for a while, shows them. */
async function lend<Shown>(person: Viewer, look: () => Promise<Shown>): Promise<Shown> {
  await cast.own.database.query(
    `insert into public.admins (person_id, ladder_id) select $1, id from public.ladders where slug = 'tanks'`,
    [person.person_id],
  );
  const shown = await look();
  await cast.own.database.query('delete from public.admins where person_id = $1', [
    person.person_id,
  ]);
  return shown;
}

describe('an appeal against a sanction', () => {
  it('is answered by whoever neither gave it nor plays with who bears it, within a week', async () => {
    const { own, home, away } = cast;
    const [ladder] = await own.database.query<{ id: string }>(
      `select id from public.ladders where slug = 'tanks'`,
    );
    const person = home.player.person_id;
    const given = { person, kind: 'mute', ladder: ladder?.id, reason: 'Rude.' };
    const { sanction } = await own.act(judge, { path: '/sanctions', body: given });
    const path = `/sanctions/${sanction}/appeal`;
    await own.act(home.player, { path, body: { text: 'I did not.' } });
    const find = async (viewer: Viewer) =>
      (await list(viewer)).find(({ kind }) => kind === 'sanction_appeal');
    const href = `/admins/people/Home%20player#sanction-${sanction}`;
    expect(await find(steward)).toMatchObject({
      ...{ id: sanction, person: 'Home player', reason: 'mute', has_part: false, match: null },
      ...{ since: own.league.now().toISOString(), until: later(7 * day), holder: null },
      ...{ ladder: { slug: 'tanks' }, act: { href, does: 'answer' } },
    });
    const parts = [
      (await find(judge))?.act.does,
      await lend(home.captain, async () => (await find(home.captain))?.act.does),
      await lend(home.player, async () => (await find(home.player))?.act.does),
      await lend(away.captain, async () => (await find(away.captain))?.act.does),
    ];
    expect(parts).toEqual(['look', 'look', 'look', 'answer']);
    await own.act(steward, { path: `${path}/claim` });
    expect((await find(steward))?.holder).toEqual({
      ...{ username: 'Steward', is_own: true, since: own.league.now().toISOString() },
      until: later(hour / 2),
    });
    expect((await find(judge))?.holder?.is_own).toBe(false);
    await own.act(steward, { path: `${path}/answer`, body: { is_granted: false, reason: 'No.' } });
    expect(await find(steward)).toBeUndefined();
  });
});

describe('where something is acted on', () => {
  const stand = (change: string) =>
    cast.own.database.query(`update public.matches set ${change} where id = $1`, [match]);

  it('is a match by its number among its ladder’s, or its own page for who has a part in it', async () => {
    await stand('deadline = null');
    const find = async (viewer: Viewer) => (await list(viewer)).find(({ id }) => id === match);
    expect(await find(steward)).toMatchObject({
      ...{ kind: 'match', reason: 'halted', has_part: false, until: null, run: null, thing: null },
      match: { number: 1, challenger: { name: 'Home' }, defender: { name: 'Away' } },
      act: { href: '/ladders/tanks/admin?q=1#deadlines', does: 'help' },
    });
    const { player } = cast.home;
    expect(await lend(player, async () => find(player))).toMatchObject({
      ...{ has_part: true, act: { href: `/matches/${match}`, does: 'look' } },
    });
  });

  it('is a run among those that wait, after all else, or its ladder for who drove it', async () => {
    const id = randomUUID();
    await cast.own.database.query(
      `insert into public.runs (id, season_id, entry_id, person_id, stage, time_ms, penalty_ms, status, submitted_at)
       select $1, m.season_id, m.challenger_entry_id, $2, 'Pass', 100, 0, 'submitted', timestamptz '2026-01-01'
       from public.matches m where m.id = $3`,
      [id, cast.home.player.person_id, match],
    );
    const items = await list(steward);
    expect(items.map(({ kind }) => kind)).toEqual(['match', 'run']);
    expect(items[1]).toMatchObject({
      ...{ id, reason: 'submitted', since: '2026-01-01T00:00:00.000Z', match: null },
      run: { driver: { name: 'Home', href: '/teams/home' }, stage: 'Pass' },
      act: { href: '/ladders/tanks#waiting', does: 'confirm' },
    });
    const { player, captain } = cast.home;
    const find = async (viewer: Viewer) =>
      (await list(viewer)).find(({ kind }) => kind === 'run')?.act;
    expect(await lend(player, async () => find(player))).toEqual({
      ...{ href: '/ladders/tanks', does: 'look' },
    });
    expect((await lend(captain, async () => find(captain)))?.does).toBe('confirm');
    await cast.own.database.query('delete from public.runs');
    await stand(`deadline = '${later(day)}'`);
  });

  it('is a case with what most reported, counting people alone, and its appeal for who did not decide it', async () => {
    const { database } = cast.own;
    const id = randomUUID();
    await database.query(
      `insert into private.cases (id, kind, subject, opened_at) values ($1, 'team', $2, $3)`,
      [id, cast.third.id, cast.own.league.now()],
    );
    for (const reason of ['flagged', 'flagged', 'flagged', 'insult', 'spam']) {
      await database.query(
        `insert into private.reports (id, case_id, reason, snapshot, reported_at) values (gen_random_uuid(), $1, $2, '{"title":"Named so"}', now())`,
        [id, reason],
      );
    }
    const [item] = await list(steward);
    expect(item).toMatchObject({
      ...{
        kind: 'case',
        reason: 'flagged',
        thing: { kind: 'team', title: 'Named so', reports: 2 },
      },
      ...{ until: null, act: { href: `/admins/cases/${id}`, does: 'decide' } },
    });
    const second = await cast.own.addAdmin('Second');
    await database.query(
      `update private.cases set status = 'appealed', decided_at = $2, decided_by = $3, appealed_at = $2, appeal = 'No.' where id = $1`,
      [id, cast.own.league.now(), steward.person_id],
    );
    const [appeal] = await list(second);
    expect(appeal).toMatchObject({
      ...{ kind: 'case_appeal', since: cast.own.league.now().toISOString(), until: later(7 * day) },
      act: { href: `/admins/cases/${id}`, does: 'decide' },
    });
    expect((await list(steward))[0]).toMatchObject({ has_part: true, act: { does: 'look' } });
    await database.query('delete from private.cases');
  });
});
