import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

let given: TestDatabase;
beforeAll(async () => {
  given = await createTestDatabase();
});
afterAll(() => given?.[Symbol.asyncDispose]());

interface Named {
  name: string;
  tag: string;
}

async function addTeam({ name, tag }: Named): Promise<unknown> {
  const id = randomUUID();
  // With skeletons that say nothing of the names, as somebody who wants to pass would write them.
  const [team] = await given.database.query(
    `insert into public.teams (id, slug, name, tag, name_skeleton, tag_skeleton, zone, locale, founded_at)
     values ($1::text::uuid, $1::text, $2, $3, $1::text, $1::text, 'UTC', 'en', now())
     returning name, tag, name_skeleton, tag_skeleton`,
    [id, name, tag],
  );
  return team;
}

/** Passes by its length; each is another team's name. */
const letters = (count: number, letter: string) => letter.repeat(count);

test.each<[string, Named]>([
  ['of two letters', { name: 'Ab', tag: 'AB' }],
  ['of forty letters, and six', { name: letters(40, 'Q'), tag: letters(6, 'Q') }],
  ['of another script', { name: 'Карелия Ладога', tag: 'КЛ' }],
  ['of emblems beside letters', { name: 'Wolves 🐺', tag: 'W🐺' }],
])('lets a name %s through', async (_what, named) => {
  expect(await addTeam(named)).toMatchObject(named);
});

test.each<[string, Partial<Named>, string]>([
  ['of one letter', { name: 'A' }, 'name_invalid'],
  ['of forty-one letters', { name: letters(41, 'A') }, 'name_invalid'],
  ['of a letter of no width', { name: 'Re\u200bds' }, 'name_invalid'],
  ['that turns the text', { name: '\u202eReds' }, 'name_invalid'],
  ['of a filler', { name: '\u3164\u3164' }, 'name_invalid'],
  ['of signs alone', { name: '!!' }, 'name_invalid'],
  ['of two spaces between', { name: 'Red  Wolves' }, 'name_invalid'],
  ['that is not trimmed', { name: ' Reds' }, 'name_invalid'],
  ['in parts that make one letter', { name: 'Ande\u0301s' }, 'name_invalid'],
  ['and a tag of one letter', { tag: 'R' }, 'tag_invalid'],
  ['and a tag of seven letters', { tag: letters(7, 'R') }, 'tag_invalid'],
  ['and a tag of a letter of no width', { tag: 'RE\u200b' }, 'tag_invalid'],
  ['and a tag that turns the text', { tag: '\u2066RE' }, 'tag_invalid'],
])('stops a name %s', async (_what, named, code) => {
  await expect(addTeam({ name: 'Reds', tag: 'RED', ...named })).rejects.toThrow(code);
});

test('stops a name and a tag that are taken for those of another team, whatever skeleton comes with them', async () => {
  await addTeam({ name: 'Arbiters', tag: 'ARB' });
  await expect(addTeam({ name: 'Аrbiters', tag: 'OTHER' })).rejects.toThrow('teams_name_in_use');
  await expect(addTeam({ name: 'Others', tag: 'АRB' })).rejects.toThrow('teams_tag_in_use');
  await addTeam({ name: 'Others', tag: 'OTHER' });
  const rename = (set: string) =>
    given.database.query(`update public.teams set ${set} where name = 'Others'`);
  await expect(rename(`name = 'Arbitеrs'`)).rejects.toThrow('teams_name_in_use');
  await expect(rename(`name = 'Oth\u200bers'`)).rejects.toThrow('name_invalid');
  await rename(`name_skeleton = 'passed'`);
  await expect(addTeam({ name: '0thers', tag: 'NEW' })).rejects.toThrow('teams_name_in_use');
});
