import assert from 'node:assert/strict';
import type { Case, Run } from './case.ts';
import { type Row, signedIn, type World } from './world.ts';

/** What people's names may become, and who is refused one. */

/** Somebody of this name. */
export const named = (world: World, username: string, row: Row = {}) =>
  world.add('public.profiles', { username, ...row });

/** A name from before names were compared: nobody's skeleton. */
export async function withoutSkeleton(world: World, username: string) {
  const person = await named(world, username);
  await world.query('delete from private.username_skeletons where person_id = $1', [person.id]);
  return person;
}

const usernameSql = 'update public.profiles set username = $2 where id = $1 returning username';

/** Whoever renames themselves does so under their own rights. */
const rename = (world: World, person: Row, username: string) =>
  world.as(signedIn(person.user_id), usernameSql, [person.id, username]);

const becomes =
  (username: string, expected: string): Run =>
  async (world) => {
    const person = await named(world, 'Fox');
    assert.deepEqual(await rename(world, person, username), [{ username: expected }]);
  };

const invalid = { code: '23514', message: 'name_invalid', detail: '2-32' };

const refuses =
  (username: string, refusal: object): Run =>
  async (world) => {
    await named(world, 'Wolf');
    const person = await named(world, 'Fox');
    await world.stops(refusal as { code: string }, () => rename(world, person, username));
    await world.stops(refusal as { code: string }, () => named(world, username));
  };

const taken = { code: '23505', message: 'name_taken', detail: 'Wolf' };
const confusable = { code: '23505', message: 'name_confusable', detail: 'Wolf' };

const holdUsername: Case = {
  object: 'trigger public.profiles.hold_username',
  lets: {
    'a new name, tidied': becomes('  Red   Dogs ', 'Red Dogs'),
    'two characters': becomes('ab', 'ab'),
    '32 characters': becomes('a'.repeat(32), 'a'.repeat(32)),
    'the own name in other letters': becomes('FOX', 'FOX'),
    'nothing: the name stays': becomes('  ', 'Fox'),
    'a name from before, as long as it stays': async (world) => {
      const person = await named(world, 'Fox');
      await world.query('alter table public.profiles disable trigger user');
      await world.query(usernameSql, [person.id, 'F\u200box']);
      await world.query('alter table public.profiles enable trigger user');
      assert.deepEqual(await rename(world, person, 'F\u200box'), [{ username: 'F\u200box' }]);
    },
    'whoever is gone, like others before': async (world) => {
      await named(world, '⸺', { user_id: null });
      await named(world, '⸺', { user_id: null });
    },
    'the first of that name': async (world) => {
      assert.equal((await named(world, ' Wolf ')).username, 'Wolf');
    },
  },
  stops: {
    'one character': refuses('a', invalid),
    '33 characters': refuses('a'.repeat(33), invalid),
    'what is not seen': refuses('Wo\u200blf', invalid),
    'what cannot be read': refuses('!!', invalid),
    'a name that is taken': refuses('wolf', taken),
    'what looks like it': refuses('W0lf', confusable),
    'nothing, of somebody new': async (world) => {
      await world.stops(invalid, () => named(world, ' '));
    },
  },
};

const refuse = 'select private.refuse_name($1, $2)';

const refusal =
  (plain: string, expected: object, given: (world: World) => Promise<Row>): Run =>
  async (world) => {
    const person = await given(world);
    await world.stops(expected as { code: string }, () => world.query(refuse, [plain, person.id]));
  };

async function wolfAndFox(world: World) {
  await named(world, 'Wolf');
  return named(world, 'Fox');
}

const refuseName: Case = {
  object: 'function private.refuse_name(plain text, person uuid)',
  lets: {
    'who has the name, in its letters': refusal('wolf', taken, wolfAndFox),
    'who has one that looks like it': refusal('W0lf', confusable, wolfAndFox),
    'of two the one with the same letters': refusal(
      'W0lf',
      { ...taken, detail: 'W0LF' },
      async (world) => {
        await named(world, 'Wolf');
        await world.query('alter table public.profiles disable trigger user');
        await named(world, 'W0LF');
        return named(world, 'Fox');
      },
    ),
    'a name that nobody has any more': refusal(
      'Bear',
      { code: '23505', message: 'name_confusable', detail: 'Bear' },
      wolfAndFox,
    ),
  },
  stops: {
    'the person themselves': refusal(
      'Fox',
      { message: 'name_confusable', detail: 'Fox', code: '23505' },
      wolfAndFox,
    ),
    'whoever is gone': async (world) => {
      await world.query('alter table public.profiles disable trigger user');
      const person = await named(world, 'Fox');
      await named(world, '⸺', { user_id: null });
      await world.stops({ code: '23505', message: 'name_confusable', detail: '⸺' }, () =>
        world.query(refuse, ['⸺', person.id]),
      );
    },
  },
};

async function skeletonOf(world: World, person: Row) {
  const [row] = await world.query<{ skeleton: string }>(
    'select skeleton from private.username_skeletons where person_id = $1',
    [person.id],
  );
  return row?.skeleton;
}

const keepSkeleton: Case = {
  object: 'trigger public.profiles.keep_username_skeleton',
  lets: {
    'somebody new': async (world) => {
      assert.equal(await skeletonOf(world, await named(world, 'Wolf')), 'wolf');
    },
    'another name': async (world) => {
      const person = await named(world, 'Wolf');
      await rename(world, person, 'Fox');
      assert.equal(await skeletonOf(world, person), 'fox');
    },
  },
  stops: {
    'of two who take one name at the same moment the second': async (world) => {
      await named(world, 'Wolf');
      const person = await named(world, 'Fox');
      // What the first has written is not seen yet where the second asks.
      await world.query('alter table public.profiles disable trigger hold_username');
      await world.stops(confusable, () => rename(world, person, 'W0lf'));
      await world.stops(confusable, () => named(world, 'W0lf'));
    },
    'whoever is gone': async (world) => {
      const person = await named(world, '⸺', { user_id: null });
      assert.equal(await skeletonOf(world, person), undefined);
    },
    'a name that stays': async (world) => {
      const person = await withoutSkeleton(world, 'Wolf');
      await rename(world, person, 'Wolf');
      assert.equal(await skeletonOf(world, person), undefined);
    },
  },
};

/** Somebody who was Wolf until an admin called them Fox. */
async function renamed(world: World, row: Row = {}) {
  const person = await named(world, 'Fox');
  const names = { from_name: 'Wolf', to_name: 'Fox', hides: false, undone_at: null };
  await world.add('private.renames', { person_id: person.id, team_id: null, ...names, ...row });
  return person;
}

const takes =
  (username: string, { who, ...row }: Row = {}): Run =>
  async (world) => {
    const person = await renamed(world, row);
    const taker = who === 'other' ? await named(world, 'Bear') : person;
    assert.deepEqual(await rename(world, taker, username), [{ username }]);
  };

const removes =
  (username: string, { who, ...row }: Row = {}): Run =>
  async (world) => {
    const person = await renamed(world, row);
    const taker = who === 'other' ? await named(world, 'Bear') : person;
    await world.stops({ code: '23514', message: 'name_removed', detail: username }, () =>
      rename(world, taker, username),
    );
  };

const removed: Case = {
  object: [
    'trigger public.profiles.refuse_removed_username',
    'function private.is_username_removed(given text, person uuid)',
  ],
  lets: {
    'another name': takes('Lynx'),
    'the name that was given, in other letters': takes('FOX'),
    'the name, once it is given back': takes('Wolf', { undone_at: '2030-01-01' }),
    'a name that the renaming left': takes('FOX', { from_name: 'FOX', to_name: 'FOX' }),
    'somebody else, where it was not hidden': takes('Wolf', { who: 'other' }),
    'somebody else, once what was hidden is given back': takes('Wolf', {
      ...{ who: 'other', hides: true },
      undone_at: '2030-01-01',
    }),
    'a name that a team lost': async (world) => {
      const team = await world.add('public.teams');
      await takes('Wolf', { person_id: null, team_id: team.id, hides: true })(world);
    },
    'an admin, by the server': async (world) => {
      const person = await renamed(world, { hides: true });
      assert.deepEqual(await world.query(usernameSql, [person.id, 'Wolf']), [{ username: 'Wolf' }]);
    },
    'a name that stays': async (world) => {
      const person = await renamed(world, { from_name: 'Fox', to_name: 'Lynx' });
      assert.deepEqual(await rename(world, person, 'Fox'), [{ username: 'Fox' }]);
    },
  },
  stops: {
    'the name that was taken': removes('Wolf'),
    'its other letters': removes('WOLF'),
    'what looks like it': removes('W0lf'),
    'somebody else, where it was hidden': removes('W0lf', { who: 'other', hides: true }),
  },
};

export const usernameCases: readonly Case[] = [holdUsername, refuseName, keepSkeleton, removed];
