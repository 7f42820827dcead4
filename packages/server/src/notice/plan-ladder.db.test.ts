import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { runDueClocks } from '../engine/clock.ts';
import {
  type ApiLeague,
  createApiLeague,
  day,
  scheduleMatch,
  type TestTeam,
} from '../testing/api-league.ts';
import { runDueReminders } from './reminders.ts';
import { type NoticeRow, noticeColumns, noticeTables, toNotice } from './row.ts';
import { toNoticeWords } from './words.ts';

const reason = 'As the rules say.';
let own: ApiLeague;
let judge: Viewer;

beforeEach(async () => {
  own = await createApiLeague();
  judge = await own.addAdmin('Judge');
});
afterEach(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

interface Told {
  username: string;
  kind: string;
  data: Record<string, unknown>;
}

/** Who was told what since this was asked last. */
async function takeTold(): Promise<Told[]> {
  return own.database.query<Told>(
    `with taken as (delete from private.notices returning *)
     select p.username, t.kind, t.data from taken t join public.profiles p on p.id = t.person_id
     order by p.username, t.kind`,
  );
}

const takeLines = async () =>
  (await takeTold()).map(({ username, kind }) => `${username}: ${kind}`);

/** The clock of two processes comes at an instant, and comes again. */
async function passTo(instant: number): Promise<void> {
  own.moveTo(new Date(instant).toISOString());
  await Promise.all([runDueClocks(own.league), runDueClocks(own.league)]);
  await runDueClocks(own.league);
}

const pastOf = (days: number) => own.league.now().getTime() + days * day;

describe('an entry on the ladder', () => {
  let first: TestTeam;
  let second: TestTeam;

  beforeEach(async () => {
    await own.addLadder('tanks');
    first = await own.addTeam('Treadheads', 'tanks');
    second = await own.addTeam('Kaarna', 'tanks');
    const path = `/teams/${second.slug}/members/${second.player.person_id}`;
    await own.act(second.captain, { path, body: { role: 'co_captain' } });
    await takeTold();
  });

  const desk = (entry: string, act: string, body = {}) =>
    own.act(judge, { path: `/ladders/tanks/entries/${entry}/${act}`, body: { ...body, reason } });

  it('tells whoever is on the rosters of both sides once', async () => {
    const { code } = await own.act(second.captain, { path: `/teams/${second.slug}/invites` });
    await own.act(first.player, { path: `/teams/${second.slug}/join`, body: { code } });
    await takeTold();
    const { starts_at } = await scheduleMatch(own, 'tanks', [second, first]);
    const ofBoth = async () =>
      (await takeLines()).filter((line) => line.startsWith(first.player.username));
    expect(await ofBoth()).toEqual(['Treadheads player: match_scheduled']);
    own.moveTo(new Date(Date.parse(starts_at) - day + 1000).toISOString());
    await runDueReminders(own.league);
    expect(await ofBoth()).toEqual(['Treadheads player: match_in_day']);
  });

  it('hears once that its rest is over, through those who lead it', async () => {
    await own.act(second.captain, { path: `/entries/${second.entry}/rest`, body: { days: 2 } });
    await passTo(pastOf(1));
    expect(await takeLines()).toEqual([]);
    await passTo(pastOf(1) + 1000);
    expect(await takeLines()).toEqual(['Kaarna captain: rest_ended', 'Kaarna player: rest_ended']);
  });

  it('is warned of standing idle, then moved down, then taken off', async () => {
    await own.addTeam('Third', 'tanks');
    const started = own.league.now().getTime();
    await takeTold();
    await passTo(started + 21 * day + 1000);
    const warned = await takeTold();
    expect(warned.filter(({ data }) => data.team === 'Kaarna')).toEqual(
      ['Kaarna captain', 'Kaarna player'].map((username) => ({
        username,
        kind: 'idle_warned',
        data: { team: 'Kaarna', by: new Date(started + 30 * day).toISOString() },
      })),
    );
    await passTo(started + 30 * day + 1000);
    const dropped = await takeLines();
    expect(dropped.filter((line) => line.startsWith('Kaarna'))).toEqual([
      'Kaarna captain: idle_dropped',
      'Kaarna player: idle_dropped',
    ]);
    await passTo(started + 60 * day + 1000);
    const removed = (await takeLines()).filter((line) => line.includes('entry_removed'));
    expect(removed).toContain('Kaarna captain: entry_removed');
    expect(new Set(removed).size).toBe(removed.length);
  });

  it('hears of strikes, of the suspension by the third, and of its end', async () => {
    await desk(second.entry, 'strikes');
    expect(await takeLines()).toEqual([
      'Kaarna captain: strike_given',
      'Kaarna player: strike_given',
    ]);
    await desk(second.entry, 'strikes');
    await takeTold();
    await desk(second.entry, 'strikes');
    expect(await takeLines()).toEqual([
      'Kaarna captain: entry_suspended',
      'Kaarna captain: strike_given',
      'Kaarna player: entry_suspended',
      'Kaarna player: strike_given',
    ]);
    await passTo(pastOf(14) + 1000);
    expect((await takeLines()).filter((line) => line.includes('suspension'))).toEqual([
      'Kaarna captain: suspension_ended',
      'Kaarna player: suspension_ended',
    ]);
  });

  it('hears everybody of it when an admin suspends it or takes it off', async () => {
    const until = own.at(10);
    await desk(first.entry, 'suspension', { until });
    const told = await takeTold();
    expect(told.map(({ username, kind, data }) => [username, kind, data.until])).toEqual([
      ['Treadheads captain', 'entry_suspended', until],
      ['Treadheads player', 'entry_suspended', until],
    ]);
    await desk(second.entry, 'removal');
    expect(await takeLines()).toEqual([
      'Kaarna captain: entry_removed',
      'Kaarna player: entry_removed',
    ]);
  });

  it.each(['strike', 'suspension', 'mute', 'ban'] as const)(
    'loses nobody to a %s without that person’s hearing of it, and nobody else does',
    async (kind) => {
      const until = own.at(10);
      const body = { person: first.player.person_id, kind, until, reason };
      await own.act(judge, { path: '/sanctions', body });
      expect(await takeTold()).toEqual([
        { username: 'Treadheads player', kind: 'sanction_given', data: { sanction: kind, until } },
      ]);
    },
  );

  it('has a new captain who hears it when the last one is banned', async () => {
    const body = { person: second.captain.person_id, kind: 'ban', until: null, reason };
    await own.act(judge, { path: '/sanctions', body });
    expect(await takeLines()).toEqual([
      'Kaarna captain: sanction_given',
      'Kaarna player: captaincy_passed',
    ]);
  });
});

describe('a driver', () => {
  it('hears once of each answer to a run, and whoever answers hears nothing', async () => {
    await own.addLadder('rally', 'time_attack', {
      timeAttack: { stages: ['Pass', 'Forest'], ranking: 'time', points: [10, 6, 4] },
    });
    const enter = async (name: string) => {
      const person = await own.addPerson(name);
      const { entry } = await own.act(person, { path: '/ladders/rally/entries' });
      return { person, entry: String(entry) };
    };
    const ada = await enter('Ada');
    const bo = await enter('Bo');
    const drive = async (stage: string) => {
      const body = { stage, time_ms: 61_000, proof: 'https://video.test/run' };
      const { run } = await own.act(ada.person, { path: `/entries/${ada.entry}/runs`, body });
      return String(run);
    };
    const run = await drive('Pass');
    await takeTold();
    await own.act(bo.person, { path: `/runs/${run}/confirmation` });
    expect(await takeLines()).toEqual(['Ada: run_confirmed']);
    await own.act(judge, { path: `/runs/${run}/confirmation` });
    expect(await takeLines()).toEqual(['Ada: run_verified']);
    const other = await drive('Forest');
    await own.act(judge, { path: `/runs/${other}/rejection`, body: { reason } });
    expect(await takeLines()).toEqual(['Ada: run_rejected']);
  });

  it('is called by name when the season is over for them: no team plays there', async () => {
    await own.addLadder('rally', 'time_attack', {
      timeAttack: { stages: ['Pass'], ranking: 'time', points: [10] },
    });
    const ada = await own.addPerson('Ada');
    await own.act(ada, { path: '/ladders/rally/entries' });
    const steward = await own.addAdmin('Steward');
    await own.act(steward, { path: '/ladders/rally/entries' });
    await takeTold();
    await own.act(steward, {
      path: '/ladders/rally/seasons/closing',
      body: { name: 'Season 1', reason },
    });
    const rows = await own.database.query<NoticeRow>(
      `select ${noticeColumns} from ${noticeTables} where n.kind = 'season_closed'`,
    );
    // Who closed it, and drove there too, knows.
    expect(rows).toHaveLength(1);
    const [notice] = rows.map(toNotice);
    expect(
      notice && toNoticeWords(notice, { locale: 'en', zone: 'UTC', canAct: true }).title,
    ).toMatch(/is over for Ada$/);
  });
});
