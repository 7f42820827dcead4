import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { connect } from '@muster/database';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type ApiLeague,
  createRacingLeague,
  day,
  hour,
  scheduleMatch,
  type TestTeam,
  testNonce,
} from '../testing/api-league.ts';
import { beatHeart, forgiveOutage, runDueClocks } from './clock.ts';
import { createLeague } from './league.ts';
import { verify } from './replay/verify.ts';

const slugs = ['one', 'two', 'three'] as const;
const teams = new Map<string, [TestTeam, TestTeam]>();
let own: ApiLeague;

beforeAll(async () => {
  own = await createRacingLeague();
  for (const [index, slug] of slugs.entries()) {
    await own.addLadder(slug);
    const upper = await own.addTeam(`A${100 + index} Riders`, slug);
    const lower = await own.addTeam(`B${100 + index} Riders`, slug);
    teams.set(slug, [lower, upper]);
  }
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

/** How long another process may take to start and to come so far, in milliseconds. */
const patience = 300_000;

const getPair = (slug: string) => teams.get(slug) as [TestTeam, TestTeam];
const toInstant = (epoch: number) => new Date(epoch).toISOString();

/** The lower of the two challenges the upper. */
async function challenge(slug: string): Promise<string> {
  const pair = getPair(slug);
  const [upper] = await own.database.query<{ id: string }>(
    'select id from public.entries where id = any($1::uuid[]) order by rung limit 1',
    [pair.map(({ entry }) => entry)],
  );
  const [from, to] = pair[0].entry === upper?.id ? [pair[1], pair[0]] : pair;
  const body = { entry: from.entry, opponent: to.entry, nonce: testNonce };
  const made = await own.act(from.captain, { path: `/ladders/${slug}/challenges`, body });
  return String(made.match);
}

interface Row {
  status: string;
  deadline: Date | null;
}

async function getMatch(id: string): Promise<Row> {
  const [row] = await own.database.query<Row>(
    'select status, deadline from public.matches where id = $1',
    [id],
  );
  return row as Row;
}

/** The events of the matches since an instant, in the order of their logs. */
async function listEvents(matches: readonly string[]): Promise<{ type: string; at: Date }[]> {
  return own.database.query(
    `select type, at from public.league_events where match_id = any($1::uuid[]) order by stream, sequence`,
    [matches],
  );
}

describe('the clock', () => {
  it('after days of standing still decides each deadline as if it had been there, in its order', async () => {
    const { match } = await scheduleMatch(own, 'one', getPair('one'));
    const before = await listEvents([match]);
    const now = own.league.now().getTime();
    own.moveTo(toInstant(now + 20 * day));
    expect(await runDueClocks(own.league)).toBeGreaterThan(1);
    const after = (await listEvents([match])).slice(before.length);
    expect(after.map(({ type }) => type)).toEqual([
      'check_in_opened',
      'match_voided',
      'strike_given',
      'strike_given',
    ]);
    const opened = after[0]?.at.getTime() ?? 0;
    expect((after[1]?.at.getTime() ?? 0) - opened).toBe(40 * 60_000);
    expect(opened).toBeLessThan(now + 3 * day);
    expect(await runDueClocks(own.league)).toBe(0);
    expect(await verify(own.database)).toMatchObject({ difference: null });
  });

  it('runs in one process at a time, and decides each deadline once', async () => {
    const matches = await Promise.all(slugs.map(challenge));
    own.moveTo(toInstant(own.league.now().getTime() + 4 * day));
    const others = [connect(own.database.url), connect(own.database.url)];
    const leagues = [own.league, ...others.map((other) => createLeague(other, own.league.now))];
    const steps = await Promise.all(leagues.map((league) => runDueClocks(league)));
    await Promise.all(others.map((other) => other.close()));
    expect(steps.filter((taken) => taken > 0)).toHaveLength(1);
    const results = (await listEvents(matches)).filter(({ type }) => type === 'match_forfeited');
    expect(results).toHaveLength(slugs.length);
    expect(await verify(own.database)).toMatchObject({ difference: null });
  });

  it('is taken over from a process that dies in the middle of a batch, with nothing lost or done twice', async () => {
    const matches: string[] = [];
    // Each some days later, so that the order in which they fall due is known.
    for (const slug of slugs) {
      own.moveTo(toInstant(own.league.now().getTime() + day));
      matches.push(await challenge(slug));
    }
    const now = toInstant(own.league.now().getTime() + 5 * day);
    own.moveTo(now);
    const script = fileURLToPath(new URL('testing/clock-process.ts', import.meta.url));
    const [, held] = matches;
    await own.database.transaction(async (transaction) => {
      // The batch comes as far as the second ladder, whose head somebody holds, and stands there.
      await transaction.query(
        `select 1 from public.stream_heads where stream = (
           select s.stream from public.matches m join public.seasons s on s.id = m.season_id where m.id = $1)
         for update`,
        [held],
      );
      const dying = spawn(process.execPath, [script, own.database.url, now]);
      await vi.waitFor(
        async () => expect((await getMatch(matches[0] ?? '')).deadline).toBeNull(),
        patience,
      );
      dying.kill('SIGKILL');
      await once(dying, 'exit');
    });
    await vi.waitFor(async () => {
      await runDueClocks(own.league);
      expect((await getMatch(matches[2] ?? '')).deadline).toBeNull();
    }, patience);
    const ends = (await listEvents(matches)).filter(({ type }) => type !== 'challenge_made');
    expect(ends).toHaveLength(slugs.length);
    expect(await verify(own.database)).toMatchObject({ difference: null });
  });
});

describe('an outage', () => {
  it('forfeits nobody: what it touched moves by its length, once', async () => {
    const match = await challenge('two');
    const { deadline } = await getMatch(match);
    await beatHeart(own.league);
    const gap = 5 * day;
    own.moveTo(toInstant(own.league.now().getTime() + gap));
    await forgiveOutage(own.league);
    expect((await getMatch(match)).deadline?.getTime()).toBe((deadline?.getTime() ?? 0) + gap);
    // Another process that starts at the same moment finds the heart beating.
    await forgiveOutage(own.league);
    expect((await getMatch(match)).deadline?.getTime()).toBe((deadline?.getTime() ?? 0) + gap);
    await runDueClocks(own.league);
    expect((await getMatch(match)).status).toBe('challenged');
    expect(await verify(own.database)).toMatchObject({ difference: null });
  });

  it('leaves what came to pass within it to its end: the log has no line that is older than the one before', async () => {
    const { entry, captain } = await own.addTeam('Resting', 'two');
    const from = own.league.now();
    await own.act(captain, {
      path: `/entries/${entry}/rest`,
      body: { from: toInstant(from.getTime()), days: 1 },
    });
    await beatHeart(own.league);
    own.moveTo(toInstant(from.getTime() + 2 * day));
    await forgiveOutage(own.league);
    await runDueClocks(own.league);
    const lines = await own.database.query<{ type: string; at: Date }>(
      `select type, at from public.league_events
       where type in ('deadlines_extended', 'rest_ended') and at > $1 order by sequence`,
      [from],
    );
    const at = own.league.now();
    expect(lines).toEqual([
      { type: 'deadlines_extended', at },
      { type: 'rest_ended', at },
    ]);
    expect(await verify(own.database)).toMatchObject({ difference: null });
  });

  it('is no outage below ten minutes', async () => {
    const match = await challenge('three');
    const { deadline } = await getMatch(match);
    await beatHeart(own.league);
    const tenMinutes = hour / 6;
    own.moveTo(toInstant(own.league.now().getTime() + tenMinutes));
    await forgiveOutage(own.league);
    expect((await getMatch(match)).deadline).toEqual(deadline);
    // It has left a sign of life; a moment longer is one.
    own.moveTo(toInstant(own.league.now().getTime() + tenMinutes + 1));
    await forgiveOutage(own.league);
    const moved = (deadline?.getTime() ?? 0) + tenMinutes + 1;
    expect((await getMatch(match)).deadline?.getTime()).toBe(moved);
  });

  it('leaves what was due before it as it was', async () => {
    const match = await challenge('one');
    const { deadline } = await getMatch(match);
    own.moveTo(toInstant((deadline?.getTime() ?? 0) + 60_000));
    await own.database.query('update private.heartbeats set beat_at = $1', [own.league.now()]);
    own.moveTo(toInstant(own.league.now().getTime() + day));
    await forgiveOutage(own.league);
    expect((await getMatch(match)).deadline).toBeNull();
  });
});

it('the sign of life goes not back where the clock of one process is behind', async () => {
  const beat = async (instant: number) => {
    await beatHeart(createLeague(own.database, () => new Date(instant)));
    const [row] = await own.database.query<{ beat_at: Date }>(
      'select beat_at from private.heartbeats',
    );
    return row?.beat_at.getTime();
  };
  const now = own.league.now().getTime() + day;
  expect(await beat(now)).toBe(now);
  expect(await beat(now - hour)).toBe(now);
  expect(await beat(now + 1)).toBe(now + 1);
});
