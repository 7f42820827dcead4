import { randomUUID } from 'node:crypto';
import type { RulingData } from '@muster/site/pages/ruling/data.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { hour, startMatch, toScores } from '../testing/api-league.ts';
import { type Cast, createCast } from '../testing/cast.ts';
import { loadRuling } from './page-ruling.ts';

/** What whoever rules looks at beside the match: how the two met before, and what was ruled before. */

let cast: Cast;
let match: string;
let ladder: { id: string; season: string; golf: string };

const query = <Row>(text: string, values: unknown[] = []) =>
  cast.own.database.query<Row>(text, values);

beforeAll(async () => {
  cast = await createCast();
  const { own, home, away } = cast;
  const made = await startMatch(own, 'tanks', [home, away]);
  match = made.match;
  for (const [team, winner] of [
    [home, 'challenger'],
    [away, 'defender'],
  ] as const) {
    const body = { scores: toScores(made.maps, winner) };
    await own.act(team.captain, { path: `/matches/${match}/report`, body });
  }
  const [row] = await query<typeof ladder>(
    `select l.id, s.id as season, (select id from public.ladders where slug = 'golf') as golf
     from public.ladders l join public.seasons s on s.ladder_id = l.id where l.slug = 'tanks'`,
  );
  ladder = row ?? expect.fail();
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const now = () => cast.own.league.now();
const ago = (hours: number) => new Date(now().getTime() - hours * hour).toISOString();

async function open(viewer: Viewer | null = cast.people['site admin']): Promise<RulingData> {
  const data = await loadRuling({
    ...{ database: cast.own.database, viewer, now: now(), params: { id: match } },
    ...{ url: new URL('http://localhost/x'), locale: 'en', zone: 'UTC' },
  });
  return data ?? expect.fail();
}

it('says of an open dispute what it is about, since when and by when, and of a closed season that nobody rules', async () => {
  const [row] = await query<{ opened: string; aimed: string }>(
    `select state ->> 'opened_at' as opened, state ->> 'ruling_aimed_at' as aimed
     from private.stream_members where collection = 'disputes'`,
  );
  expect(await open()).toMatchObject({
    match: { id: match },
    refusal: null,
    open: {
      ...{ kind: 'dispute', reason: 'reports_differ', holder: null },
      ...{ opened_at: row?.opened, aimed_at: row?.aimed },
    },
  });
  await query(`update public.seasons set status = 'closed'`);
  const closed = await open();
  await query(`update public.seasons set status = 'open'`);
  expect(closed.refusal).toBe('season_closed');
});

describe('the meetings of the two', () => {
  async function meet(
    [challenger, defender]: [string, string],
    hours: number,
    status = 'completed',
  ): Promise<string> {
    const id = randomUUID();
    await query(
      `insert into public.matches (id, ladder_id, season_id, number, challenger_entry_id, defender_entry_id, status,
         version, challenged_at, ended_at, winner)
       values ($1, $2, $3, (select max(number) + 1 from public.matches), $4, $5, $6, 1, $7, $7,
         case when $6 = 'completed' then 'defender' end)`,
      [id, ladder.id, ladder.season, challenger, defender, status, ago(hours)],
    );
    return id;
  }

  it('are their last ten with a result, whoever challenged and in whichever entry', async () => {
    const { home, away, third } = cast;
    const former = randomUUID();
    await query(
      `insert into public.entries (id, season_id, team_id, status, joined_at, last_active_at)
       select $1, s.id, $2, 'active', now(), now() from public.seasons s where s.ladder_id = $3`,
      [former, home.id, ladder.golf],
    );
    const both: [string, string] = [home.entry, away.entry];
    const ids = [
      await meet([away.entry, former], 5, 'forfeited'),
      await meet([away.entry, home.entry], 3, 'voided'),
      await meet(both, 4),
    ];
    await meet(both, 1, 'cancelled');
    await meet([home.entry, third.entry], 2);
    await meet([third.entry, away.entry], 2);
    const { meetings } = await open();
    expect(meetings.map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]]);
    expect(meetings[1]).toMatchObject({ winner: 'defender', own_side: null, status: 'completed' });
    for (let hours = 11; hours <= 18; hours += 1) {
      ids.push(await meet(both, hours));
    }
    const all = (await open()).meetings.map(({ id }) => id);
    expect(all).toEqual([ids[1], ids[2], ids[0], ...ids.slice(3, 10)]);
  });
});

describe('what was ruled before', () => {
  let sequence = 1000;

  async function log(type: string, of: string, hours: number, more: object = {}): Promise<void> {
    sequence += 1;
    const { data = {}, actor = cast.people.stranger?.person_id } = more as {
      data?: object;
      actor?: string | null;
    };
    await query(
      `insert into public.league_events
         (id, stream, sequence, ladder_id, match_id, type, version, actor_id, at, data, previous_hash, hash)
       values ($1, 'ladder:' || $2::text, $3, $2::uuid, $4, $5, 1, $6, $7, $8, repeat('a', 64), repeat('a', 64))`,
      [randomUUID(), ladder.golf, sequence, of, type, actor, ago(hours), JSON.stringify(data)],
    );
  }

  it('is for those in office, with the hours since it was last disputed or appealed; eighty, the newest first', async () => {
    const [one, other, nobody] = [randomUUID(), randomUUID(), randomUUID()];
    const text = randomUUID();
    // Whoever judged in the demonstration had no office.
    await query('update public.profiles set is_demo = true where id = $1', [
      cast.people.stranger?.person_id,
    ]);
    await query(`insert into private.event_texts (id, salt, text) values ($1, 's', 'So it was.')`, [
      text,
    ]);
    const ruling = (kind: string, status: string) => ({
      data: { rule: 'report', outcome: { kind }, status, text: { text_id: text } },
    });
    await log('match_disputed', one, 50);
    await log('result_disputed', one, 40);
    await log('ruling_given', one, 30, ruling('voided', 'overturned'));
    await log('appeal_made', one, 29);
    await log('match_disputed', one, 28);
    await log('appeal_decided', one, 9, ruling('upheld', 'upheld'));
    await log('ruling_given', other, 20, ruling('forfeited', 'upheld'));
    await log('match_voided', other, 8, ruling('voided', 'upheld'));
    await log('appeal_decided', nobody, 7, { ...ruling('upheld', 'upheld'), actor: null });
    await log('ruling_given', match, 6, ruling('upheld', 'upheld'));
    const { precedents } = await open();
    const about = { ladder: { slug: 'golf', name: 'golf' }, rule: 'report', by: 'Stranger' };
    const rest = { ...about, reason: 'So it was.' };
    expect(precedents).toEqual([
      {
        ...{ ...rest, match_id: one, at: ago(9), outcome: 'upheld', status: 'upheld' },
        ...{ is_appeal: true, hours: 20 },
      },
      {
        ...{ ...rest, match_id: other, at: ago(20), outcome: 'forfeited', status: 'upheld' },
        ...{ is_appeal: false, hours: null },
      },
      {
        ...{ ...rest, match_id: one, at: ago(30), outcome: 'voided', status: 'overturned' },
        ...{ is_appeal: false, hours: 10 },
      },
    ]);
    const seen: string[] = [];
    for (const [name, viewer] of Object.entries(cast.people)) {
      if ((await open(viewer)).precedents.length > 0) {
        seen.push(name);
      }
    }
    expect(seen).toEqual(["the ladder's admin", 'site admin']);
    for (let hours = 100; hours < 179; hours += 1) {
      await log('ruling_given', other, hours, ruling('upheld', 'upheld'));
    }
    // The match's own ruling is one of the eighty that are looked through.
    const all = (await open()).precedents;
    expect([all.length, all.at(-1)?.at]).toEqual([79, ago(175)]);
  });
});
