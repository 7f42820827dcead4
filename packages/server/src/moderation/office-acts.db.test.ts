import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { executeAsSystem } from '../engine/execute.ts';
import { verify } from '../engine/replay/verify.ts';
import { keepReason } from '../http/reason.ts';
import { scheduleMatch, type TestTeam } from '../testing/api-league.ts';
import { type Cast, createCast } from '../testing/cast.ts';
import { loadCase } from './page-case.ts';
import { loadOwnReports } from './page-own.ts';

/** Names that a case takes away and teams that it ends: done with its decision, told, and undone with it. */

let cast: Cast;
let admin: Viewer;
let second: Viewer;

beforeAll(async () => {
  cast = await createCast();
  admin = cast.people['site admin'] ?? cast.home.captain;
  second = await cast.own.addAdmin('Second');
});
afterAll(async () => {
  expect(await verify(cast.own.database)).toMatchObject({ difference: null });
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});
beforeEach(() =>
  cast.own.moveTo(new Date(cast.own.league.now().getTime() + 120_000).toISOString()),
);

/** A case about a team or a person, reported by a stranger. */
async function openCase(kind: 'team' | 'person', subject: string): Promise<string> {
  const { own, people } = cast;
  const body = { kind, id: subject, reason: 'name' };
  await own.act(people.stranger ?? admin, { path: '/reports', body });
  const [row] = await own.database.query<{ id: string }>(
    `select id from private.cases where subject = $1 and status = 'open'`,
    [subject],
  );
  return row?.id ?? '';
}

let teams = 0;
async function addTeam(): Promise<TestTeam> {
  teams += 1;
  return cast.own.addTeam(
    `${['', 'Aard', 'Bark', 'Cold', 'Dusk', 'Echo', 'Fern', 'Gust'][teams]} crew`,
    'tanks',
  );
}

const call = (id: string, act: string, body: object) => ({
  path: `/moderation/cases/${id}/${act}`,
  body: { ...body },
});
const decide = (id: string, acts: object[], more: object = {}) =>
  call(id, 'decision', { version: 1, acts, answer: 'Rude.', ...more });

async function code(who: Viewer, given: Parameters<typeof cast.own.send>[1]) {
  const { status, body } = await cast.own.send(who, given);
  return status === 200 ? 'obeyed' : body.error?.code;
}

const pageInput = (viewer: Viewer, params: Record<string, string> = {}) => ({
  ...{ database: cast.own.database, viewer, now: cast.own.league.now(), params },
  ...({ url: new URL('http://localhost/'), locale: 'en', zone: 'UTC' } as const),
});
const open = (viewer: Viewer, id: string) => loadCase(pageInput(viewer, { id }));
const listOwn = async (viewer: Viewer) => (await loadOwnReports(pageInput(viewer)))?.cases ?? [];

const readTeam = async ({ id }: TestTeam) => {
  const [row] = await cast.own.database.query<{ name: string; tag: string; gone: boolean }>(
    'select name, tag, disbanded_at is not null as gone from public.teams where id = $1',
    [id],
  );
  return row;
};
/** Its word in addresses, which goes with a name that is hidden. */
const slugOf = async ({ id }: TestTeam) => {
  const [row] = await cast.own.database.query<{ slug: string }>(
    'select slug from public.teams where id = $1',
    [id],
  );
  return row?.slug ?? '';
};
const nameOf = async ({ person_id }: Viewer) => {
  const [row] = await cast.own.database.query<{ username: string }>(
    'select username from public.profiles where id = $1',
    [person_id],
  );
  return row?.username;
};

const readTold = (person: Viewer) =>
  cast.own.database.query<{ kind: string; data: object }>(
    `select kind, data from private.notices where person_id = $1 and kind in ('team_renamed', 'team_closed',
       'team_restored', 'person_renamed', 'case_decided', 'case_undone', 'report_answered', 'sanction_given')
     order by created_at, kind`,
    [person.person_id],
  );
const listTold = async (person: Viewer) => (await readTold(person)).map(({ kind }) => kind);

const rename = { act: 'rename_team', name: 'Kind crew', tag: 'KIND' };

describe('a team’s name', () => {
  it('is taken with other acts of the case, both sides hear it, and the same hand gives it back', async () => {
    const { own } = cast;
    const team = await addTeam();
    const was = await readTeam(team);
    const id = await openCase('team', team.id);
    await own.act(admin, decide(id, [rename]));
    expect(await readTeam(team)).toMatchObject({ name: 'Kind crew', tag: 'KIND' });
    expect(await readTold(team.captain)).toEqual([
      {
        kind: 'case_decided',
        data: { case: id, did: 'team_renamed', team: 'Kind crew', reason: 'Rude.' },
      },
    ]);
    expect(await listTold(team.player)).toEqual(['team_renamed']);
    expect(await listTold(cast.people.stranger ?? admin)).toContain('report_answered');
    const back = { path: `/teams/${await slugOf(team)}/edit`, body: { name: was?.name } };
    expect(await code(team.captain, back)).toBe('name_removed');
    const [hidden] = await own.database.query('select hides, reason from private.renames');
    expect(hidden).toEqual({ hides: true, reason: 'Rude.' });
    await own.act(admin, call(id, 'undo', { version: 2, answer: 'It was fine.' }));
    expect(await readTeam(team)).toEqual(was);
    expect(await slugOf(team)).toBe(team.slug);
    expect((await open(admin, id))?.acts).toMatchObject([{ act: 'rename_team' }]);
    expect((await open(admin, id))?.acts[0]?.undone_at).not.toBeNull();
    expect(await listTold(team.captain)).toEqual(['case_decided', 'case_undone']);
    expect(await listTold(team.player)).toEqual(['team_renamed', 'team_renamed']);
  });

  it('given back by hand in the team’s office is undone in the case, which moves', async () => {
    const { own } = cast;
    const team = await addTeam();
    const id = await openCase('team', team.id);
    expect((await open(admin, id))?.ending).not.toBeNull();
    await own.act(admin, decide(id, [{ ...rename, name: 'Mild crew', tag: 'MILD' }]));
    // The team is there, but nothing of the case may end it any more.
    expect((await open(admin, id))?.ending).toBeNull();
    const [kept] = await own.database.query<{ id: string }>(
      'select id from private.renames where team_id = $1',
      [team.id],
    );
    await own.act(second, {
      path: `/moderation/renames/${kept?.id}`,
      method: 'DELETE',
      body: { reason: 'Fine.' },
    });
    const after = await open(admin, id);
    expect([after?.version, after?.acts[0]?.undone_at]).toEqual([3, expect.any(String)]);
    expect(after?.may_undo).toBe(false);
    const again = call(id, 'undo', { version: 3, answer: 'Fine.' });
    expect(await code(admin, again)).toBe('case_state');
  });
});

describe('a team’s end', () => {
  it('says first what it moves, forfeits its match, and comes back when its former captain’s appeal is granted', async () => {
    const { own } = cast;
    const other = await addTeam();
    const team = await addTeam();
    const was = await readTeam(team);
    const { match } = await scheduleMatch(own, 'tanks', [team, other]);
    const id = await openCase('team', team.id);
    expect((await open(admin, id))?.ending).toMatchObject({
      ...{ name: was?.name, tag: was?.tag, members: 2, asking: 0 },
      entries: [{ slug: 'tanks' }],
      matches: [{ id: match, ends: 'forfeited', opponent: (await readTeam(other))?.name }],
    });
    const acts = [{ act: 'disband_team' }, { ...rename, name: 'Gone crew', tag: 'GONE' }];
    await own.act(admin, decide(id, acts));
    expect(await readTeam(team)).toEqual({ name: 'Gone crew', tag: 'GONE', gone: true });
    expect(
      await own.database.query('select status, winner from public.matches where id = $1', [match]),
    ).toEqual([{ status: 'forfeited', winner: 'defender' }]);
    expect((await open(admin, id))?.ending).toBeNull();
    expect(await readTold(team.captain)).toMatchObject([
      { kind: 'case_decided', data: { did: 'team_closed', team: 'Gone crew', reason: 'Rude.' } },
    ]);
    expect(await listTold(team.player)).toEqual(['team_closed', 'team_renamed']);
    // Whoever was on it to its end is a party still, and only who led it may appeal.
    await own.act(admin, { path: '/admins', body: { person: team.player.person_id } });
    const seen = await open(team.player, id);
    expect([seen?.bar, seen?.reports.map(({ by }) => by)]).toEqual(['party', [null]]);
    await own.act(admin, { path: `/admins/${team.player.person_id}`, method: 'DELETE' });
    const appeal = call(id, 'appeal', { text: 'We are real.' });
    expect(await code(team.player, appeal)).toBe('not_found');
    expect(await listOwn(team.player)).toEqual([]);
    expect((await listOwn(team.captain))[0]).toMatchObject({ id, status: 'decided' });
    await own.act(team.captain, appeal);
    await own.act(
      second,
      call(id, 'appeal/decision', { version: 3, granted: true, answer: 'They are.' }),
    );
    expect(await readTeam(team)).toEqual(was);
    expect(await listTold(team.captain)).toEqual(['case_decided', 'case_undone']);
    expect(await listTold(team.player)).toContain('team_restored');
  });

  it('undone by hand leaves an appeal that can be granted all the same', async () => {
    const { own } = cast;
    const team = await addTeam();
    const id = await openCase('team', team.id);
    const renamed = { ...rename, name: 'Calm crew', tag: 'CALM' };
    await own.act(admin, decide(id, [{ act: 'disband_team' }, renamed]));
    await own.act(team.captain, call(id, 'appeal', { text: 'We are real.' }));
    const path = `/moderation/teams/${await slugOf(team)}/return`;
    await own.act(second, { path, body: { reason: 'They are.' } });
    // What its name was taken for holds until the appeal is decided.
    const acts = (await open(second, id))?.acts ?? [];
    expect(acts.map(({ act, undone_at }) => [act, undone_at !== null])).toEqual([
      ['rename_team', false],
      ['disband_team', true],
    ]);
    const yes = { version: 4, granted: true, answer: 'They are.' };
    await own.act(second, call(id, 'appeal/decision', yes));
    expect((await open(second, id))?.status).toBe('final');
    expect(await readTeam(team)).toMatchObject({ gone: false });
  });
});

it('a team that is back and ends again is no more of the case that ended it first: that stays as it was', async () => {
  const { own } = cast;
  const team = await addTeam();
  const id = await openCase('team', team.id);
  await own.act(admin, decide(id, [{ act: 'disband_team' }]));
  const office = (act: 'return' | 'disband') =>
    own.act(second, {
      path: `/moderation/teams/${team.slug}/${act}`,
      body: { reason: 'For order.' },
    });
  await office('return');
  const after = await open(admin, id);
  expect([after?.version, after?.acts[0]?.undone_at]).toEqual([3, expect.any(String)]);
  own.moveTo(new Date(own.league.now().getTime() + 120_000).toISOString());
  await office('disband');
  await office('return');
  expect(await readTeam(team)).toMatchObject({ gone: false });
  expect(await open(admin, id)).toMatchObject({ version: 3, acts: after?.acts });
});

describe('a person’s name', () => {
  it('is taken, and given back when an appeal is granted', async () => {
    const { own } = cast;
    const person = await own.addPerson('Vilest');
    const id = await openCase('person', person.person_id);
    await own.act(admin, decide(id, [{ act: 'rename_person' }]));
    expect(await nameOf(person)).toMatch(/^player-[0-9a-f]{4}\d*$/);
    expect(await readTold(person)).toEqual([
      {
        kind: 'case_decided',
        data: { case: id, did: 'person_renamed', name: await nameOf(person), reason: 'Rude.' },
      },
    ]);
    await own.act(person, call(id, 'appeal', { text: 'It is my name.' }));
    const yes = { version: 3, granted: true, answer: 'So it is.' };
    await own.act(second, call(id, 'appeal/decision', yes));
    expect(await nameOf(person)).toBe('Vilest');
    expect(await listTold(person)).toEqual(['case_decided', 'case_undone']);
  });

  it('that is somebody else’s by now, or was changed since, stays theirs: it is kept from nobody any more', async () => {
    const { own } = cast;
    for (const change of ['taken', 'chosen']) {
      const person = await own.addPerson(`Vile ${change}`);
      const id = await openCase('person', person.person_id);
      const acts = [{ act: 'rename_person', name: `Mild ${change}`, hides: false }];
      await own.act(admin, decide(id, acts));
      await (change === 'taken'
        ? own.addPerson(`Vile ${change}`)
        : own.database.query('update public.profiles set username = $2 where id = $1', [
            ...[person.person_id, 'My own choice'],
          ]));
      await own.act(person, call(id, 'appeal', { text: 'It is my name.' }));
      const yes = { version: 3, granted: true, answer: 'So it is.' };
      await own.act(second, call(id, 'appeal/decision', yes));
      expect(await nameOf(person)).toBe(change === 'taken' ? 'Mild taken' : 'My own choice');
      const kept = await own.database.query(
        'select undone_at is not null as undone from private.renames where person_id = $1',
        [person.person_id],
      );
      expect(kept).toEqual([{ undone: true }]);
    }
  });
});

it('a name that fits nobody any more is not given back: nothing is undone, and whoever tries is told why', async () => {
  const { own } = cast;
  const person = await own.addPerson('Vile of old');
  const id = await openCase('person', person.person_id);
  await own.act(admin, decide(id, [{ act: 'rename_person', name: 'Mild of old' }]));
  await own.database.query(`update private.renames set from_name = 'V' where person_id = $1`, [
    person.person_id,
  ]);
  const undo = call(id, 'undo', { version: 2, answer: 'I misread it.' });
  expect(await code(admin, undo)).toBe('name_invalid');
  expect(await nameOf(person)).toBe('Mild of old');
  expect(await open(admin, id)).toMatchObject({ version: 2, acts: [{ undone_at: null }] });
  const kept = await own.database.query(
    'select undone_at from private.renames where person_id = $1',
    [person.person_id],
  );
  expect(kept).toEqual([{ undone_at: null }]);
});

describe('such an act', () => {
  it('changes nothing unless all of the decision does', async () => {
    const team = await addTeam();
    const was = await readTeam(team);
    const id = await openCase('team', team.id);
    const refused: [object[], string, object?][] = [
      [[{ act: 'rename_team', name: 'Only a name' }], 'field_invalid'],
      [[{ act: 'rename_team', tag: 'ONLY' }], 'field_invalid'],
      [[{ ...rename, name: was?.name, tag: was?.tag }], 'field_invalid'],
      [[{ act: 'disband_team', name: 'Not for this' }], 'field_invalid'],
      [[{ act: 'rename_person' }], 'field_invalid'],
      [[{ act: 'disband_team' }], 'field_invalid', { answer: ' ' }],
      [[rename], 'field_invalid', { answer: '' }],
      [[{ ...rename, name: 'Away', tag: 'NEW' }], 'name_taken'],
      [[{ act: 'disband_team' }, { ...rename, name: 'x', tag: 'NEW' }], 'name_invalid'],
      // There is no picture: neither the new name nor the end holds.
      [[{ act: 'remove_picture' }, { ...rename, name: 'Fair crew', tag: 'FAIR' }], 'not_found'],
    ];
    for (const [acts, refusal, more] of refused) {
      expect(await code(admin, decide(id, acts, more))).toBe(refusal);
    }
    expect(await readTeam(team)).toEqual(was);
    expect(await open(admin, id)).toMatchObject({ status: 'open', version: 1, acts: [] });
  });
});

it('an appeal says to who decided first how many others may decide it, and that nobody may', async () => {
  const { own } = cast;
  const person = await own.addPerson('Lonely');
  const id = await openCase('person', person.person_id);
  await own.act(admin, decide(id, [{ act: 'mute', until: own.at(3) }]));
  await own.act(person, call(id, 'appeal', { text: 'Why?' }));
  const look = async () => {
    const found = await open(admin, id);
    return [found?.bar, found?.others];
  };
  expect(await look()).toEqual(['first', 1]);
  const ban = { person: second.person_id, kind: 'ban', reason: 'Away.' };
  const { sanction } = await own.act(admin, { path: '/sanctions', body: ban });
  expect(await look()).toEqual(['first', 0]);
  const path = `/sanctions/${sanction}`;
  await own.act(admin, { path, method: 'DELETE', body: { reason: 'Back.' } });
  expect(await look()).toEqual(['first', 1]);
});

it('a mute and a ban stand beside what this person and others got', async () => {
  const { own } = cast;
  const [person, other] = [await own.addPerson('Loud two'), await own.addPerson('Loud three')];
  const give = (who: Viewer, kind: string, days: number) =>
    own.act(admin, {
      path: '/sanctions',
      body: {
        ...{ person: who.person_id, kind, reason: 'Loud.' },
        until: new Date(own.league.now().getTime() + days * 24 * 3600 * 1000).toISOString(),
      },
    });
  await give(person, 'mute', 5);
  own.moveTo(new Date(own.league.now().getTime() + 3600 * 1000).toISOString());
  await give(other, 'mute', 2);
  await give(other, 'suspension', 3);
  const id = await openCase('person', person.person_id);
  const found = (await open(admin, id))?.lengths
    .filter(({ username }) => username.startsWith('Loud t'))
    .map(({ kind, username, days }) => [kind, username, days]);
  expect(found).toEqual([
    ['mute', 'Loud two', 5],
    ['mute', 'Loud three', 2],
  ]);
});

/** A case that mutes somebody of that name, and the id of the sanction. */
async function decideMute(name: string) {
  const { own } = cast;
  const person = await own.addPerson(name);
  const id = await openCase('person', person.person_id);
  await own.act(admin, decide(id, [{ act: 'mute', until: own.at(3) }]));
  const [given] = await own.database.query<{ id: string }>(
    'select id from public.sanctions where person_id = $1',
    [person.person_id],
  );
  return { person, id, sanction: given?.id ?? '' };
}

it('a sanction of a case that is lifted by hand is undone in the case', async () => {
  const { own } = cast;
  const { person, id, sanction } = await decideMute('Loud one');
  await own.act(second, {
    path: `/sanctions/${sanction}`,
    method: 'DELETE',
    body: { reason: 'Too hard.' },
  });
  expect(await listTold(person)).toEqual(['sanction_given']);
  const after = await open(admin, id);
  expect([after?.version, after?.may_undo]).toEqual([3, false]);
  expect(after?.acts[0]?.undone_at).not.toBeNull();
  expect(await code(person, call(id, 'appeal', { text: 'Why?' }))).toBe('case_state');
});

it('a sanction that somebody else has lifted stands in no one’s way: the case is undone, and the person free', async () => {
  const { own } = cast;
  const { id, sanction } = await decideMute('Loud five');
  await executeAsSystem(own.league, async (unit) => {
    await unit.hold(['site']);
    const reason = await keepReason(unit, 'Lifted by the host.');
    const command = { type: 'lift_sanction', sanction_id: sanction, reason } as const;
    await unit.decideSite(command, { isSystem: true });
  });
  const undo = call(id, 'undo', { version: 2, answer: 'Too hard.' });
  expect(await code(admin, undo)).toBe('obeyed');
  expect((await open(admin, id))?.acts[0]?.undone_at).not.toBeNull();
  const lifted = await own.database.query(
    `select data ->> 'sanction_id' as id from public.league_events where type = 'sanction_lifted'
     and data ->> 'sanction_id' = $1`,
    [sanction],
  );
  expect(lifted).toEqual([{ id: sanction }]);
});
