import assert from 'node:assert/strict';
import type { Case, Run } from './case.ts';
import { named, withoutSkeleton } from './username-cases.ts';
import type { Row, World } from './world.ts';

/**
 * Names as the database holds them. Every single character is held against the rules of `league` by a test of
 * the server; here stands what the functions and triggers do with them.
 */

/** What a call makes of each text. */
export const makes =
  (call: string, expected: Readonly<Record<string, unknown>>): Run =>
  async (world) => {
    for (const [given, result] of Object.entries(expected)) {
      const { value } = await world.one(`select ${call} as value`, [given]);
      assert.deepEqual(value, result, JSON.stringify(given));
    }
  };

export const nothing =
  (call: string): Run =>
  async (world) => {
    assert.equal((await world.one(`select ${call} as value`, [null])).value, null);
  };

const parseSql = 'private.parse_name($1, 2, 5)';

const readable: Case = {
  object: 'function private.readable_part(given text)',
  lets: {
    'letters and digits': makes('private.readable_part($1)', { Wolf7: 'Wolf7', 'Жak½': 'Жak½' }),
  },
  stops: {
    'all else': makes('private.readable_part($1)', { ' W-o.l!f ': 'Wolf', '!?': '', '👩‍🚀': '' }),
    nothing: nothing('private.readable_part($1)'),
  },
};

const skeleton: Case = {
  object: 'function private.name_skeleton(name text)',
  lets: {
    'names that differ, as different': makes('private.name_skeleton($1)', {
      wolf: 'wolf',
      fox: 'fox',
      bear: 'bear',
    }),
  },
  stops: {
    'names that look alike, as one': makes('private.name_skeleton($1)', {
      WOLF: 'wolf',
      vvolf: 'wolf',
      'w o l f': 'wolf',
      'wo\u200blf': 'wolf',
      'w\u0301o\u0308lf': 'wolf',
      w0lf: 'wolf',
      wо1f: 'wolf',
      Ｗｏｌｆ: 'wolf',
      Corner: 'comer',
      comer: 'comer',
      c1ock: 'dock',
      dock: 'dock',
    }),
    'what has no letters, by its signs': makes('private.name_skeleton($1)', {
      '!!': 'll',
      '--': '--',
    }),
    nothing: nothing('private.name_skeleton($1)'),
  },
};

const visible: Case = {
  object: 'function private.visible_name(given text)',
  lets: {
    'what is seen': makes('private.visible_name($1)', { Wolf: 'Wolf', 'Wolf Pack!': 'Wolf Pack!' }),
  },
  stops: {
    'what is not': makes('private.visible_name($1)', {
      '  Wolf  Pack ': 'Wolf Pack',
      'Wolf\t\u3000Pack': 'Wolf Pack',
      'W\u200bo\u202el\u0007f': 'Wolf',
      'Wolf \u200b Pack': 'Wolf Pack',
      '\u200bWolf\u200b': 'Wolf',
      '\u200b \u200b': '',
      'e\u0301': 'é',
    }),
    nothing: nothing('private.visible_name($1)'),
  },
};

const parse: Case = {
  object: 'function private.parse_name(given text, minimum integer, maximum integer)',
  lets: {
    'a name of as many characters as may be': makes(parseSql, {
      ab: 'ab',
      abcde: 'abcde',
      '👩1': '👩1',
    }),
    'with single spaces and one form of each character': makes(parseSql, {
      '  a \t b ': 'a b',
      'ae\u0301': 'aé',
    }),
  },
  stops: {
    'one that is too short or too long': makes(parseSql, {
      a: null,
      '': null,
      abcdef: null,
      ' a ': null,
    }),
    'one with something that is not seen': makes(parseSql, { 'a\u200bb': null, 'a\u0007b': null }),
    'one that cannot be read': makes(parseSql, { '!!': null, '👩👩': null }),
    nothing: nothing(parseSql),
  },
};

const isFree =
  (candidate: string, expected: boolean, given: (world: World) => Promise<Row | null>): Run =>
  async (world) => {
    const person = await given(world);
    const { value } = await world.one('select private.is_name_free($1, $2) as value', [
      candidate,
      person?.id ?? null,
    ]);
    assert.equal(value, expected);
  };

const other = async (world: World) => {
  await named(world, 'Wolf');
  return null;
};

const nameFree: Case = {
  object: 'function private.is_name_free(candidate text, person uuid)',
  lets: {
    'a name that nobody has': isFree('Fox', true, other),
    'the own name': isFree('wolf', true, (world) => named(world, 'Wolf')),
    'the own name from before': isFree('Wolf', true, (world) => withoutSkeleton(world, 'Wolf')),
    'what looks like the own name': isFree('W0lf', true, (world) => named(world, 'Wolf')),
    'the name of whoever is gone': isFree('⸺', true, async (world) => {
      await named(world, '⸺', { user_id: null });
      return null;
    }),
  },
  stops: {
    'a name that somebody has': isFree('wOLF', false, other),
    'what looks like it': isFree('W0lf', false, other),
    'a name from before that somebody has': isFree('wolf', false, async (world) => {
      await withoutSkeleton(world, 'Wolf');
      return null;
    }),
    'the name of somebody else': isFree('Wolf', false, async (world) => {
      await named(world, 'Wolf');
      return named(world, 'Fox');
    }),
    'the name from before of somebody else': isFree('Wolf', false, async (world) => {
      await withoutSkeleton(world, 'Wolf');
      return named(world, 'Fox');
    }),
  },
};

const finds =
  (
    wish: string,
    expected: string | RegExp,
    taken: readonly string[] = [],
    hides: boolean | null = null,
  ): Run =>
  async (world) => {
    if (hides !== null) {
      const { id } = await named(world, 'Fox');
      const names = { from_name: 'Wolf', to_name: 'Fox', hides, undone_at: null };
      await world.add('private.renames', { ...names, person_id: id, team_id: null });
    }
    for (const name of taken) {
      await named(world, name);
    }
    const { value } = await world.one<{ value: string }>(
      'select private.find_free_name($1) as value',
      [wish],
    );
    if (typeof expected === 'string') {
      assert.equal(value, expected);
    } else {
      assert.match(value, expected);
    }
  };

const numbers = (name: string, last: number) => [
  name,
  ...Array.from({ length: last - 1 }, (_, index) => `${name}${index + 2}`),
];

const freeName: Case = {
  object: 'function private.find_free_name(wish text)',
  lets: {
    'a wish that is free': finds('Wolf', 'Wolf'),
    'a wish without what is not seen': finds('  Wo\u200blf ', 'Wolf'),
    'a wish of 28 characters': finds('w'.repeat(28), 'w'.repeat(28)),
    'the first of a longer one': finds('xyz'.repeat(10), 'xyz'.repeat(10).slice(0, 28)),
    'a wish of two characters': finds('ab', 'ab'),
    'a name that somebody lost': finds('Wolf', 'Wolf', [], false),
  },
  stops: {
    'one that somebody has: the next number': finds('Wolf', 'Wolf2', ['Wolf']),
    'and the next': finds('Wolf', 'Wolf3', ['Wolf', 'Wolf2']),
    'up to 50, which is taken as it is': finds('Wolf', 'Wolf50', numbers('Wolf', 49)),
    'behind 50 any number of four digits': finds('Wolf', /^Wolf[1-9]\d{3}$/, numbers('Wolf', 50)),
    'a long one is cut for its number': finds('x'.repeat(28), `${'x'.repeat(23)}2`, [
      'x'.repeat(28),
    ]),
    'from there on any number of four digits': async (world) => {
      for (const seed of [-0.9, 0, 0.1, 0.5, 0.9]) {
        await world.query('select setseed($1)', [seed]);
        const { number } = await world.one('select floor(random() * 9000 + 1000)::text as number');
        await world.query('select setseed($1)', [seed]);
        await finds('', `player${number}`)(world);
      }
    },
    'of more digits where those are taken, nine at most': async (world) => {
      await world.query(`
        create sequence public.tries;
        create or replace function private.is_name_free(candidate text, person uuid default null)
          returns boolean language sql as $$ select nextval('public.tries') > 12 $$`);
      for (const seed of [-0.9, -0.5, 0, 0.1, 0.5, 0.9]) {
        await world.query(`select setseed($1), setval('public.tries', 1)`, [seed]);
        await finds('', /^player[1-9]\d{8}$/)(world);
      }
    },
    'a wish for nothing': finds('', /^player[1-9]\d{3}$/),
    'a wish that cannot be read': finds('!!', /^player[1-9]\d{3}$/),
    'a wish that is too short': finds('w', /^player[1-9]\d{3}$/),
    'a wish for what everybody gets': finds('player', /^player[1-9]\d{3}$/),
    'a wish for what looks like a hidden name': finds('W0lf', /^player[1-9]\d{3}$/, [], true),
  },
};

const account =
  (data: object | null): Run =>
  async (world) => {
    const { expected = '', ...given } = (data ?? {}) as Row;
    const { value } = await world.one(
      `select private.find_given_name(jsonb_populate_record(null::auth.users,
         jsonb_build_object('email', 'wolf@players.example', 'raw_user_meta_data', $1::jsonb))) as value`,
      [data === null ? null : JSON.stringify(given)],
    );
    assert.equal(value, expected);
  };

const givenName: Case = {
  object: 'function private.find_given_name(account auth.users)',
  lets: {
    'the name that Discord shows': account({
      custom_claims: { global_name: 'Wolf' },
      full_name: 'F',
      expected: 'Wolf',
    }),
    'the full name': account({ full_name: 'Wolf', name: 'N', expected: 'Wolf' }),
    'the name': account({ name: 'Wolf', user_name: 'U', expected: 'Wolf' }),
    'the name of the account': account({ user_name: 'Wolf', expected: 'Wolf' }),
  },
  stops: {
    'empty ones': account({
      custom_claims: { global_name: '' },
      full_name: '',
      name: '',
      user_name: 'Wolf',
      expected: 'Wolf',
    }),
    'all empty': account({ user_name: '' }),
    'an address': account({ email: 'wolf@players.example' }),
    'nothing at all': account(null),
  },
};

const pairs: Case = {
  object: 'function extensions.to_pairs(word text)',
  lets: {
    'every two neighbours, once': makes('extensions.to_pairs($1)', {
      Wolf: ['lf', 'ol', 'wo'],
      aaa: ['aa'],
      ab: ['ab'],
    }),
  },
  stops: {
    'a single character': makes('extensions.to_pairs($1)', { a: [], '': [] }),
    nothing: nothing('extensions.to_pairs($1)'),
  },
};

export const nameCases: readonly Case[] = [
  readable,
  skeleton,
  visible,
  parse,
  nameFree,
  freeName,
  givenName,
  pairs,
];
