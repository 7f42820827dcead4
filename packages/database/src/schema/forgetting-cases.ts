import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Case, Run } from './case.ts';
import { namesOfPeople } from './departure-cases.ts';
import { references } from './references.ts';
import { quoteTable, type Row, type World } from './world.ts';

/** What is left of people who delete their account. */

const forget = 'select private.forget_person($1)';

/** The tables that name a person, and what of a row is forgotten with them. */
const ties = Object.entries(references).flatMap(([name, text]) => {
  const [column = '', referent, end] = text.split(/ -> |, /);
  const table = name.slice(0, name.lastIndexOf('.'));
  return referent === 'public.profiles' ? [{ table, column, end }] : [];
});

/** Offices end by events, which the server writes; who is gone waits for them. */
const kept = ['public.admins', 'private.departures'];
/** What would stay as the league's record, but holds a person's words or their way in. */
const words = ['private.match_messages.person_id', 'private.team_invites.created_by'];

/** Tables whose triggers refuse a row of somebody without a part; that is shown elsewhere. */
const guarded = ['private.case_questions', 'private.case_holders'];

/** A row about a person beside one about somebody else; `column` says who it is. */
async function addTies(world: World, table: string, column: string) {
  const person = (await world.add('public.profiles')).id;
  const beside = table === 'public.entries' ? { team_id: null } : {};
  const other = (await world.add('public.profiles')).id;
  // A name's skeleton is there with the name.
  const isThere = table === 'private.username_skeletons';
  for (const value of isThere ? [] : [person, other]) {
    if (guarded.includes(table)) {
      await world.query(`alter table ${quoteTable(table)} disable trigger user`);
    }
    await world.add(table, { ...beside, [column]: value });
  }
  const find = (value: unknown) =>
    world.query(`select 1 from ${quoteTable(table)} where ${column} = $1`, [value]);
  const count = async () => (await world.query(`select 1 from ${quoteTable(table)}`)).length;
  return { person, other, find, count };
}

function tieRuns(isGone: boolean): Record<string, Run> {
  const runs: Record<string, Run> = {};
  for (const { table, column, end } of ties) {
    const isWords = words.includes(`${table}.${column}`);
    const isForgotten = !kept.includes(table) && (end !== undefined || isWords);
    if (isForgotten !== isGone) {
      continue;
    }
    const what = !isGone ? 'stays' : end === 'is emptied' ? 'is emptied' : 'goes';
    runs[`${table}.${column} ${what}`] = async (world) => {
      const { person, other, find, count } = await addTies(world, table, column);
      const before = await count();
      await world.query(forget, [person]);
      assert.equal((await find(person)).length, isGone ? 0 : 1);
      assert.equal((await find(other)).length, 1, 'somebody else');
      assert.equal(await count(), before - (what === 'goes' ? 1 : 0));
    };
  }
  return runs;
}

/** What somebody wrote in office: an event names it. */
async function addText(world: World, person: unknown, isNamed: boolean) {
  const text = await world.add('private.event_texts', {
    author_id: person,
    salt: 'salt',
    text: 'words',
  });
  const data = { text: { text_id: isNamed ? text.id : randomUUID() } };
  await world.add('public.league_events', { data: JSON.stringify(data) });
  return () => world.one('select salt, text from private.event_texts where id = $1', [text.id]);
}

const forgetPerson: Case = {
  object: 'function private.forget_person(person uuid)',
  lets: {
    ...tieRuns(true),
    'name, language and account': async (world) => {
      const person = await world.add('public.profiles', { username: 'Wolf', locale: 'fi' });
      const team = await world.add('public.rosters', {
        person_id: person.id,
        user_id: person.user_id,
      });
      await world.query(forget, [person.id]);
      const left = await world.one(
        `select p.user_id, username, locale, r.user_id as roster_user_id, r.team_id
         from public.profiles p join public.rosters r on r.person_id = p.id where p.id = $1`,
        [person.id],
      );
      assert.deepEqual(left, {
        user_id: null,
        username: '⸺',
        locale: 'en',
        roster_user_id: null,
        team_id: team.team_id,
      });
      await world.one('select 1 from private.departures where person_id = $1', [person.id]);
      // Once more is no more.
      await world.query(forget, [person.id]);
    },
    'the words to evidence': async (world) => {
      const person = await world.add('public.profiles');
      await world.add('private.match_evidence', { person_id: person.id, note: 'mine' });
      await world.add('private.match_evidence', { note: 'theirs' });
      await world.query(forget, [person.id]);
      const notes = await world.query('select note from private.match_evidence order by note');
      assert.deepEqual(notes, [{ note: '' }, { note: 'theirs' }]);
    },
    ...namesOfPeople,
    'what they wrote, with its salt': async (world) => {
      const person = await world.add('public.profiles');
      const read = await addText(world, person.id, false);
      await world.query(forget, [person.id]);
      assert.deepEqual(await read(), { salt: '', text: null });
    },
  },
  stops: {
    ...tieRuns(false),
    'what they wrote in office': async (world) => {
      const person = await world.add('public.profiles');
      const read = await addText(world, person.id, true);
      await world.query(forget, [person.id]);
      assert.deepEqual(await read(), { salt: 'salt', text: 'words' });
    },
    'everybody else': async (world) => {
      const gone = await world.add('public.profiles');
      const other = await world.add('public.profiles', { username: 'Fox', locale: 'fi' });
      await world.add('public.rosters', { person_id: other.id, user_id: other.user_id });
      const read = await addText(world, other.id, false);
      await world.query(forget, [gone.id]);
      const left = await world.one(
        `select username, locale, r.user_id from public.profiles p
           join public.rosters r on r.person_id = p.id where p.id = $1`,
        [other.id],
      );
      assert.deepEqual(left, { username: 'Fox', locale: 'fi', user_id: other.user_id });
      assert.deepEqual(await read(), { salt: 'salt', text: 'words' });
      assert.equal((await world.query('select 1 from private.departures')).length, 1);
    },
  },
};

const account = {
  email: 'Wolf@players.example',
  email_change: 'Fox@players.example',
  phone: '447700900100',
  phone_change: '447700900200',
};
const softly = `update auth.users set deleted_at = now() where id = $1`;
const wholly = 'delete from auth.users where id = $1';

async function ends(world: World, statement: string, mail: Row | null) {
  const user = await world.add('auth.users', account);
  await world.add('auth.users');
  if (mail !== null) {
    await world.add('private.mails', mail);
  }
  const person = await world.one('select id from public.profiles where user_id = $1', [user.id]);
  await world.query(statement, [user.id]);
  const { mails } = await world.one<{ mails: number }>(
    'select count(*)::integer as mails from private.mails',
  );
  const people = await world.query('select person_id from private.departures');
  assert.deepEqual(people, [{ person_id: person.id }]);
  const named = await world.query('select 1 from public.profiles where user_id is not null');
  return { mails, left: named.length };
}

const leaves =
  (statement: string, mails: number, mail: Row): Run =>
  async (world) => {
    assert.deepEqual(await ends(world, statement, mail), { mails, left: 1 });
  };

const sent = { state: 'sent', text_body: null };

function deletionCase(trigger: string, statement: string): Case {
  const goes = (mail: Row) => leaves(statement, 0, mail);
  const stays = (mail: Row) => leaves(statement, 1, mail);
  return {
    object: `trigger auth.users.${trigger}`,
    lets: {
      'the person is forgotten, and nobody else': async (world) => {
        assert.deepEqual(await ends(world, statement, null), { mails: 0, left: 1 });
      },
      'mail to their address': goes({ recipient: 'wolf@players.EXAMPLE' }),
      'mail to their next address': goes({ recipient: 'fox@players.example' }),
      'a text to their number': goes({ recipient: account.phone, channel: 'sms' }),
      'a text to their next number': goes({ recipient: account.phone_change, channel: 'whatsapp' }),
      'what they began to store, and nobody else’s': async (world) => {
        const [gone, other] = [
          await world.add('auth.users', account),
          await world.add('auth.users'),
        ];
        for (const { id } of [gone, other]) {
          await world.add('private.resumable_uploads', { owner_id: id });
        }
        await world.query(statement, [gone.id]);
        const left = await world.query('select owner_id from private.resumable_uploads');
        assert.deepEqual(left, [{ owner_id: other.id }]);
      },
      'mail that has been sent': goes({ recipient: account.email, ...sent }),
      'an account without a profile': async (world) => {
        const user = await world.add('auth.users', account);
        await world.query('delete from public.profiles');
        await world.add('private.mails', { recipient: account.email });
        await world.query(statement, [user.id]);
        assert.deepEqual(await world.query('select 1 from private.mails'), []);
        assert.deepEqual(await world.query('select 1 from private.departures'), []);
      },
    },
    stops: {
      'mail that is being sent': stays({ recipient: account.email, state: 'sending' }),
      'a text that is being sent': stays({
        recipient: account.phone,
        channel: 'sms',
        state: 'sending',
      }),
      'mail to somebody else': stays({ recipient: 'bear@players.example' }),
      'a text to somebody else': stays({ recipient: '447700900300', channel: 'sms' }),
      'mail to what is their number': stays({ recipient: account.phone }),
      'a text to what is their address': stays({ recipient: account.email, channel: 'sms' }),
    },
  };
}

const soft = deletionCase('forget_person_after_soft_deletion', softly);

const softDeletion: Case = {
  ...soft,
  stops: {
    ...soft.stops,
    'who is deleted already': async (world) => {
      const user = await world.add('auth.users', {
        ...account,
        deleted_at: '2020-01-01T00:00:00Z',
      });
      await world.query(softly, [user.id]);
      assert.deepEqual(await world.query('select 1 from private.departures'), []);
    },
    'who comes back': async (world) => {
      const user = await world.add('auth.users', {
        ...account,
        deleted_at: '2020-01-01T00:00:00Z',
      });
      await world.query('update auth.users set deleted_at = null where id = $1', [user.id]);
      assert.deepEqual(await world.query('select 1 from private.departures'), []);
    },
    'who was never deleted': async (world) => {
      const user = await world.add('auth.users', account);
      await world.query('update auth.users set deleted_at = null where id = $1', [user.id]);
      assert.deepEqual(await world.query('select 1 from private.departures'), []);
    },
  },
};

export const forgettingCases: readonly Case[] = [
  forgetPerson,
  deletionCase('forget_person_after_deletion', wholly),
  softDeletion,
];
