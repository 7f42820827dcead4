import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { loadHome } from '../home/page.ts';
import { loadTeam } from '../team/page.ts';
import {
  type ApiLeague,
  createApiLeague,
  startMatch,
  type TestTeam,
  toScores,
} from '../testing/api-league.ts';
import { loadMatch } from './page.ts';

let own: ApiLeague;
let home: TestTeam;
let away: TestTeam;
let match: string;
let maps: string[];

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  away = await own.addTeam('Away', 'tanks');
  home = await own.addTeam('Home', 'tanks');
  ({ match, maps } = await startMatch(own, 'tanks', [home, away]));
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

const toInput = (viewer: Viewer | null, params: Record<string, string>) => ({
  ...{ database: own.database, viewer, locale: 'en', zone: 'UTC', now: own.league.now(), params },
  url: new URL('http://localhost:3000/'),
});
const look = async (viewer: Viewer | null = null, id = match) =>
  (await loadMatch(toInput(viewer, { id }))) ?? expect.fail();
const set = (change: string) => own.database.query(`update ${change}`);

/** Something that somebody brought, so many seconds from now. */
async function bring(who: Viewer, side: string, seconds: number, hidden = false): Promise<string> {
  const id = randomUUID();
  const added = new Date(own.league.now().getTime() + seconds * 1000);
  await own.database.query(
    `insert into private.match_evidence (id, match_id, person_id, kind, url, side, added_at, hidden_at)
     values ($1::uuid, $2, $3, 'link', 'https://clips.test/' || $1::text, $4, $5, $6)`,
    [id, match, who.person_id, side, added, hidden ? added : null],
  );
  return id;
}

describe('the page of a match', () => {
  it('has the last two hundred things that were said, the oldest first', async () => {
    await own.database.query(
      `insert into private.match_messages (id, match_id, person_id, text, sent_at)
       select gen_random_uuid(), $1, $2, n::text, timestamptz '2026-11-01' + n * interval '1 minute'
       from generate_series(1, 201) n`,
      [match, home.player.person_id],
    );
    const texts = (await look(home.captain)).room?.messages.map(({ text }) => text);
    expect(texts).toEqual(Array.from({ length: 200 }, (_, place) => String(place + 2)));
    await own.database.query('delete from private.match_messages');
  });

  it('has what the sides brought as it came, without what was hidden, and says what is one’s own', async () => {
    const second = await bring(away.player, 'defender', 2);
    const first = await bring(home.captain, 'challenger', 1);
    await bring(home.captain, 'challenger', 3, true);
    const { evidence, names } = await look(home.captain);
    expect(evidence).toMatchObject({
      pieces: [
        { id: first, side: 'challenger', kind: 'link', is_own: true, bytes: null },
        { id: second, side: 'defender', url: `https://clips.test/${second}`, is_own: false },
      ],
      ...{ may_bring: true, is_public_later: true },
    });
    expect(names.people[away.player.person_id]?.username).toBe('Away player');
    expect((await look()).evidence).toBeNull();
  });

  it('has of each side who may play from when, and what its reports said', async () => {
    const body = { scores: toScores(maps, 'challenger') };
    await own.act(home.captain, { path: `/matches/${match}/report`, body });
    const at = own.league.now().toISOString();
    const { sides, season, ladder, ...page } = await look();
    expect(ladder).toMatchObject({
      ...{ slug: 'tanks', name: 'tanks', format: 'rung', region: '', zone: 'UTC', is_test: false },
      game: { slug: 'battlefield6', name: 'Battlefield 6' },
    });
    expect(page).toMatchObject({ number: 1, status: 'reported', ended_at: null });
    expect(season).toEqual({ name: 'Season 1', is_demo: false, is_open: true });
    expect(sides).toMatchObject({
      challenger: {
        ...{ name: 'Home', tag: 'HOME', logo: null, rung_then: 2, rung_now: 2, wins: 0, losses: 0 },
        reported: { at, winner: 'challenger', scores: body.scores },
      },
      defender: { name: 'Away', rung_then: 1, rung_now: 1, form: '', reported: null },
    });
    const [player] = sides.challenger.people.slice(1);
    expect([player?.username, player?.user_id]).toEqual(['Home player', home.player.user_id]);
    expect(player?.eligible_from).not.toBeNull();
    await set(`public.teams set logo_path = '/api/logos/one' where slug = 'home'`);
    expect((await look()).sides.challenger.logo).toBe('/api/logos/one');
  });

  it('asks nobody for anything once its season is over', async () => {
    const acts = async () => (await look()).acts.defender.map(({ act }) => act);
    expect(await acts()).toEqual(['confirm_report']);
    await set(`public.seasons set status = 'closed'`);
    expect(await acts()).toEqual([]);
    expect((await look()).season.is_open).toBe(false);
    await set(`public.seasons set status = 'open'`);
  });

  it('shows everybody what was brought once it is over, unless its rules keep it to the sides', async () => {
    await own.act(away.captain, { path: `/matches/${match}/report/confirmation` });
    const shown = async (viewer: Viewer | null = null) => {
      const { evidence } = await look(viewer);
      return [evidence?.pieces.length, evidence?.may_bring, evidence?.is_public_later];
    };
    expect(await shown()).toEqual([2, false, true]);
    const keep = (to: string) =>
      set(`public.seasons set rules = jsonb_set(rules, '{report,evidenceShown}', '"${to}"')`);
    await keep('sides');
    expect((await look()).evidence).toBeNull();
    expect((await shown(home.player))[2]).toBe(false);
    await keep('everybody');
  });

  it('has the rungs of then and of now, and what each came to', async () => {
    const { sides, result } = await look();
    expect(result?.winner).toBe('challenger');
    expect(sides).toMatchObject({
      challenger: { rung_then: 2, rung_now: 1, wins: 1, losses: 0, form: 'W' },
      defender: { rung_then: 1, rung_now: 2, wins: 0, losses: 1, form: 'L' },
    });
  });
});

it('is one line of lists elsewhere, with all that these show of it', async () => {
  const [row] = await own.database.query<{ ended_at: Date; starts_at: Date }>(
    'select ended_at, starts_at from public.matches where id = $1',
    [match],
  );
  const line = {
    id: match,
    ladder: { slug: 'tanks', name: 'tanks' },
    status: 'completed',
    starts_at: row?.starts_at.toISOString(),
    deadline: null,
    ended_at: row?.ended_at.toISOString(),
    challenger: { name: 'Home', href: '/teams/home', logo: '/api/logos/one', is_team: true },
    defender: { name: 'Away', href: '/teams/away', logo: null, is_team: true },
    ...{ winner: 'challenger', challenger_score: 2, defender_score: 0, own_side: null },
    climb: { from: 2, to: 1, others: 1 },
  };
  expect((await loadHome(toInput(null, {})))?.results).toEqual([line]);
  const ofTeam = (slug: string) => loadTeam(toInput(null, { slug }));
  expect((await ofTeam('home'))?.results).toEqual([{ ...line, own_side: 'challenger' }]);
  expect((await ofTeam('away'))?.results).toEqual([{ ...line, own_side: 'defender' }]);
  await set(
    `public.matches set deadline = '2026-12-01T00:00:00Z', status = 'disputed', ended_at = null`,
  );
  expect((await ofTeam('away'))?.open_matches).toMatchObject([
    { deadline: '2026-12-01T00:00:00.000Z', ended_at: null },
  ]);
});

describe('the words of a case', () => {
  it('are the reason of its judge for everybody, and what the sides wrote for those in the room', async () => {
    await own.addLadder('golf');
    const late = await own.addTeam('Late', 'golf');
    const early = await own.addTeam('Early', 'golf');
    const played = await startMatch(own, 'golf', [early, late]);
    const path = `/matches/${played.match}`;
    for (const [team, winner] of [
      [early, 'challenger'],
      [late, 'defender'],
    ] as const) {
      const body = { scores: toScores(played.maps, winner) };
      await own.act(team.captain, { path: `${path}/report`, body });
    }
    await own.act(early.captain, { path: `${path}/statements`, body: { text: 'Look at it.' } });
    const judge = await own.addAdmin('Judge');
    await own.act(judge, { path: `${path}/case` });
    const holder = async (viewer: Viewer | null) => (await look(viewer, played.match)).holder;
    expect(await holder(judge)).toMatchObject({ username: 'Judge', is_own: true });
    expect(await holder(late.player)).toMatchObject({ username: 'Judge', is_own: false });
    expect(await holder(null)).toBeNull();
    const words = async (viewer: Viewer | null) =>
      Object.values((await look(viewer, played.match)).texts).sort();
    expect([await words(late.player), await words(null)]).toEqual([['Look at it.'], []]);
    const outcome = { kind: 'completed', winner: 'challenger', scores: [] };
    const body = { outcome, rule: 'report', reason: 'It is clear.' };
    await own.act(judge, { path: `${path}/ruling`, body });
    expect(await words(late.player)).toEqual(['It is clear.', 'Look at it.']);
    expect(await words(null)).toEqual(['It is clear.']);
    expect(await holder(judge)).toBeNull();
    await own.act(late.captain, { path: `${path}/appeal`, body: { statement: 'It is not.' } });
    expect(await words(null)).toEqual(['It is clear.']);
    expect(await words(early.player)).toEqual(['It is clear.', 'It is not.', 'Look at it.']);
  });
});
