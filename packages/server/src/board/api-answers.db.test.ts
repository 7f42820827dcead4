import { afterAll, beforeAll, expect, it } from 'vitest';
import { verify } from '../engine/replay/verify.ts';
import { cleanUp } from '../jobs/clean-up.ts';
import { type ApiLeague, createApiLeague, day, type TestTeam } from '../testing/api-league.ts';

let own: ApiLeague;
let home: TestTeam;
let away: TestTeam;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  home = await own.addTeam('Home', null);
  away = await own.addTeam('Away', null);
});
afterAll(async () => {
  expect(await verify(own.database)).toMatchObject({ difference: null });
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

const about = {
  game: 'battlefield6',
  region: 'EU',
  zone: 'Europe/Helsinki',
  evenings: [],
  languages: ['en'],
  text: 'We look.',
};

async function post(team: TestTeam, kind: string, more: object = {}): Promise<string> {
  const body = { ...about, kind, team: team.slug, ...more };
  return String((await own.act(team.captain, { path: '/boards', body })).id);
}

it('turns a player’s answer into an invitation by name', async () => {
  const [wanda, eve] = [await own.addPerson('Wanda'), await own.addPerson('Eve')];
  const id = await post(home, 'team_seeks_player');
  const answer = { path: `/boards/${id}/answers`, body: { words: 'I am free on Sundays.' } };
  const { id: given } = await own.act(wanda, answer);
  expect((await own.send(wanda, answer)).body.error?.code).toBe('already_asked');
  expect((await own.send(home.player, answer)).body.error?.code).toBe('already_member');
  const accept = { path: `/boards/answers/${given}/acceptance` };
  expect((await own.send(eve, accept)).body.error?.code).toBe('not_captain');
  expect((await own.send(away.captain, accept)).body.error?.code).toBe('not_captain');
  expect((await own.send(wanda, accept)).body.error?.code).toBe('not_captain');
  const { invite } = await own.act(home.captain, accept);
  expect((await own.send(wanda, answer)).body.error?.code).toBe('already_asked');
  expect((await own.send(home.captain, accept)).status).toBe(404);
  const withdrawal = { path: `/boards/answers/${given}`, method: 'DELETE' as const };
  const late = await own.send(wanda, withdrawal);
  expect([late.status, late.body.error]).toEqual([
    409,
    { code: 'answer_settled', params: { status: 'accepted' } },
  ]);
  expect((await own.send(home.captain, withdrawal)).status).toBe(404);
  await own.act(wanda, { path: `/teams/${home.slug}/join`, body: { invite } });
  const { id: second } = await own.act(eve, answer);
  expect(
    (await own.send(wanda, { path: `/boards/answers/${second}`, method: 'DELETE' })).status,
  ).toBe(404);
  await own.act(home.captain, { path: `/boards/answers/${second}/decline` });
  expect(
    (await own.send(eve, { path: `/boards/answers/${second}`, method: 'DELETE' })).body.error,
  ).toMatchObject({ code: 'answer_settled', params: { status: 'declined' } });
  expect(
    (await own.send(home.captain, { path: `/boards/answers/${second}/acceptance` })).status,
  ).toBe(404);
});

it('lets a captain invite who seeks a team, and nobody else', async () => {
  const seeker = await own.addPerson('Seeker');
  const body = { ...about, kind: 'player_seeks_team' };
  const { id } = await own.act(seeker, { path: '/boards', body });
  const invite = { path: `/boards/${id}/invitation`, body: { team: home.slug } };
  expect((await own.send(away.captain, invite)).body.error?.code).toBe('not_captain');
  expect((await own.send(seeker, { path: `/boards/${id}/answers` })).body.error?.code).toBe(
    'nothing_asked',
  );
  const { invite: made } = await own.act(home.captain, invite);
  expect((await own.send(home.captain, invite)).body.error?.code).toBe('already_asked');
  await own.act(seeker, { path: `/teams/${home.slug}/join`, body: { invite: made } });
  const role = await own.database.query('select role from public.rosters where person_id = $1', [
    seeker.person_id,
  ]);
  expect(role).toEqual([{ role: 'player' }]);
});

it('takes times only for a scrim, each once and within two weeks; the notice ends with the last', async () => {
  const send = (kind: string, times: unknown) =>
    own.send(away.captain, { path: '/boards', body: { ...about, kind, team: away.slug, times } });
  expect((await send('team_seeks_player', [own.at(2)])).body.error).toMatchObject({
    code: 'field_invalid',
    field: 'times',
  });
  expect((await send('scrim', [own.at(2), own.at(2)])).body.error?.code).toBe('times_not_distinct');
  expect((await send('scrim', [own.at(-1)])).body.error?.code).toBe('time_out_of_window');
  expect((await send('scrim', [own.at(20)])).body.error?.code).toBe('time_out_of_window');
  const made = await send('scrim', [own.at(4), own.at(3)]);
  expect(made.body.data).toMatchObject({ expires_at: own.at(4) });
  await own.act(away.captain, { path: `/boards/${made.body.data?.id}`, method: 'DELETE' });
});

it('turns an answer of another captain into a scrim with a room for both teams', async () => {
  const times = [own.at(2), own.at(3)];
  const id = await post(home, 'scrim', { times });
  const path = `/boards/${id}/answers`;
  const give = (team: string, starts_at: unknown) =>
    own.send(away.captain, { path, body: { team, starts_at } });
  expect((await give(away.slug, own.at(4))).body.error?.code).toBe('time_not_offered');
  expect((await give(away.slug, undefined)).body.error).toMatchObject({
    code: 'field_invalid',
    field: 'starts_at',
  });
  expect((await give(home.slug, times[0])).body.error?.code).toBe('not_captain');
  const selfMade = await own.send(home.captain, {
    path,
    body: { team: home.slug, starts_at: times[0] },
  });
  expect(selfMade.body.error).toMatchObject({ code: 'field_invalid', field: 'team' });
  const given = await give(away.slug, times[1]);
  const accept = { path: `/boards/answers/${given.body.data?.id}/acceptance` };
  expect((await own.send(away.captain, accept)).body.error?.code).toBe('not_captain');
  const both = await Promise.all([own.send(home.captain, accept), own.send(home.captain, accept)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  const scrim = String(both.find(({ status }) => status === 200)?.body.data?.scrim);
  expect((await own.send(away.captain, { path })).status).toBe(404);

  const room = `/scrims/${scrim}`;
  const stranger = await own.addPerson('Stranger');
  const say = { path: `${room}/messages`, body: { text: 'Which map?' } };
  expect((await own.send(stranger, say)).body.error?.code).toBe('not_member');
  await own.act(away.player, say);
  const server = { path: `${room}/server`, body: { address: '10.0.0.1:27015', password: 'x' } };
  expect((await own.send(away.player, server)).body.error?.code).toBe('not_captain');
  await own.act(home.captain, server);
  const cancel = { path: `${room}/cancellation`, body: { reason: 'Two are ill' } };
  expect((await own.send(home.player, cancel)).body.error?.code).toBe('not_captain');
  await own.act(away.captain, cancel);
  expect((await own.send(home.captain, cancel)).body.error?.code).toBe('scrim_over');
  expect((await own.send(home.captain, { path: '/scrims/nonsense/cancellation' })).status).toBe(
    404,
  );
});

// Seen to fail with the answer settled whatever has become of it: then a scrim is agreed on what was taken back.
it.each(['acceptance', 'withdrawal'])(
  'lets one of an acceptance and a withdrawal in the same moment win: the %s that came first',
  async (first) => {
    const id = await post(home, 'scrim', { times: [own.at(2)] });
    const body = { team: away.slug, starts_at: own.at(2) };
    const answer = await own.act(away.captain, { path: `/boards/${id}/answers`, body });
    const path = `/boards/answers/${answer.id}`;
    const accept = () => own.send(home.captain, { path: `${path}/acceptance` });
    const withdraw = () => own.send(away.captain, { path, method: 'DELETE' });
    const [one, other] = first === 'acceptance' ? [accept, withdraw] : [withdraw, accept];
    const countScrims = () => own.database.query('select id from private.scrims');
    const before = await countScrims();
    const waiting: ReturnType<typeof accept>[] = [];
    await own.database.transaction(async (transaction) => {
      await transaction.query('select 1 from private.board_answers where id = $1 for update', [
        answer.id,
      ]);
      for (const send of [one, other]) {
        waiting.push(send());
        const blocked = `select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        await expect
          .poll(() => own.database.query(blocked), { timeout: 60_000 })
          .toHaveLength(waiting.length);
      }
    });
    const answers = await Promise.all(waiting);
    expect(answers.map(({ status }) => status)).toEqual([200, 404]);
    const agreed = (await countScrims()).length - before.length;
    expect(agreed).toBe(first === 'acceptance' ? 1 : 0);
    const left = await own.database.query('select 1 from private.board_answers where id = $1', [
      answer.id,
    ]);
    expect(left).toEqual([]);
    // An agreed scrim has taken the notice down.
    await own.send(home.captain, { path: `/boards/${id}`, method: 'DELETE' });
  },
);

it('agrees on no scrim with a team that has disbanded since it answered', async () => {
  const id = await post(home, 'scrim', { times: [own.at(2)] });
  const gone = await own.addTeam('Gone', null);
  const body = { team: gone.slug, starts_at: own.at(2) };
  const { id: given } = await own.act(gone.captain, { path: `/boards/${id}/answers`, body });
  await own.act(gone.captain, { path: `/teams/${gone.slug}/disband` });
  const accept = { path: `/boards/answers/${given}/acceptance` };
  expect((await own.send(home.captain, accept)).status).toBe(404);
  await own.act(home.captain, { path: `/boards/${id}`, method: 'DELETE' });
});

it('takes no answer to a notice of a team that has disbanded since', async () => {
  const over = await own.addTeam('Over', null);
  const id = await post(over, 'scrim', { times: [own.at(2)] });
  const body = { team: away.slug, starts_at: own.at(2) };
  await own.database.query('update public.teams set disbanded_at = $2 where id = $1', [
    ...[over.id, own.league.now()],
  ]);
  const answer = { path: `/boards/${id}/answers`, body };
  expect((await own.send(away.captain, answer)).status).toBe(404);
  await own.database.query('update public.teams set disbanded_at = null where id = $1', [over.id]);
  await own.act(over.captain, { path: `/boards/${id}`, method: 'DELETE' });
});

it('tells each side what the other has done', async () => {
  const told = await own.database.query<{ line: string }>(
    `select distinct p.username || ' ' || n.kind as line from private.notices n
     join public.profiles p on p.id = n.person_id
     where n.kind like 'board%' or n.kind like 'scrim%' order by 1`,
  );
  expect(told.map(({ line }) => line)).toEqual([
    'Away captain scrim_agreed',
    'Eve board_declined',
    'Home captain board_answered',
    'Home captain scrim_off',
  ]);
});

it('gives a scrim to the side that sought it at home, with what was agreed', async () => {
  const host = await own.addTeam('Host', null);
  const guest = await own.addTeam('Guest', null);
  const id = await post(host, 'scrim', { zone: 'America/New_York' });
  const answer = { team: guest.slug, starts_at: own.at(2) };
  const { id: given } = await own.act(guest.captain, {
    path: `/boards/${id}/answers`,
    body: answer,
  });
  const { scrim } = await own.act(host.captain, { path: `/boards/answers/${given}/acceptance` });
  const [row] = await own.database.query(
    `select home_team_id, away_team_id, game_slug, starts_at, zone, agreed_at from private.scrims where id = $1`,
    [scrim],
  );
  expect(row).toEqual({
    ...{ home_team_id: host.id, away_team_id: guest.id, game_slug: 'battlefield6' },
    ...{ starts_at: new Date(own.at(2)), zone: 'America/New_York', agreed_at: own.league.now() },
  });
  await own.database.query('delete from private.notices where match_id is null');
  await own.database.query('delete from private.scrims where id = $1', [scrim]);
});

it('agrees on a scrim until its hour, and no more at it', async () => {
  const host = await own.addTeam('Slow', null);
  const id = await post(host, 'scrim');
  const begun = own.league.now().getTime();
  const starts_at = new Date(begun + 60_000).toISOString();
  const body = { team: away.slug, starts_at };
  const { id: given } = await own.act(away.captain, { path: `/boards/${id}/answers`, body });
  const accept = () => own.send(host.captain, { path: `/boards/answers/${given}/acceptance` });
  own.moveTo(starts_at);
  expect((await accept()).body.error).toMatchObject({
    code: 'time_out_of_window',
    field: 'starts_at',
  });
  own.moveTo(new Date(Date.parse(starts_at) - 1).toISOString());
  const { scrim } = (await accept()).body.data ?? {};
  own.moveTo(new Date(begun).toISOString());
  expect(scrim).toBeDefined();
  await own.database.query('delete from private.scrims where id = $1', [scrim]);
});

it('takes no answer to a notice, and none of an answer, that admins took out of sight', async () => {
  const person = await own.addPerson('Seen');
  const host = await own.addTeam('Hidden', null);
  const id = await post(host, 'team_seeks_player');
  const hide = (table: string, which: unknown, at: Date | null) =>
    own.database.query(`update ${table} set hidden_at = $2 where id = $1`, [which, at]);
  const answer = { path: `/boards/${id}/answers` };
  await hide('public.board_posts', id, own.league.now());
  expect((await own.send(person, answer)).status).toBe(404);
  await hide('public.board_posts', id, null);
  const { id: given } = await own.act(person, answer);
  const accept = { path: `/boards/answers/${given}/acceptance` };
  await hide('private.board_answers', given, own.league.now());
  expect((await own.send(host.captain, accept)).status).toBe(404);
  await hide('private.board_answers', given, null);
  await own.act(host.captain, accept);
});

it('takes another answer from whom it declined, with three hundred characters and no more', async () => {
  const person = await own.addPerson('Patient');
  const host = await own.addTeam('Picky', null);
  const id = await post(host, 'team_seeks_player');
  const answer = (length: number) =>
    own.send(person, { path: `/boards/${id}/answers`, body: { words: 'x'.repeat(length) } });
  expect((await answer(301)).body.error).toMatchObject({ code: 'field_invalid', field: 'words' });
  const first = await answer(300);
  await own.act(host.captain, { path: `/boards/answers/${first.body.data?.id}/decline` });
  await own.database.query(`delete from private.notices where person_id = $1`, [person.person_id]);
  expect((await answer(0)).status).toBe(200);
});

it('answers ten times a minute, and no eleventh', async () => {
  const person = await own.addPerson('Hasty');
  const host = await own.addTeam('Popular', null);
  const id = await post(host, 'team_seeks_player');
  const codes: (string | undefined)[] = [];
  for (let time = 0; time < 11; time += 1) {
    codes.push((await own.send(person, { path: `/boards/${id}/answers` })).body.error?.code);
  }
  expect(codes).toEqual([undefined, ...Array(9).fill('already_asked'), 'rate_limited']);
});

it('invites nobody by a notice of a team', async () => {
  const host = await own.addTeam('Seeking', null);
  const id = await post(host, 'team_seeks_player');
  const invite = { path: `/boards/${id}/invitation`, body: { team: away.slug } };
  expect((await own.send(away.captain, invite)).body.error?.code).toBe('nothing_asked');
});

it('takes no answer to a notice of who may not write now, and invites nobody by it', async () => {
  const admin = await own.addAdmin('Warden');
  const [seeker, asker] = [await own.addPerson('Silenced'), await own.addPerson('Asker')];
  const host = await own.addTeam('Muted', null);
  const lone = { ...about, kind: 'player_seeks_team' };
  const { id: sought } = await own.act(seeker, { path: '/boards', body: lone });
  const invite = { path: `/boards/${sought}/invitation`, body: { team: home.slug } };
  const answer = { path: `/boards/${await post(host, 'team_seeks_player')}/answers` };
  const sanctions: unknown[] = [];
  for (const { person_id } of [seeker, host.captain]) {
    const body = { person: person_id, kind: 'mute', until: own.at(3), reason: 'Insults' };
    sanctions.push((await own.act(admin, { path: '/sanctions', body })).sanction);
  }
  for (const [who, call] of [
    [home.captain, invite],
    [asker, answer],
  ] as const) {
    expect((await own.send(who, call)).body.error).toMatchObject({
      code: 'not_found',
      params: { what: 'post' },
    });
  }
  for (const sanction of sanctions) {
    const path = `/sanctions/${sanction}`;
    await own.act(admin, { path, method: 'DELETE', body: { reason: 'Sorry said' } });
  }
  expect((await own.send(home.captain, invite)).status).toBe(200);
  expect((await own.send(asker, answer)).status).toBe(200);
  await own.database.query('delete from private.notices where match_id is null');
});

it('takes no answer to a team’s notice whose author does not lead the team any more, nor settles one', async () => {
  const [early, asker] = [await own.addPerson('Early asker'), await own.addPerson('Late asker')];
  const host = await own.addTeam('Handed on', null);
  const answer = { path: `/boards/${await post(host, 'team_seeks_player')}/answers` };
  const { id: given } = await own.act(early, answer);
  const accept = { path: `/boards/answers/${given}/acceptance` };
  const member = `/teams/${host.slug}/members/${host.player.person_id}`;
  await own.act(host.captain, { path: member, body: { role: 'co_captain' } });
  const setRole = (role: string) =>
    own.database.query(
      'update public.rosters set role = $3 where team_id = $1 and person_id = $2',
      [...[host.id, host.captain.person_id, role]],
    );
  await setRole('player');
  const gone = { code: 'not_found', params: { what: 'post' } };
  expect((await own.send(asker, answer)).body.error).toMatchObject(gone);
  expect((await own.send(host.player, accept)).body.error).toMatchObject(gone);
  await setRole('captain');
  expect((await own.send(asker, answer)).status).toBe(200);
  expect((await own.send(host.player, accept)).status).toBe(200);
  await own.database.query('delete from private.notices where match_id is null');
});

it('tells nobody of their own answer', async () => {
  const [one, two] = [await own.addTeam('Left', null), await own.addTeam('Right', null)];
  const { code } = await own.act(one.captain, { path: `/teams/${one.slug}/invites` });
  await own.act(two.captain, { path: `/teams/${one.slug}/join`, body: { code } });
  const member = `/teams/${one.slug}/members/${two.captain.person_id}`;
  await own.act(one.captain, { path: member, body: { role: 'co_captain' } });
  const id = await post(one, 'scrim');
  const body = { team: two.slug, starts_at: own.at(2) };
  await own.act(two.captain, { path: `/boards/${id}/answers`, body });
  const told = await own.database.query<{ person_id: string }>(
    `delete from private.notices where kind = 'board_answered' and person_id = any ($1) returning person_id`,
    [[one.captain.person_id, two.captain.person_id]],
  );
  expect(told.map(({ person_id }) => person_id)).toEqual([one.captain.person_id]);
});

it('forgets what is past', async () => {
  const id = await post(away, 'scrim', { times: [own.at(1)] });
  const other = await own.addTeam('Third', null);
  await own.act(other.captain, {
    path: `/boards/${id}/answers`,
    body: { team: other.slug, starts_at: own.at(1) },
  });
  own.moveTo(new Date(Date.parse(own.at(0)) + 60 * day).toISOString());
  const late = { path: `/boards/${id}/answers`, body: { team: other.slug, starts_at: own.at(1) } };
  expect((await own.send(other.captain, late)).status).toBe(404);
  await cleanUp(own.league);
  for (const table of ['public.board_posts', 'private.board_answers', 'private.scrims']) {
    expect(await own.database.query(`select 1 from ${table}`)).toEqual([]);
  }
});
