import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Case, Run } from './case.ts';
import type { Row, World } from './world.ts';

/** What tells of somebody beyond the rows that refer to them, and when the public file is handed out no more. */

const forget = 'select private.forget_person($1)';

/** Of the function that forgets a person. */
export const namesOfPeople: Readonly<Record<string, Run>> = {
  'the names of files that they brought': async (world) => {
    const person_id = (await world.add('public.profiles')).id;
    const demo = { kind: 'demo', url: null, file_id: 'referent', preview_id: null };
    const image = { ...demo, kind: 'image', preview_id: 'referent' };
    await world.add('private.match_evidence', { ...demo, person_id, name: 'wolf.v.fox.dem' });
    await world.add('private.match_evidence', { ...image, person_id, name: 'wolf.webp' });
    await world.add('private.match_evidence', { ...demo, name: 'wolf.dem' });
    await world.query(forget, [person_id]);
    const names = await world.query('select name from private.match_evidence order by name');
    assert.deepEqual(names, [{ name: 'demo.dem' }, { name: 'picture.webp' }, { name: 'wolf.dem' }]);
  },
  'what the audit log and an admin’s answer call them': async (world) => {
    const person_id = (await world.add('public.profiles')).id;
    const { id } = await world.add('private.renames', { person_id, team_id: null });
    const answer = JSON.stringify({ data: { rename: id, name: 'Wolf' } });
    await world.add('private.commands', { answer });
    await world.add('private.commands', { answer: JSON.stringify({ data: { rename: 'x' } }) });
    const changes = JSON.stringify({ name: { from: 'Cub', to: 'Wolf' } });
    await world.add('private.audit_log', { kind: 'person', subject: person_id, changes });
    await world.add('private.audit_log', { kind: 'person', subject: randomUUID(), changes });
    await world.query(forget, [person_id]);
    const lines = await world.query('select 1 from private.audit_log where changes <> $1', ['{}']);
    const answers = await world.query('select answer from private.commands');
    assert.deepEqual([lines.length, answers], [1, [{ answer: { data: { rename: 'x' } } }]]);
  },
};

/** Somebody who writes for the league: an article with that byline, and its line of the audit log. */
async function addWriter(
  world: World,
  author: string,
  { hasWritten = true, was = null as string | null, is = author } = {},
) {
  await world.add('public.profiles', { user_id: 'referent', username: 'Fox' });
  const person = await world.add('public.profiles', { username: 'Wolf' });
  await world.add('private.former_names', { person_id: person.id, username: 'Cub' });
  await world.add('private.text_revisions', hasWritten ? { person_id: person.id } : {});
  const { slug } = await world.add('public.articles', { author });
  const line = await world.add('private.audit_log', {
    ...{ kind: 'article', changes: JSON.stringify({ author: { from: was, to: is } }) },
  });
  await world.query(forget, [person.id]);
  const article = await world.one('select author from public.articles where slug = $1', [slug]);
  const kept = await world.one('select changes from private.audit_log where id = $1', [line.id]);
  return { author: article.author, changes: kept.changes };
}

const goes =
  (author: string): Run =>
  async (world) => {
    const left = await addWriter(world, author);
    assert.deepEqual(left, { author: null, changes: { author: 'changed' } });
  };

const stays =
  (author: string, hasWritten: boolean): Run =>
  async (world) => {
    const left = await addWriter(world, author, { hasWritten });
    assert.deepEqual(left, { author, changes: { author: { from: null, to: author } } });
  };

const bylines: Case = {
  object: 'function private.forget_bylines(person uuid)',
  lets: {
    'their name': goes('Wolf'),
    'their name in other letters': goes('WOLF'),
    'what they were called before': goes('Cub'),
    'their name where it stood before': async (world) => {
      const { changes } = await addWriter(world, 'Bear', { was: 'WOLF', is: 'Bear' });
      assert.deepEqual(changes, { author: 'changed' });
    },
  },
  stops: {
    'the name of somebody who stays': stays('Fox', true),
    'a byline that went from one of others to another': async (world) => {
      const author = { from: 'Fox', to: 'Bear' };
      const { changes } = await addWriter(world, 'Bear', { was: 'Fox', is: 'Bear' });
      assert.deepEqual(changes, { author });
    },
    'somebody else’s': stays('Wolfgang', true),
    'the name of one who wrote nothing for the league': stays('Wolf', false),
  },
};

const user = (world: World) => world.add('auth.users', { email: 'wolf@players.example' });
const softly = 'update auth.users set deleted_at = now() where id = $1';

/** Objects of which one is theirs and one somebody else's: the names that are left. */
async function leaveObjects(world: World, toTheirs: (id: string) => Row): Promise<unknown[]> {
  const { id } = await user(world);
  const bucket_id = (await world.add('storage.buckets')).id;
  const row = { bucket_id, owner: null, owner_id: null, version: null };
  await world.add('storage.objects', { ...row, name: 'theirs.png', ...toTheirs(String(id)) });
  const other = { name: `${randomUUID()}/other.png`, owner_id: randomUUID() };
  await world.add('storage.objects', { ...row, ...other });
  await world.query(softly, [id]);
  const left = await world.query<{ name: string }>('select name from storage.objects');
  return left.map(({ name }) => (name === other.name ? 'other' : 'theirs'));
}

/** What the auth service noted, by them or of them. */
async function leaveNotes(world: World, toPayload: (id: unknown) => object): Promise<object> {
  const { id } = await user(world);
  const payload = JSON.stringify(toPayload(id));
  const note = { payload, ip_address: '192.0.2.7' };
  const kept = await world.add('auth.audit_log_entries', note);
  await world.query(softly, [id]);
  return world.one('select payload, ip_address from auth.audit_log_entries where id = $1', [
    kept.id,
  ]);
}

const of = (id: unknown) => ({
  user_id: id,
  user_email: 'wolf@players.example',
  user_phone: '4477',
});
let last: unknown;

const accounts: Case = {
  object: 'trigger auth.users.forget_person_after_soft_deletion',
  lets: {
    'what they stored': async (world) =>
      assert.deepEqual(await leaveObjects(world, (owner_id) => ({ owner_id })), ['other']),
    'what lies in the folder that has their id': async (world) =>
      assert.deepEqual(await leaveObjects(world, (id) => ({ name: `${id}/wolf.png` })), ['other']),
    'how the admins’ acts called them': async (world) => {
      const left = await leaveNotes(world, (id) => {
        last = id;
        return { actor_id: 'admin', actor_username: 'service_role', traits: of(id) };
      });
      assert.deepEqual(left, {
        payload: { actor_id: 'admin', actor_username: 'service_role', traits: { user_id: last } },
        ip_address: '192.0.2.7',
      });
    },
    'how their own acts called them': async (world) => {
      const left = await leaveNotes(world, (id) => {
        last = id;
        return {
          actor_id: id,
          actor_username: 'wolf@players.example',
          traits: {},
          action: 'login',
        };
      });
      assert.deepEqual(left, { payload: { actor_id: last, action: 'login' }, ip_address: '' });
    },
  },
  stops: {
    'what others stored, also where its name has the id further in': async (world) =>
      assert.deepEqual(
        await leaveObjects(world, (id) => ({ name: `shared/${id}/a.png`, owner_id: randomUUID() })),
        ['theirs', 'other'],
      ),
    'how acts call somebody else': async (world) => {
      const payload = { actor_id: randomUUID(), actor_username: 'fox', traits: of(randomUUID()) };
      assert.deepEqual(await leaveNotes(world, () => payload), {
        payload,
        ip_address: '192.0.2.7',
      });
    },
  },
};

const addFile = (world: World) => world.add('private.public_file', { withheld: 3, made_of: null });
const countWithheld = async (world: World) =>
  Number((await world.one('select withheld from private.public_file')).withheld);

const withholds =
  (work: (world: World) => Promise<unknown>, isWithheld: boolean): Run =>
  async (world) => {
    await addFile(world);
    await work(world);
    assert.equal(await countWithheld(world), isWithheld ? 4 : 3);
  };

const rename = (hides: boolean) => (world: World) =>
  world.add('private.renames', { hides, team_id: null });
const act = (name: string) => (world: World) => world.add('private.case_acts', { act: name });
const editProfile = (set: string) => async (world: World) => {
  const { id } = await world.add('public.profiles', { user_id: 'referent' });
  await world.query(`update public.profiles set ${set} where id = $1`, [id]);
};

const withheld: readonly Case[] = [
  {
    object: 'trigger public.profiles.withhold_public_file',
    lets: { 'somebody leaves': withholds(editProfile(`user_id = null, username = '⸺'`), true) },
    stops: {
      'somebody changes their language': withholds(editProfile(`locale = 'fi'`), false),
      'an account is named again': withholds(editProfile('user_id = user_id'), false),
    },
  },
  {
    object: 'trigger private.renames.withhold_public_file',
    lets: { 'a name is hidden': withholds(rename(true), true) },
    stops: { 'a name is changed': withholds(rename(false), false) },
  },
  {
    object: 'trigger private.case_acts.withhold_public_file',
    lets: {
      'a text is hidden': withholds(act('hide'), true),
      'a picture is taken away': withholds(act('remove_picture'), true),
    },
    stops: { 'a team is disbanded': withholds(act('disband_team'), false) },
  },
];

export const departureCases: readonly Case[] = [bylines, accounts, ...withheld];
