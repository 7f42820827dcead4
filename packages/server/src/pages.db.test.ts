import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@muster/database/testing';
import type { LeagueEvent } from '@muster/league';
import { describe, expect, it } from 'vitest';
import { loadAccount } from './account/page.ts';
import { loadAdmins } from './admin/page.ts';
import { loadArchive, loadArchives } from './archive/page.ts';
import { loadArchiveDebug } from './archive/page-debug.ts';
import { loadArticle } from './article/page.ts';
import { loadBoards } from './board/page.ts';
import { projectRulings } from './engine/project/findings.ts';
import { loadGame } from './game/page.ts';
import { loadAbout } from './site-page/page-about.ts';
import { closeTestSeason } from './testing/close-season.ts';
import { createTestLeague, toInput } from './testing/test-league.ts';

describe('a game’s page', () => {
  it('makes its text safe HTML and lists its ladders', async () => {
    await using test = await createTestDatabase();
    await createTestLeague(test.database);
    const data = await loadGame(toInput(test.database, { params: { game: 'battlefield6' } }));
    expect(data).toMatchObject({
      name: 'Battlefield 6',
      tagline: 'Walls',
      facts: [{ key: 'released', value: '2025' }],
      ladders: [{ slug: 'tanks', entries: 3 }],
    });
    expect(data?.about).toEqual([
      { tag: 'p', children: ['About it.'] },
      { tag: 'p', children: ['<b>raw</b>'] },
    ]);
  });

  it('is not found for a game without a casual page, or none', async () => {
    await using test = await createTestDatabase();
    await createTestLeague(test.database);
    await test.database.query('update public.games set has_casual_page = false');
    for (const game of ['battlefield6', 'chess']) {
      expect(await loadGame(toInput(test.database, { params: { game } }))).toBeNull();
    }
  });
});

describe('an article', () => {
  it('is shown from its publication on, in the reader’s language', async () => {
    await using test = await createTestDatabase();
    await test.database.query(
      `insert into public.articles (slug, title, summary, body, published_at) values
       ('out', '{"en":"Out","fi":"Ulkona"}', '{"en":"It is"}', '{"en":"## Head\\n\\nText"}', '2026-11-01T00:00:00Z'),
       ('later', '{"en":"Later"}', '{}', '{"en":"x"}', '2026-12-01T00:00:00Z'),
       ('draft', '{"en":"Draft"}', '{}', '{"en":"x"}', null)`,
    );
    const input = toInput(test.database, { params: { slug: 'out' } });
    expect(await loadArticle(input)).toMatchObject({
      title: 'Out',
      body: [
        { tag: 'h2', children: ['Head'] },
        { tag: 'p', children: ['Text'] },
      ],
      others: [],
    });
    expect((await loadArticle({ ...input, locale: 'fi' }))?.title).toBe('Ulkona');
    for (const slug of ['later', 'draft', 'none']) {
      expect(await loadArticle(toInput(test.database, { params: { slug } }))).toBeNull();
    }
  });
});

describe('the archives', () => {
  it('hold closed seasons with their final places, and rows of their own', async () => {
    await using test = await createTestDatabase();
    const league = await createTestLeague(test.database);
    const { treadheads } = league;
    await test.database.query('update public.entries set final_place = 1 where id = $1', [
      treadheads.entry_id,
    ]);
    await closeTestSeason(test.database, league);
    await test.database.query(
      `insert into public.archives (slug, title, content, closed_at)
       values ('old', '{"en":"Old"}', '{"standings":[{"name":"A","wins":3},{"x":1},"y"]}', '2024-01-31T00:00:00Z')`,
    );
    const list = await loadArchives(toInput(test.database));
    expect(list?.archives).toMatchObject([
      { slug: 'tanks-season-1', title: 'Tanks · Season 1', ladder: { slug: 'tanks' } },
      { slug: 'old', title: 'Old', ladder: null },
    ]);
    const look = (archive: string) => loadArchive(toInput(test.database, { params: { archive } }));
    expect(await look('tanks-season-1')).toMatchObject({
      season: 'Season 1',
      standings: [{ place: 1, who: { name: 'Treadheads', href: '/teams/treadheads' } }],
    });
    expect((await look('old'))?.standings).toMatchObject([
      { place: 1, who: { name: 'A', href: null }, wins: 3, losses: null, draws: null },
    ]);
    expect(await look('none')).toBeNull();
  });

  it('show their raw content to whoever asks', async () => {
    await using test = await createTestDatabase();
    await test.database.query(
      `insert into public.archives (slug, title, content, closed_at)
       values ('old', '{"en":"Old"}', '{"kind":"history"}', '2024-01-31T00:00:00Z')`,
    );
    const look = (path: string) => loadArchiveDebug(toInput(test.database, { path }));
    expect(await look('/archives/debug')).toMatchObject({
      archives: [{ slug: 'old', title: 'Old' }],
      chosen: null,
      unknown: null,
    });
    const chosen = (await look('/archives/debug?archive=old'))?.chosen;
    expect(JSON.parse(chosen?.text ?? '')).toMatchObject({ content: { kind: 'history' } });
    expect((await look('/archives/debug?archive=no'))?.unknown).toBe('no');
  });
});

describe('the smaller pages', () => {
  it('give figures about the league, and who is short of people', async () => {
    await using test = await createTestDatabase();
    await createTestLeague(test.database);
    expect((await loadAbout(toInput(test.database)))?.figures).toEqual({
      teams: 3,
      people: 7,
      matches: 0,
      events: 0,
    });
    expect((await loadBoards(toInput(test.database)))?.short_teams).toHaveLength(3);
  });

  it('say of each admin how many rulings they gave, how fast, and how many fell', async () => {
    await using test = await createTestDatabase();
    const { ladder, kaarna, loner } = await createTestLeague(test.database);
    await test.database.query(
      `insert into public.admins (person_id, ladder_id) values ($1, null), ($2, $3)`,
      [loner.id, kaarna.captain.id, ladder.id],
    );
    await test.database.query(`insert into public.stream_heads (stream) values ('ladder:x')`);
    const [one, two] = [randomUUID(), randomUUID()];
    const events: [type: string, at: string, actor: string | null, data: object][] = [
      ['match_disputed', '2026-11-01T00:00:00Z', null, { dispute_id: one }],
      ['ruling_given', '2026-11-01T06:00:00Z', loner.id, { dispute_id: one }],
      ['result_disputed', '2026-11-02T00:00:00Z', null, { dispute_id: two }],
      ['ruling_given', '2026-11-02T10:00:00Z', loner.id, { dispute_id: two }],
      ['appeal_decided', '2026-11-03T00:00:00Z', null, { dispute_id: two, status: 'overturned' }],
    ];
    const match = randomUUID();
    await test.database.transaction(async (transaction) => {
      const written: LeagueEvent[] = [];
      // There is no such match, of which anybody could be the judge.
      await transaction.query('set local session_replication_role = replica');
      for (const [index, [type, at, actor, data]] of events.entries()) {
        written.push(
          ...(await transaction.query<LeagueEvent>(
            `insert into public.league_events (id, stream, sequence, match_id, type, version, actor_id, at, data, previous_hash, hash)
             values (gen_random_uuid(), 'ladder:x', $1, $6, $2, 1, $3, $4, $5, repeat('0', 64), repeat('0', 64))
             returning id, type, data`,
            [index + 1, type, actor, at, JSON.stringify(data), match],
          )),
        );
      }
      await transaction.query('set local session_replication_role = origin');
      for (const event of written) {
        await projectRulings(transaction, [event]);
      }
    });
    expect(await loadAdmins(toInput(test.database))).toMatchObject({
      rulings: 2,
      median_hours: 8,
      admins: [
        { username: 'Loner', is_site_admin: true, rulings: 2, median_hours: 8, overturned: 1 },
        {
          username: 'Kaarna captain',
          is_site_admin: false,
          ladders: [{ slug: 'tanks', name: 'Tanks' }],
          rulings: 0,
          median_hours: null,
        },
      ],
    });
  });

  it('keep the account page to its owner', async () => {
    await using test = await createTestDatabase();
    expect(await loadAccount(toInput(test.database))).toBeNull();
  });
});
