import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { cleanUp } from '../jobs/clean-up.ts';
import { type ApiLeague, createRacingLeague, type TestTeam } from '../testing/api-league.ts';

let own: ApiLeague;
let kaarna: TestTeam;
let dust: TestTeam;
let loner: Viewer;

const body = {
  kind: 'player_seeks_team',
  game: 'battlefield6',
  region: 'EU',
  zone: 'Europe/Helsinki',
  evenings: [5, 1, 5],
  languages: ['fi', 'en', 'fi'],
  text: ' Gunner, calm, two evenings a week. ',
};

beforeAll(async () => {
  own = await createRacingLeague();
  await own.addLadder('tanks');
  kaarna = await own.addTeam('Kaarna', null);
  dust = await own.addTeam('Dust', null);
  loner = await own.addPerson('Loner');
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

const post = (who: Viewer | null, more: object = {}, headers = {}) =>
  own.send(who, { path: '/boards', body: { ...body, ...more }, headers });
const listKinds = (who: Viewer) =>
  own.database.query<{ kind: string; evenings: number[]; languages: string[]; text: string }>(
    'select kind, evenings, languages, text from public.board_posts where person_id = $1 order by kind',
    [who.person_id],
  );

describe('a notice', () => {
  it('is put up once a kind, by who is signed in on our own pages', async () => {
    expect((await post(null)).status).toBe(401);
    expect((await post(loner, {}, { origin: 'https://evil.example' })).status).toBe(403);
    const made = await post(loner);
    expect(made).toMatchObject({ status: 200, body: { data: { expires_at: own.at(14, 12) } } });
    expect(await listKinds(loner)).toEqual([
      {
        kind: 'player_seeks_team',
        evenings: [1, 5],
        languages: ['fi', 'en'],
        text: 'Gunner, calm, two evenings a week.',
      },
    ]);
    expect(await post(loner, { text: 'Another' })).toMatchObject({
      status: 409,
      body: { error: { code: 'already_exists', field: 'kind' } },
    });
  });

  it('is one where two arrive at once', async () => {
    const person = await own.addPerson('Twice');
    const answers = await Promise.all([post(person), post(person)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await listKinds(person)).toHaveLength(1);
  });

  it('names the field that is wrong, and changes nothing', async () => {
    const stranger = await own.addPerson('Stranger');
    for (const [more, field] of [
      [{ kind: 'clan' }, 'kind'],
      [{ game: 'chess' }, 'game'],
      [{ region: 'XX' }, 'region'],
      [{ zone: 'Mars/Base' }, 'zone'],
      [{ evenings: [8] }, 'evenings.0'],
      [{ languages: [] }, 'languages'],
      [{ text: '   ' }, 'text'],
      [{ text: 'x'.repeat(501) }, 'text'],
      [{ team: kaarna.slug }, 'team'],
      [{ kind: 'scrim' }, 'team'],
    ] as const) {
      const answer = await post(stranger, more);
      expect([answer.status, answer.body.error?.field]).toEqual([expect.any(Number), field]);
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
    expect(await listKinds(stranger)).toEqual([]);
  });

  it('speaks for a team only by its captain or a co-captain', async () => {
    const scrim = { kind: 'scrim', team: kaarna.slug };
    for (const who of [loner, kaarna.player, dust.captain]) {
      expect(await post(who, scrim)).toMatchObject({
        status: 403,
        body: { error: { code: 'not_captain' } },
      });
    }
    expect((await post(kaarna.captain, scrim)).status).toBe(200);
    await own.act(kaarna.captain, {
      path: `/teams/${kaarna.slug}/members/${kaarna.player.person_id}`,
      body: { role: 'co_captain' },
    });
    expect((await post(kaarna.player, scrim)).status).toBe(200);
  });

  const seven = ['en', 'es', 'fr', 'de', 'pl', 'pt', 'fi'];
  it.each<[string, object, object, string]>([
    ['500 characters', { text: 'x'.repeat(500) }, { text: 'x'.repeat(501) }, 'text'],
    ['the first day of the week', { evenings: [1] }, { evenings: [0] }, 'evenings.0'],
    ['the last', { evenings: [7] }, { evenings: [8] }, 'evenings.0'],
    [
      'every evening',
      { evenings: [1, 2, 3, 4, 5, 6, 7] },
      { evenings: [1, 2, 3, 4, 5, 6, 7, 7] },
      'evenings',
    ],
    ['every language', { languages: seven }, { languages: [...seven, 'fi'] }, 'languages'],
  ])('has room for %s, and for no more', async (_what, most, over, field) => {
    const person = await own.addPerson('Wordy');
    expect(await post(person, over)).toMatchObject({
      status: 400,
      body: { error: { code: 'field_invalid', field } },
    });
    expect((await post(person, most)).status).toBe(200);
  });

  it('offers five times for a scrim, and no sixth', async () => {
    const { captain, slug } = await own.addTeam('Punctual', null);
    const times = [1, 2, 3, 4, 5, 6].map((days) => own.at(days));
    const offer = (count: number) =>
      post(captain, { kind: 'scrim', team: slug, times: times.slice(0, count) });
    expect((await offer(6)).body.error?.field).toBe('times');
    expect((await offer(5)).status).toBe(200);
  });

  it('is of a game that is played still', async () => {
    const person = await own.addPerson('Nostalgic');
    const retire = (at: Date | null) =>
      own.database.query('update public.games set retired_at = $1', [at]);
    await retire(own.league.now());
    const refused = await post(person);
    await retire(null);
    expect(refused.body.error).toEqual({
      code: 'not_found',
      params: { what: 'game', id: 'battlefield6' },
      field: 'game',
    });
    expect((await post(person)).status).toBe(200);
  });

  it('speaks for no team that has disbanded, whoever is still written down as its captain', async () => {
    const { captain, slug, id } = await own.addTeam('Parted', null);
    const end = (at: Date | null) =>
      own.database.query('update public.teams set disbanded_at = $2 where id = $1', [id, at]);
    const scrim = { kind: 'scrim', team: slug };
    await end(own.league.now());
    const refused = await post(captain, scrim);
    await end(null);
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { code: 'not_captain', field: 'team' } },
    });
    expect((await post(captain, scrim)).status).toBe(200);
  });

  it('is not for who is muted', async () => {
    const admin = await own.addAdmin('Admin');
    const loud = await own.addPerson('Loud');
    await own.act(admin, {
      path: '/sanctions',
      body: { person: loud.person_id, kind: 'mute', until: own.at(3), reason: 'Insults' },
    });
    expect(await post(loud)).toMatchObject({
      status: 403,
      body: { error: { code: 'muted', params: { until: own.at(3) } } },
    });
  });

  it('is taken down by its author or who leads its team, and by nobody else', async () => {
    const { id } = await own.act(dust.captain, {
      path: '/boards',
      body: { ...body, kind: 'team_seeks_player', team: dust.slug },
    });
    const down = (who: Viewer | null, at = id) =>
      own.send(who, { method: 'DELETE', path: `/boards/${at}` });
    expect((await down(null)).status).toBe(401);
    expect((await down(loner)).status).toBe(404);
    expect((await down(dust.player)).status).toBe(404);
    expect((await down(dust.captain, 'nothing')).status).toBe(404);
    expect((await down(dust.captain)).status).toBe(200);
    expect(await listKinds(dust.captain)).toEqual([]);
  });

  it('is not put up by the dozen', async () => {
    const person = await own.addPerson('Eager');
    const statuses: number[] = [];
    for (let time = 0; time < 11; time += 1) {
      statuses.push((await post(person, { text: `Try ${time}` })).status);
    }
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409), 429]);
  });

  it('makes way for the next after two weeks, and is swept away', async () => {
    own.moveTo(own.at(15));
    expect((await post(loner, { text: 'Again' })).status).toBe(200);
    expect((await listKinds(loner)).map(({ text }) => text)).toEqual(['Again']);
    await cleanUp(own.league);
    const left = await own.database.query('select person_id from public.board_posts');
    expect(left).toEqual([{ person_id: loner.person_id }]);
  });
});
