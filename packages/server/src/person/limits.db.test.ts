import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';
import { askTimes } from '../testing/ask-times.ts';

let own: ApiLeague;
let person: Viewer;
let stranger: Viewer;

beforeAll(async () => {
  own = await createApiLeague();
  person = await own.addPerson('Person');
  stranger = await own.addPerson('Stranger');
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await own.database.query('delete from private.rate_limits');
});

const many = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);

describe('a search for people', () => {
  const find = (q: string | null, who: Viewer | null = person) =>
    own.send(who, {
      path: q === null ? '/people' : `/people?q=${encodeURIComponent(q)}`,
      method: 'GET',
    });

  it.each([
    ['two characters', 'pe', 200],
    ['one', 'p', 400],
    ['one with room around it', '  p  ', 400],
    ['none', '', 400],
    ['nothing at all', null, 400],
    ['forty', 'p'.repeat(40), 200],
    ['forty-one', 'p'.repeat(41), 400],
    ['a zero', 'pe\0', 400],
  ])('is for words of %s', async (_what, q, status) => {
    expect((await find(q)).status).toBe(status);
  });

  it('forgives spelling where nobody is called so, and only there', async () => {
    for (const name of ['Wilhelmina', 'Vilhelmiina', 'Łucja Nowak']) {
      await own.addPerson(name);
    }
    const names = async (q: string) => {
      const people = (await find(q)).body.data?.people as { username: string }[] | undefined;
      return people?.map(({ username }) => username);
    };
    expect(await names('wilhelmna')).toEqual(['Wilhelmina', 'Vilhelmiina']);
    expect(await names('wilhelmina')).toEqual(['Wilhelmina']);
    expect(await names('lucja novak')).toEqual(['Łucja Nowak']);
    expect(await names("%' or true --")).toEqual([]);
  });

  it('finds nobody who is gone', async () => {
    const gone = await own.addPerson('Zoltan');
    const found = async (q: string) => (await find(q)).body.data?.people;
    expect(await found('zol')).toEqual([
      { person_id: gone.person_id, username: 'Zoltan', user_id: gone.user_id },
    ]);
    expect(await found('olta')).toHaveLength(1);
    await own.act(gone, { path: '/me/deletion', body: { confirm: 'Zoltan' } });
    expect(await found('zol')).toEqual([]);
    expect(await found('⸺⸺')).toEqual([]);
  });

  it('has those whose name begins with the words before all others, and eight in all', async () => {
    for (const name of ['Quibono', 'Aquib', 'quibus', 'Zaquib', 'Quib']) {
      await own.addPerson(name);
    }
    const names = async () => {
      const people = (await find('quib')).body.data?.people as { username: string }[] | undefined;
      return people?.map(({ username }) => username);
    };
    expect(await names()).toEqual(['Quib', 'Quibono', 'quibus', 'Aquib', 'Zaquib']);
    for (let n = 1; n <= 4; n += 1) {
      await own.addPerson(`Xquib ${n}`);
    }
    expect(await names()).toEqual([
      ...['Quib', 'Quibono', 'quibus'],
      ...['Aquib', 'Xquib 1', 'Xquib 2', 'Xquib 3', 'Xquib 4'],
    ]);
  });

  it('may be made sixty times a minute, by each for themselves', async () => {
    expect(await askTimes(61, () => find('pe'))).toEqual([...many(60, 200), 429]);
    expect((await find('pe', stranger)).status).toBe(200);
    expect((await find('pe', null)).status).toBe(401);
  });
});

describe('what one says of oneself', () => {
  const range = { weekday: 1, from: '18:00', to: '20:00' };

  it.each<[string, object, string | null]>([
    ['fifty free hours', { availability: many(50, range) }, null],
    ['fifty-one', { availability: many(51, range) }, 'availability'],
    ['a Monday', { availability: [{ ...range, weekday: 1 }] }, null],
    ['a day before', { availability: [{ ...range, weekday: 0 }] }, 'availability.0.weekday'],
    ['a Sunday', { availability: [{ ...range, weekday: 7 }] }, null],
    ['a day after', { availability: [{ ...range, weekday: 8 }] }, 'availability.0.weekday'],
    ['half a day', { availability: [{ ...range, weekday: 1.5 }] }, 'availability.0.weekday'],
    ['a minute before midnight', { availability: [{ ...range, from: '23:59' }] }, null],
    ['the end of the day', { availability: [{ ...range, to: '24:00' }] }, null],
    ['a minute after', { availability: [{ ...range, to: '24:01' }] }, 'availability.0.to'],
    [
      'an hour that is none',
      { availability: [{ ...range, from: '18:60' }] },
      'availability.0.from',
    ],
    ['twenty shown accounts', { shown_accounts: many(20, 'steam') }, null],
    ['twenty-one', { shown_accounts: many(21, 'steam') }, 'shown_accounts'],
    ['an account’s name of forty', { shown_accounts: ['a'.repeat(40)] }, null],
    ['of forty-one', { shown_accounts: ['a'.repeat(41)] }, 'shown_accounts.0'],
    ['a zone that is none', { zone: 'Mars/Base' }, 'zone'],
    ['a zone longer than any', { zone: 'x'.repeat(65) }, 'zone'],
  ])('%s', async (_what, body, field) => {
    const answer = await own.send(person, { path: '/me/settings', body: { ...body } });
    expect([answer.status === 200, answer.body.error?.field ?? null]).toEqual([
      field === null,
      field,
    ]);
  });

  it('keeps what is not said, and each shown account once', async () => {
    const save = (body: Record<string, unknown>) => own.act(person, { path: '/me/settings', body });
    const read = async () => {
      const [row] = await own.database.query(
        'select zone, availability, shown_accounts from private.person_settings where person_id = $1',
        [person.person_id],
      );
      return row;
    };
    await save({ zone: 'UTC', availability: [range], shown_accounts: ['steam', 'steam'] });
    const all = { zone: 'UTC', availability: [range], shown_accounts: ['steam'] };
    expect(await read()).toEqual(all);
    await save({});
    expect(await read()).toEqual(all);
    await save({ shown_accounts: [] });
    expect(await read()).toEqual({ ...all, shown_accounts: [] });
    await save({ availability: [] });
    expect(await read()).toEqual({ ...all, availability: [], shown_accounts: [] });
  });
});

describe('who one is in games', () => {
  const name = (kind: string, handle: string, who = person) =>
    own.send(who, { path: '/me/identities', body: { kind, handle } });
  const read = (who: Viewer) =>
    own.database.query<{ kind: string; handle: string; is_verified: boolean }>(
      'select kind, handle, is_verified from public.profile_identities where person_id = $1 order by kind',
      [who.person_id],
    );

  it('is proved no more once it is another name', async () => {
    await name('ea', 'Bram');
    await own.database.query('update public.profile_identities set is_verified = true');
    await name('ea', 'Bram');
    expect(await read(person)).toEqual([{ kind: 'ea', handle: 'Bram', is_verified: true }]);
    await name('ea', 'Bram2');
    expect(await read(person)).toEqual([{ kind: 'ea', handle: 'Bram2', is_verified: false }]);
  });

  it('is unsaid by oneself alone', async () => {
    await name('ea', 'Bram');
    await name('steam', 'Bram');
    await name('ea', 'Strange', stranger);
    await own.act(stranger, { path: '/me/identities/ea', method: 'DELETE' });
    expect((await read(person)).map(({ kind }) => kind)).toEqual(['ea', 'steam']);
    expect(await read(stranger)).toEqual([]);
  });

  it('is one name a kind, thirty in all, of which each may be changed', async () => {
    for (let n = 1; n <= 30; n += 1) {
      expect((await name(`game${n}`, 'Name', stranger)).status).toBe(200);
    }
    expect((await name('game31', 'Name', stranger)).body.error).toEqual({
      code: 'limit_reached',
      params: { limit: 30 },
    });
    expect((await name('game30', 'Other', stranger)).status).toBe(200);
  });

  it.each([
    ['of one character', 'ea', 'B', null],
    ['of none', 'ea', ' ', 'handle'],
    ['of sixty-four', 'ea', 'B'.repeat(64), null],
    ['of sixty-five', 'ea', 'B'.repeat(65), 'handle'],
    ['of a kind that is none', 'e a', 'B', 'kind'],
  ])('a name %s', async (_what, kind, handle, field) => {
    expect((await name(kind, handle)).body.error?.field ?? null).toBe(field);
  });
});

describe('chat ids', () => {
  const ask = (userIds: unknown[]) =>
    own.send(null, { path: '/users/discord-ids', body: { userIds } });

  it('are told of a hundred at once', async () => {
    const ids = Array.from({ length: 100 }, () => randomUUID());
    expect((await ask(ids)).status).toBe(200);
    expect((await ask([...ids, randomUUID()])).status).toBe(400);
    expect((await ask(['x'.repeat(64)])).status).toBe(200);
    expect((await ask(['x'.repeat(65)])).status).toBe(400);
  });

  it('are asked for by no more than any form has', async () => {
    const raw = `"${'x'.repeat(65_535)}"`;
    const { status, body } = await own.send(null, { path: '/users/discord-ids', raw });
    expect([status, body.error?.code]).toEqual([413, 'body_too_large']);
  });

  it('are told thirty times a minute to one network', async () => {
    expect(await askTimes(31, () => ask([]))).toEqual([...many(30, 200), 429]);
  });
});
