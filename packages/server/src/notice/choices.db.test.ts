import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { listKinds } from '@muster/site/pages/notices/kinds.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import {
  type ApiLeague,
  createApiLeague,
  type TestTeam,
  testNonce,
} from '../testing/api-league.ts';
import { createUnsubscribeToken, getUnsubscribeSecret } from './unsubscribe-token.ts';

let own: ApiLeague;
let first: TestTeam;
let second: TestTeam;

beforeEach(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  first = await own.addTeam('Treadheads', 'tanks');
  second = await own.addTeam('Kaarna', 'tanks');
  await own.database.query(
    `update auth.users set email = id || '@league.test', email_confirmed_at = now()`,
  );
  await own.database.query('delete from private.notices');
});
afterEach(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

async function challenge(): Promise<string> {
  const body = { entry: second.entry, opponent: first.entry, maps: ['Nexus'], nonce: testNonce };
  const { match } = await own.act(second.captain, { path: '/ladders/tanks/challenges', body });
  return String(match);
}

const choose = (who: Viewer, body: Record<string, unknown>) =>
  own.act(who, { path: '/me/notices/choices', body });

/** What has come to somebody, and by which way. */
const listOf = ({ person_id }: Viewer) =>
  own.database.query(
    'select kind, in_page, by_mail from private.notices where person_id = $1 order by created_at, kind',
    [person_id],
  );

const choicesOf = async ({ person_id }: Viewer) => {
  const [row] = await own.database.query<{ notifications: Record<string, unknown> }>(
    'select notifications from private.person_settings where person_id = $1',
    [person_id],
  );
  return row?.notifications ?? {};
};

describe('a kind that somebody has switched off', () => {
  it('is not sent while its neighbours are', async () => {
    const { captain } = first;
    await choose(captain, { kinds: ['challenged'], page: false, mail: false });
    const match = await challenge();
    expect(await listOf(captain)).toEqual([]);
    const body = { version: 1 };
    await own.act(second.captain, { path: `/matches/${match}/withdrawal`, body });
    expect(await listOf(captain)).toEqual([
      { kind: 'challenge_withdrawn', in_page: true, by_mail: true },
    ]);
  });

  it('is left out of one way only where only that is switched off', async () => {
    await choose(first.captain, { kinds: ['challenged'], page: false });
    const match = await challenge();
    expect(await listOf(first.captain)).toEqual([
      { kind: 'challenged', in_page: false, by_mail: true },
    ]);
    const unread = { method: 'GET', path: '/me/notices/unread' } as const;
    expect((await own.send(first.captain, unread)).body.data).toMatchObject({ count: 0 });
    await choose(first.captain, { kinds: ['challenge_withdrawn'], mail: false });
    const body = { version: 1 };
    await own.act(second.captain, { path: `/matches/${match}/withdrawal`, body });
    expect(await listOf(first.captain)).toContainEqual({
      kind: 'challenge_withdrawn',
      in_page: true,
      by_mail: false,
    });
  });

  it('may be a whole group, which leaves the other way of each kind as it was', async () => {
    const { captain } = first;
    await choose(captain, { kinds: ['challenged'], page: false });
    await choose(captain, { kinds: listKinds('challenges'), mail: false });
    const chosen = await choicesOf(captain);
    expect(Object.keys(chosen).sort()).toEqual(listKinds('challenges').sort());
    expect(chosen).toMatchObject({
      challenged: { page: false, mail: false },
      times_offered: { mail: false },
    });
  });

  it('must be one that there is', async () => {
    const kinds = ['everything'];
    const wrong = { path: '/me/notices/choices', body: { kinds, page: true } };
    expect((await own.send(first.captain, wrong)).status).toBe(400);
    const none = { path: '/me/notices/choices', body: { kinds: [], page: true } };
    expect((await own.send(first.captain, none)).status).toBe(400);
    expect(await choicesOf(first.captain)).toEqual({});
  });
});

describe('what was chosen by group before', () => {
  it('holds for each kind of the group', async () => {
    const { captain, player } = first;
    const old = { challenges: { page: true, mail: false }, talk: { page: false, mail: true } };
    await own.database.query(
      'insert into private.person_settings (person_id, notifications) values ($1, $2), ($3, $4)',
      [captain.person_id, JSON.stringify(old), player.person_id, '{}'],
    );
    const file = '../../../../supabase/migrations/20260108000300_choose_notices_by_kind.sql';
    await own.database.query(await readFile(fileURLToPath(new URL(file, import.meta.url)), 'utf8'));
    const kinds = listKinds('challenges').map((kind) => [kind, old.challenges]);
    expect(await choicesOf(captain)).toEqual({
      ...Object.fromEntries(kinds),
      match_talk: old.talk,
    });
    expect(await choicesOf(player)).toEqual({});
    await challenge();
    expect(await listOf(captain)).toEqual([{ kind: 'challenged', in_page: true, by_mail: false }]);
  });

  it('is still ended by the link of an old mail', async () => {
    const { captain } = first;
    const secret = await getUnsubscribeSecret(own.database);
    const token = createUnsubscribeToken(secret, {
      person_id: captain.person_id,
      subject: 'reports',
    });
    const url = `http://localhost:3000/api/unsubscribe?token=${token}`;
    const question = await (await own.app.request(url)).text();
    expect(question).toContain('Ei enää sähköpostia: Ilmoitetut tulokset');
    expect((await own.app.request(url, { method: 'POST' })).status).toBe(200);
    expect(await choicesOf(captain)).toEqual({
      reported_against: { mail: false },
      reports_differ: { mail: false },
      correction_asked: { mail: false },
      forfeit_announced: { mail: false },
      forfeit_taken_back: { mail: false },
    });
  });
});
