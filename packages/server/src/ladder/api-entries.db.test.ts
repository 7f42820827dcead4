import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { type ApiLeague, createApiLeague, day, type TestTeam } from '../testing/api-league.ts';

let own: ApiLeague;
let team: TestTeam;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks', 'rung', { team: { size: 2, rosterMaximum: 3 } });
  await own.addLadder('rally', 'time_attack', { timeAttack: { stages: ['Pass'] } });
  team = await own.addTeam('Kaarna', 'tanks');
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});
beforeEach(() => own.database.query('delete from private.rate_limits'));

const later = (milliseconds: number) =>
  new Date(own.league.now().getTime() + milliseconds).toISOString();

describe('a rest', () => {
  it.each<[string, () => object, [from: number, days: number] | string]>([
    ['of days', () => ({ days: 2 }), [0, 2]],
    ['from a later day on', () => ({ from: later(day), days: 3 }), [day, 3]],
    ['until an instant', () => ({ until: later(2 * day) }), [0, 2]],
    ['until a little after it', () => ({ until: later(2 * day + 1) }), [0, 3]],
    ['of days, whatever else is said', () => ({ days: 2, until: later(4 * day) }), [0, 2]],
    ['of a day and a half', () => ({ days: 1.5 }), 'days'],
    ['of no length', () => ({}), 'days'],
  ])('%s', async (_which, toBody, said) => {
    const path = `/entries/${team.entry}/rest`;
    const begun = own.league.now().getTime();
    const answer = await own.send(team.captain, { path, body: { ...toBody() } });
    if (typeof said === 'string') {
      expect(answer.body.error?.field).toBe(said);
      return;
    }
    const [event] = await own.database.query<{ data: { from: string; days: number } }>(
      `select data from public.league_events where type = 'rest_announced' order by sequence desc limit 1`,
    );
    expect([Date.parse(event?.data.from ?? '') - begun, event?.data.days]).toEqual(said);
    await own.act(team.captain, { path: `${path}/${answer.body.data?.rest}`, method: 'DELETE' });
  });
});

describe('joining', () => {
  const join = (who: Viewer | null, ladder: string, body: object = {}) =>
    own.send(who, { path: `/ladders/${ladder}/entries`, body: { ...body } });

  it('takes of a longer roster those who lead, then who has been on it longest', async () => {
    const long = await own.addTeam('Long', null);
    const people = [long.player];
    const { code } = await own.act(long.captain, { path: '/teams/long/invites' });
    for (const name of ['Late', 'Early', 'Second']) {
      const person = await own.addPerson(name);
      await own.act(person, { path: '/teams/long/join', body: { code } });
      people.push(person);
    }
    const [player, late, early, second] = people;
    const put = (who: Viewer | undefined, role: string, joined: string) =>
      own.database.query(
        'update public.rosters set role = $2, joined_at = $3 where person_id = $1',
        [who?.person_id, role, joined],
      );
    await put(player, 'substitute', '2020-01-01');
    await put(late, 'player', '2022-01-01');
    await put(early, 'player', '2021-01-01');
    await put(second, 'co_captain', '2023-01-01');
    const answer = await join(long.captain, 'tanks', { team: 'long' });
    const players = await own.database.query<{ username: string }>(
      `select p.username from public.entry_players ep join public.profiles p on p.id = ep.person_id
       where ep.entry_id = $1 order by 1`,
      [answer.body.data?.entry],
    );
    expect(players.map(({ username }) => username)).toEqual(['Early', 'Long captain', 'Second']);
    const [row] = await own.database.query<{ rung: number }>(
      'select rung from public.entries where id = $1',
      [answer.body.data?.entry],
    );
    expect(answer.body.data?.rung).toBe(row?.rung);
  });

  it('asks a ladder of teams for one that is there still, and a ladder of drivers for none', async () => {
    const gone = await own.addTeam('Gone', null);
    expect((await join(gone.captain, 'tanks')).body.error?.field).toBe('team');
    await own.act(gone.captain, { path: '/teams/gone/disband' });
    const refused = await join(gone.captain, 'tanks', { team: 'gone' });
    expect(refused.body.error?.code).toBe('team_disbanded');
    expect((await join(null, 'rally')).body.error?.code).toBe('not_signed_in');
    const { entry } = (await join(team.player, 'rally', { team: team.slug })).body.data ?? {};
    const [row] = await own.database.query(
      'select team_id, person_id from public.entries where id = $1',
      [entry],
    );
    expect(row).toEqual({ team_id: null, person_id: team.player.person_id });
  });

  it.each([
    [100, 'not_on_roster'],
    [101, 'field_invalid'],
  ])('reads of %i people who may play', async (count, code) => {
    const { person_id } = await own.addPerson(`One of ${count}`);
    const players = Array.from({ length: count }, () => person_id);
    const answer = await join(team.captain, 'tanks', { team: team.slug, players });
    expect(answer.body.error?.code).toBe(code);
  });
});

it('keeps of a run its time, what was added to it and what proves it, and who said so', async () => {
  const driver = await own.addPerson('Driver');
  const { entry } = await own.act(driver, { path: '/ladders/rally/entries' });
  const path = `/entries/${entry}/runs`;
  const drive = (body: object) => own.act(driver, { path, body: { stage: 'Pass', ...body } });
  const runs = [
    await drive({ time_ms: 70_000, penalty_ms: 5000, proof: ' https://video.example/1 ' }),
    await drive({ time_ms: 69_000, proof: 'https://video.example/2' }),
  ];
  const kept = await own.database.query(
    `select r.time_ms, r.penalty_ms, x.text, x.author_id, x.match_id from public.runs r
     join private.stream_members sm on sm.collection = 'runs' and sm.id = r.id
     join private.event_texts x on x.id = (sm.state -> 'proof' ->> 'text_id')::uuid
     where r.id = any($1::uuid[]) order by r.time_ms desc`,
    [runs.map(({ run }) => run)],
  );
  const by = { author_id: driver.person_id, match_id: null };
  expect(kept).toEqual([
    { time_ms: 70_000, penalty_ms: 5000, text: 'https://video.example/1', ...by },
    { time_ms: 69_000, penalty_ms: 0, text: 'https://video.example/2', ...by },
  ]);
  for (const [field, value] of [
    ['time_ms', -1],
    ['time_ms', 1.5],
    ['penalty_ms', -1],
    ['stage', 'x'.repeat(101)],
    ['proof', 'on my disk'],
    ['proof', 'ftp://video.example/1'],
    ['proof', 'javascript:alert(1)'],
  ] as const) {
    const body = { stage: 'Pass', time_ms: 1, [field]: value };
    expect((await own.send(driver, { path, body })).body.error?.field).toBe(field);
  }
});
