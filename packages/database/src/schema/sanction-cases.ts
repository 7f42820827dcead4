import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Case } from './case.ts';
import type { Row, World } from './world.ts';

/** Who may answer the appeal of a sanction, and which names of somebody are kept. */

async function addAppeal(world: World) {
  const person = await world.add('public.profiles');
  const giver = await world.add('public.profiles');
  const sanction = await world.add('public.sanctions', {
    person_id: person.id,
    given_by: giver.id,
  });
  const row = { sanction_id: sanction.id, person_id: person.id };
  const appeal = await world.add('private.sanction_appeals', row);
  const answer = (by: unknown) =>
    world.query(
      `update private.sanction_appeals set decided_by = $2, decided_at = now(), is_granted = true, answer = 'Yes.'
       where sanction_id = $1`,
      [appeal.sanction_id, by],
    );
  return { person, giver, answer };
}

/** Two on one team. */
async function addMates(world: World, people: readonly Row[]) {
  const team = await world.add('public.teams');
  for (const { id } of people) {
    await world.add('public.rosters', { team_id: team.id, person_id: id, user_id: null });
  }
}

const party = { code: '23514', message: 'a party to the sanction', detail: 'own_match' };

const holdAnswer: Case = {
  object: 'trigger private.sanction_appeals.hold_sanction_answer',
  lets: {
    'somebody else': async (world) => {
      const { answer } = await addAppeal(world);
      const other = await world.add('public.profiles');
      await world.lets(() => answer(other.id));
    },
    'somebody else, while whom it holds against plays with others': async (world) => {
      const { person, answer } = await addAppeal(world);
      const [mate, other] = [
        await world.add('public.profiles'),
        await world.add('public.profiles'),
      ];
      await addMates(world, [person, mate]);
      await world.lets(() => answer(other.id));
    },
    'who plays with who gave it': async (world) => {
      const { giver, answer } = await addAppeal(world);
      const other = await world.add('public.profiles');
      await addMates(world, [giver, other]);
      await world.lets(() => answer(other.id));
    },
    'somebody who is forgotten later': async (world) => {
      const { answer } = await addAppeal(world);
      const other = await world.add('public.profiles');
      await answer(other.id);
      await world.lets(() => world.query('select private.forget_person($1)', [other.id]));
    },
  },
  stops: {
    'who gave it': async (world) => {
      const { giver, answer } = await addAppeal(world);
      await world.stops(party, () => answer(giver.id));
    },
    'who gave it, where the appeal comes with its answer': async (world) => {
      const { giver, person } = await addAppeal(world);
      const { id } = await world.add('public.sanctions', {
        person_id: person.id,
        given_by: giver.id,
      });
      const answered = {
        decided_by: giver.id,
        decided_at: '2030-01-01T18:00:00Z',
        is_granted: true,
      };
      await world.stops(party, () =>
        world.add('private.sanction_appeals', {
          ...{ sanction_id: id, person_id: person.id, answer: 'Yes.' },
          ...answered,
        }),
      );
    },
    'whom it holds against': async (world) => {
      const { person, answer } = await addAppeal(world);
      await world.stops(party, () => answer(person.id));
    },
    'who plays with whom it holds against': async (world) => {
      const { person, answer } = await addAppeal(world);
      const mate = await world.add('public.profiles');
      await addMates(world, [person, mate]);
      await world.stops(party, () => answer(mate.id));
    },
  },
};

const appealedWithCase = {
  code: '23514',
  message: 'appealed with its case',
  detail: 'appealed_with_case',
};

const holdAppeal: Case = {
  object: 'trigger private.sanction_appeals.hold_sanction_appeal',
  lets: {
    'a sanction that no case gave': async (world) => {
      const sanction = await world.add('public.sanctions');
      await world.add('private.case_acts', { act: 'ban', sanction_id: randomUUID() });
      await world.lets(() => world.add('private.sanction_appeals', { sanction_id: sanction.id }));
    },
  },
  stops: {
    'one that a case gave: it is appealed with the case': async (world) => {
      const sanction = await world.add('public.sanctions');
      await world.add('private.case_acts', { act: 'ban', sanction_id: sanction.id });
      await world.stops(appealedWithCase, () =>
        world.add('private.sanction_appeals', { sanction_id: sanction.id }),
      );
    },
  },
};

const listNames = async (world: World, person: Row) => {
  const rows = await world.query<{ username: string }>(
    'select username from private.former_names where person_id = $1 order by id',
    [person.id],
  );
  return rows.map(({ username }) => username);
};

const rename = (world: World, person: Row, name: string) =>
  world.query('update public.profiles set username = $2 where id = $1', [person.id, name]);

const keepName: Case = {
  object: 'trigger public.profiles.keep_former_name',
  lets: {
    'the name that was': async (world) => {
      const person = await world.add('public.profiles', { username: 'Wolf' });
      const other = await world.add('public.profiles', { username: 'Bear' });
      await rename(world, person, 'Fox');
      assert.deepEqual(await listNames(world, person), ['Wolf']);
      assert.deepEqual(await listNames(world, other), []);
    },
    'the last twenty': async (world) => {
      const other = await world.add('public.profiles', { username: 'Bear' });
      await rename(world, other, 'Lynx');
      const person = await world.add('public.profiles', { username: 'Wolf' });
      for (let number = 1; number <= 21; number += 1) {
        await rename(world, person, `Fox ${'x'.repeat(number)}`);
      }
      const names = await listNames(world, person);
      assert.deepEqual(
        [names.length, names[0], names.at(-1)],
        [20, 'Fox x', `Fox ${'x'.repeat(20)}`],
      );
      assert.deepEqual(await listNames(world, other), ['Bear']);
    },
  },
  stops: {
    'a name that stays': async (world) => {
      const person = await world.add('public.profiles', { username: 'Wolf' });
      await rename(world, person, 'Wolf');
      assert.deepEqual(await listNames(world, person), []);
    },
    'whoever is gone': async (world) => {
      const person = await world.add('public.profiles', { username: 'Wolf' });
      await rename(world, person, 'Fox');
      await world.query('select private.forget_person($1)', [person.id]);
      assert.deepEqual(await listNames(world, person), []);
    },
  },
};

export const sanctionCases: readonly Case[] = [holdAnswer, holdAppeal, keepName];
