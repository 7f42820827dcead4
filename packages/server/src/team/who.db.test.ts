import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import type { Call } from '../testing/api-league.ts';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';
import { toInput } from '../testing/test-league.ts';
import { loadTeam } from './page.ts';

let cast: Cast;

beforeAll(async () => {
  cast = await createCast();
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const path = '/teams/home';
const leaders = ['captain', 'co-captain'];

async function askEverybody(toCall: (name: string) => Promise<Call> | Call) {
  const answers: Record<string, string> = {};
  for (const [name, person] of Object.entries(cast.people)) {
    const call = await toCall(name);
    Object.assign(answers, await askAll({ own: cast.own, people: { [name]: person } }, call));
  }
  return answers;
}

describe('who may, of a team', () => {
  it.each<[string, Call, readonly string[]]>([
    ['edit it', { path: `${path}/edit`, body: { about: 'We drive.' } }, ['captain']],
    ['invite whoever has the link', { path: `${path}/invites` }, leaders],
    ['invite substitutes', { path: `${path}/invites`, body: { role: 'substitute' } }, leaders],
    ['take its picture away', { path: `${path}/logo`, method: 'DELETE' }, ['captain']],
  ])('%s', async (_what, call, may) => {
    const answers = await askAll(cast, call);
    expect(answers).toEqual(onlyTo(may, 'not_captain')(answers));
  });

  it('invite somebody by name', async () => {
    const answers = await askEverybody(async (name) => {
      const { person_id } = await cast.own.addPerson(`Wanted by ${name}`);
      return { path: `${path}/invites`, body: { person: person_id } };
    });
    expect(answers).toEqual(onlyTo(leaders, 'not_captain')(answers));
  });

  it('take an invite back that names somebody else', async () => {
    const answers = await askEverybody(async (name) => {
      const { person_id } = await cast.own.addPerson(`Shunned by ${name}`);
      const body = { person: person_id };
      const { invite } = await cast.own.act(cast.home.captain, { path: `${path}/invites`, body });
      return { path: `${path}/invites/${invite}`, method: 'DELETE' };
    });
    expect(answers).toEqual(onlyTo(leaders, 'not_captain')(answers));
  });

  it.each([[true], [false]])('answer who asks to be let in: %s', async (accept) => {
    const answers = await askEverybody(async (name) => {
      const person = await cast.own.addPerson(`Asks ${name} ${accept}`);
      await cast.own.act(person, { path: `${path}/requests` });
      const body = { person: person.person_id, accept };
      return { path: `${path}/requests/answer`, body };
    });
    expect(answers).toEqual(onlyTo(leaders, 'not_captain')(answers));
  });

  it('give somebody another role', async () => {
    const person = await letIn('Promoted');
    const answers = await askEverybody(async (name) => ({
      path: `${path}/members/${person.person_id}`,
      body: { role: name === 'captain' ? 'substitute' : 'co_captain' },
    }));
    expect(answers).toEqual(onlyTo(['captain'], 'not_captain')(answers));
  });

  it('remove a player', async () => {
    const answers = await askEverybody(async (name) => {
      const { person_id } = await letIn(`Removed by ${name}`);
      return { path: `${path}/members/${person_id}`, method: 'DELETE' };
    });
    expect(answers).toEqual(onlyTo(leaders, 'not_captain')(answers));
  });

  it('remove a captain or a co-captain: its captain alone', async () => {
    const person = await letIn('Second captain');
    const member = `${path}/members/${person.person_id}`;
    for (const role of ['captain', 'co_captain']) {
      await cast.own.act(cast.home.captain, { path: member, body: { role } });
      const { captain: _, ...others } = cast.people;
      const call = { path: member, method: 'DELETE' as const };
      const answers = await askAll({ own: cast.own, people: others }, call);
      expect(answers).toEqual(onlyTo([], 'not_captain')(answers));
    }
    await cast.own.act(cast.home.captain, { path: member, method: 'DELETE' });
  });

  it('disband it: nobody but its captain', async () => {
    const { captain: _, ...others } = cast.people;
    const call = { path: `${path}/disband` };
    const answers = await askAll({ own: cast.own, people: others }, call);
    expect(answers).toEqual(onlyTo([], 'not_captain')(answers));
  });
});

async function letIn(name: string): Promise<Viewer> {
  const { own, home } = cast;
  const person = await own.addPerson(name);
  const { code } = await own.act(home.captain, { path: `${path}/invites` });
  await own.act(person, { path: `${path}/join`, body: { code } });
  return person;
}

describe('what a team’s page shows of its people', () => {
  const look = (viewer: Viewer | null, query = '') =>
    loadTeam({
      ...toInput(cast.own.database, { path: `${path}${query}`, params: { slug: 'home' } }),
      viewer,
      now: cast.own.league.now(),
    });
  const showAll = async <Shown>(toShown: (data: Awaited<ReturnType<typeof look>>) => Shown) => {
    const shown: [string, Shown][] = [];
    for (const [name, person] of Object.entries(cast.people)) {
      shown.push([name, toShown(await look(person))]);
    }
    return Object.fromEntries(shown);
  };
  const only = <Shown>(names: readonly string[], shown: Shown, rest: Shown) =>
    Object.fromEntries(
      Object.keys(cast.people).map((name) => {
        const ofVisitor = name === 'visitor' ? undefined : rest;
        return [name, names.includes(name) ? shown : ofVisitor];
      }),
    );

  it('invites and requests to those who lead it, what one asked for oneself to oneself', async () => {
    const { own, home, people } = cast;
    await own.database.query('delete from private.team_invites');
    const stranger = people.stranger ?? home.captain;
    await own.act(stranger, { path: `${path}/requests`, body: { words: 'Please.' } });
    const first = await own.act(home.captain, { path: `${path}/invites` });
    const second = await own.act(home.captain, {
      path: `${path}/invites`,
      body: { person: people.editor?.person_id, role: 'substitute' },
    });
    await own.database.query(
      `update private.team_invites set created_at = created_at + interval '1 hour' where invite_id = $1`,
      [second.invite],
    );
    const invites = [
      { invite_id: second.invite, role: 'substitute', person: 'Editor' },
      { invite_id: first.invite, role: 'player', person: null },
    ];
    const shown = await showAll((data) =>
      data?.viewer?.invites.map(({ invite_id, role, person }) => ({ invite_id, role, person })),
    );
    expect(shown).toEqual(only(leaders, invites, []));
    const requests = await showAll((data) =>
      data?.viewer?.requests
        .map(({ username, words }) => `${username}: ${words}`)
        .filter((line) => !line.startsWith('Asks ')),
    );
    expect(requests).toEqual(only(leaders, ['Stranger: Please.'], []));
    const own_request = await showAll((data) => data?.viewer?.request?.state ?? null);
    expect(own_request).toEqual({ ...only(['stranger'], 'waiting', null), visitor: null });
    const invitation = await showAll((data) => data?.viewer?.invitation?.invite_id ?? null);
    expect(invitation).toEqual({ ...only(['editor'], second.invite, null), visitor: null });
    expect((await look(people.editor ?? null))?.viewer?.invitation).toEqual({
      invite_id: second.invite,
      role: 'substitute',
      by: 'Home captain',
    });
  });

  it('what became of one’s asking, until one is let in', async () => {
    const { own, home } = cast;
    const person = await own.addPerson('Turned down');
    const request = async () => (await look(person))?.viewer?.request;
    expect(await request()).toBeNull();
    await own.act(person, { path: `${path}/requests` });
    const answer = (accept: boolean) =>
      own.act(home.captain, {
        path: `${path}/requests/answer`,
        body: { person: person.person_id, accept, reason: 'Full.' },
      });
    expect(await request()).toMatchObject({ state: 'waiting', reason: '' });
    await answer(false);
    expect(await request()).toMatchObject({ state: 'declined', reason: 'Full.' });
    await own.act(person, { path: `${path}/requests` });
    expect(await request()).toMatchObject({ state: 'waiting', reason: '' });
    await answer(true);
    expect(await request()).toBeNull();
  });

  it('an invite as what it is worth: until it runs out, and while it is open', async () => {
    const { own, home, people } = cast;
    const { code, invite, expires_at } = await own.act(home.captain, { path: `${path}/invites` });
    const ends = Date.parse(String(expires_at));
    const worth = async (now: Date, given = code) => {
      const input = toInput(own.database, {
        path: `${path}?invite=${given}`,
        params: { slug: 'home' },
      });
      return (await loadTeam({ ...input, viewer: people.stranger ?? null, now }))?.invite?.state;
    };
    expect(await worth(new Date(ends - 1))).toBe('good');
    expect(await worth(new Date(ends))).toBe('expired');
    expect(await worth(new Date(ends), 'guess')).toBe('unknown');
    const away = await own.act(cast.away.captain, { path: '/teams/away/invites' });
    expect(await worth(own.league.now(), away.code)).toBe('unknown');
    await own.act(home.captain, { path: `${path}/invites/${invite}`, method: 'DELETE' });
    expect(await worth(own.league.now())).toBe('expired');
    expect(Date.parse(String(expires_at)) - own.league.now().getTime()).toBe(7 * 86_400_000);
  });
});

it('asks nobody who is gone, and nobody twice while the first asking is open', async () => {
  const { own, home } = cast;
  const [gone, wanted] = [await own.addPerson('Gone'), await own.addPerson('Wanted')];
  await own.act(gone, { path: '/me/deletion', body: { confirm: 'Gone' } });
  const ask = async ({ person_id }: Viewer) =>
    (await own.send(home.captain, { path: `${path}/invites`, body: { person: person_id } })).body
      .error?.code;
  expect(await ask(gone)).toBe('not_found');
  expect(await ask(wanted)).toBeUndefined();
  expect(await ask(wanted)).toBe('already_asked');
  const begun = own.league.now().getTime();
  own.moveTo(new Date(begun + 7 * 86_400_000 - 1).toISOString());
  expect(await ask(wanted)).toBe('already_asked');
  own.moveTo(new Date(begun + 7 * 86_400_000).toISOString());
  expect(await ask(wanted)).toBeUndefined();
});

it('keeps fifty invites that were not taken, and one more once one of them has run out', async () => {
  const { own, third } = cast;
  const ask = (body = {}) => own.send(third.captain, { path: '/teams/third/invites', body });
  const make = async () => (await ask()).body.error;
  await own.database.query('delete from private.rate_limits');
  const fay = await own.addPerson('Fay');
  const taken = await ask({ person: fay.person_id });
  await own.act(fay, { path: '/teams/third/join', body: { code: taken.body.data?.code } });
  for (let made = 0; made < 50; made += 1) {
    const { body } = await ask();
    expect(body.error).toBeUndefined();
    if (made % 2 === 0) {
      const path = `/teams/third/invites/${body.data?.invite}`;
      await own.act(third.captain, { path, method: 'DELETE' });
    }
    await own.database.query('delete from private.rate_limits');
  }
  expect(await make()).toEqual({ code: 'limit_reached', params: { limit: 50 } });
  own.moveTo(new Date(own.league.now().getTime() + 7 * 86_400_000 - 1).toISOString());
  expect((await make())?.code).toBe('limit_reached');
  own.moveTo(new Date(own.league.now().getTime() + 1).toISOString());
  expect(await make()).toBeUndefined();
});

it('forgets the asking of whoever comes in by an invite or takes it back, and no other', async () => {
  const { own, home } = cast;
  const [first, second] = [await own.addPerson('Asks first'), await own.addPerson('Asks second')];
  const ask = (who: Viewer, slug: string, words: string) =>
    own.act(who, { path: `/teams/${slug}/requests`, body: { words } });
  for (const who of [first, second]) {
    await ask(who, 'home', `${who.username} of home`);
    await ask(who, 'away', `${who.username} of away`);
  }
  const list = async () => {
    const rows = await own.database.query<{ words: string }>(
      'select words from private.join_requests where person_id = any ($1) order by words',
      [[first.person_id, second.person_id]],
    );
    return rows.map(({ words }) => words);
  };
  const { code } = await own.act(home.captain, { path: '/teams/home/invites' });
  await own.act(first, { path: '/teams/home/join', body: { code } });
  expect(await list()).toEqual([
    ...['Asks first of away', 'Asks second of away', 'Asks second of home'],
  ]);
  await own.act(second, { path: '/teams/away/requests', method: 'DELETE' });
  expect(await list()).toEqual(['Asks first of away', 'Asks second of home']);
  const body = { person: second.person_id, accept: false, reason: 'Full.' };
  await own.act(home.captain, { path: '/teams/home/requests/answer', body });
  const answered = await own.database.query(
    'select person_id, reason from private.join_requests where is_accepted is not null and person_id = any ($1)',
    [[first.person_id, second.person_id]],
  );
  expect(answered).toEqual([{ person_id: second.person_id, reason: 'Full.' }]);
});

it('asks something of who is on the team, and was not disbanded before it was', async () => {
  const { own, third, people } = cast;
  const look = (viewer: Viewer | null, query = '') =>
    loadTeam({
      ...toInput(own.database, { path: `/teams/third${query}`, params: { slug: 'third' } }),
      viewer,
      now: own.league.now(),
    });
  const next = async (viewer: Viewer | null) => (await look(viewer))?.next?.kind ?? null;
  expect(await next(third.captain)).toBe('challenge');
  expect(await next(third.player)).toBe('wait_for_captain');
  expect([await next(people.stranger ?? null), await next(null)]).toEqual([null, null]);
  const before = own.league.now().toISOString();
  own.moveTo(new Date(own.league.now().getTime() + 3_600_000).toISOString());
  await own.act(third.captain, { path: '/teams/third/disband' });
  const after = own.league.now().toISOString();
  expect((await look(null, `?at=${before}`))?.disbanded_at).toBeNull();
  expect((await look(null, `?at=${after}`))?.disbanded_at).toBe(after);
});

it('lets nobody in by another team’s invite, and nobody by name whom it does not name', async () => {
  const { own, home, away } = cast;
  const person = await own.addPerson('Misled');
  const { code, invite } = await own.act(away.captain, { path: '/teams/away/invites' });
  const join = async (slug: string, body: Record<string, unknown>) =>
    (await own.send(person, { path: `/teams/${slug}/join`, body })).body.error;
  const unknown = { code: 'not_found', params: { what: 'invite' } };
  expect(await join(home.slug, { code })).toMatchObject(unknown);
  // A link has no name in it: its id alone is no way in.
  expect(await join('away', { invite })).toMatchObject(unknown);
  expect(await join('away', {})).toMatchObject(unknown);
  expect(await join('away', { code })).toBeUndefined();
});

it('is asked to be let in by nobody who is muted', async () => {
  const { own, away, people } = cast;
  const steward = people['site admin'] ?? away.captain;
  const person = await own.addPerson('Muted');
  const body = { person: person.person_id, kind: 'mute', until: own.at(3), reason: 'Shouts.' };
  const { sanction } = await own.act(steward, { path: '/sanctions', body });
  const ask = async () =>
    (await own.send(person, { path: '/teams/away/requests', body: { words: 'Me!' } })).body.error
      ?.code;
  expect(await ask()).toBe('muted');
  const lift = { path: `/sanctions/${sanction}`, method: 'DELETE' as const, body: { reason: 'x' } };
  await own.act(steward, lift);
  expect(await ask()).toBeUndefined();
});

it('reads of who asks again what they say now, and since when they wait', async () => {
  const { own, away } = cast;
  const person = await own.addPerson('Asks again');
  const ask = (words: string) => own.act(person, { path: '/teams/away/requests', body: { words } });
  const read = async () => {
    const input = toInput(own.database, { path: '/teams/away', params: { slug: 'away' } });
    const data = await loadTeam({ ...input, viewer: away.captain, now: own.league.now() });
    const request = data?.viewer?.requests.find(({ username }) => username === 'Asks again');
    return [request?.words, request?.at];
  };
  await ask(' First words. ');
  expect(await read()).toEqual(['First words.', own.league.now().toISOString()]);
  const answer = { person: person.person_id, accept: false, reason: 'Full.' };
  await own.act(away.captain, { path: '/teams/away/requests/answer', body: answer });
  expect(await read()).toEqual([undefined, undefined]);
  own.moveTo(new Date(own.league.now().getTime() + 60_000).toISOString());
  await ask('Second words.');
  expect(await read()).toEqual(['Second words.', own.league.now().toISOString()]);
});
