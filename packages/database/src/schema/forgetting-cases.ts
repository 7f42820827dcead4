import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Case, Run } from './case.ts';
import { namesOfPeople } from './departure-cases.ts';
import { references } from './references.ts';
import { quoteTable, type Row, type World } from './world.ts';

/** What is left of people who delete their account, and of the demonstration. */

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

/** A season with all that hangs on it, a team and people: the demonstration's, or the league's own. */
async function addLeague(world: World, is_demo: boolean) {
  const season = await world.add('public.seasons', { is_demo });
  const entry = { season_id: season.id, team_id: 'referent' };
  const match = await world.add('public.matches', {
    season_id: season.id,
    challenger_entry_id: (await world.add('public.entries', entry)).id,
    defender_entry_id: (await world.add('public.entries', entry)).id,
  });
  await world.query(
    'update public.teams set is_demo = $1 where id in (select team_id from public.entries where season_id = $2)',
    [is_demo, season.id],
  );
  const user = await world.add('auth.users', {
    raw_app_meta_data: JSON.stringify({ is_demo }),
  });
  const person = await world.one('select id from public.profiles where user_id = $1', [user.id]);
  await world.add('public.stream_heads', { stream: season.stream });
  await world.add('public.league_events', { stream: season.stream });
  const [team] = await world.query('select team_id from public.entries where season_id = $1', [
    season.id,
  ]);
  const stream = `team:${team?.team_id}`;
  await world.add('public.stream_heads', { stream });
  await world.add('public.league_events', { stream });
  await world.add('private.match_seeds', { match_id: match.id });
  await world.add('private.event_texts', { match_id: match.id });
  await world.add('private.event_texts', { author_id: person.id });
  // Somebody of the demonstration whose account is gone.
  await world.add('public.profiles', { is_demo, user_id: null, username: '⸺' });
}

const cleared =
  'auth.users private.event_texts private.match_seeds public.league_events public.matches public.profiles public.seasons public.stream_heads public.teams';

async function countAll(world: World): Promise<Row> {
  const counts: Record<string, number> = {};
  for (const table of cleared.split(' ')) {
    counts[table] = (await world.query(`select 1 from ${table}`)).length;
  }
  return counts;
}

async function clearWhole(world: World): Promise<void> {
  await world.query('select private.clear_demo()');
  await world.query('select private.drop_demo_people()');
}

const clearDemo: Case = {
  object: 'function private.clear_demo()',
  lets: {
    'the demonstration, whole': async (world) => {
      const before = await countAll(world);
      await addLeague(world, true);
      await clearWhole(world);
      assert.deepEqual(await countAll(world), before);
    },
    'the words of its people only with what named them': async (world) => {
      const person = await world.add('public.profiles', { is_demo: true });
      const stays = await world.add('private.event_texts', { author_id: person.id });
      const goes = await world.add('private.event_texts', { author_id: person.id });
      await world.add('public.league_events', {
        actor_id: person.id,
        data: JSON.stringify({ statement: { text_id: stays.id } }),
      });
      await clearWhole(world);
      const find = 'select author_id from private.event_texts where id = $1';
      assert.deepEqual(await world.query(find, [stays.id]), [{ author_id: null }]);
      assert.deepEqual(await world.query(find, [goes.id]), []);
    },
    'the words that its lines name, whoever wrote them, and no others': async (world) => {
      const { stream } = await world.add('public.seasons', { is_demo: true });
      await world.add('public.stream_heads', { stream });
      const [goes, stays, unnamed] = [
        await world.add('private.event_texts'),
        await world.add('private.event_texts'),
        await world.add('private.event_texts'),
      ];
      for (const [text, of] of [
        [goes, { stream }],
        [stays, {}],
      ] as const) {
        const data = JSON.stringify({ statement: { text_id: text.id } });
        await world.add('public.league_events', { data, ...of });
      }
      await clearWhole(world);
      const left = await world.query('select id from private.event_texts where id = any ($1)', [
        [goes.id, stays.id, unnamed.id],
      ]);
      assert.deepEqual(left.map(({ id }) => id).sort(), [stays.id, unnamed.id].sort());
    },
    'the notices of its streams': async (world) => {
      const { stream } = await world.add('public.seasons', { is_demo: true });
      const gone = await world.add('private.notices', { origin: `${stream}#3` });
      const kept = await world.add('private.notices', { origin: 'ladder:another#3' });
      await clearWhole(world);
      const left = await world.query('select id from private.notices where id in ($1, $2)', [
        gone.id,
        kept.id,
      ]);
      assert.deepEqual(left, [{ id: kept.id }]);
    },
  },
  stops: {
    'the league itself': async (world) => {
      await addLeague(world, false);
      const before = await countAll(world);
      await addLeague(world, true);
      await clearWhole(world);
      assert.deepEqual(await countAll(world), before);
    },
    'a team of it that entered a real season': async (world) => {
      const team = await world.add('public.teams', { is_demo: true });
      const stream = `team:${team.id}`;
      await world.add('public.stream_heads', { stream });
      await world.add('public.league_events', { stream });
      await world.add('public.entries', { team_id: team.id, person_id: null });
      await clearWhole(world);
      const find = 'select is_demo from public.teams where id = $1';
      assert.deepEqual(await world.query(find, [team.id]), [{ is_demo: false }]);
      const lines = await world.query('select 1 from public.league_events where stream = $1', [
        stream,
      ]);
      assert.equal(lines.length, 1);
    },
    'the log afterwards': async (world) => {
      await world.add('public.league_events');
      await world.query('select private.clear_demo()');
      await world.stops({ code: '23001' }, () => world.query('delete from public.league_events'));
    },
  },
};

const asGone = { user_id: null, username: '⸺' };

async function dropBeside(world: World, person: Row): Promise<Row[]> {
  await world.query('select private.drop_demo_people()');
  return world.query('select is_demo from public.profiles where id = $1', [person.id]);
}

const dropDemoPeople: Case = {
  object: 'function private.drop_demo_people()',
  lets: {
    'a figure whose account is gone': async (world) => {
      const figure = await world.add('public.profiles', { is_demo: true, ...asGone });
      assert.deepEqual(await dropBeside(world, figure), []);
    },
  },
  stops: {
    'one whom a team that stays names, who is a figure no more': async (world) => {
      const figure = await world.add('public.profiles', { is_demo: true, ...asGone });
      await world.add('public.rosters', { person_id: figure.id });
      assert.deepEqual(await dropBeside(world, figure), [{ is_demo: false }]);
    },
    'one with an account': async (world) => {
      const figure = await world.add('public.profiles', { is_demo: true, user_id: 'referent' });
      assert.deepEqual(await dropBeside(world, figure), [{ is_demo: true }]);
    },
    'a real person whose account is gone': async (world) => {
      const person = await world.add('public.profiles', { is_demo: false, ...asGone });
      assert.deepEqual(await dropBeside(world, person), [{ is_demo: false }]);
    },
  },
};

export const forgettingCases: readonly Case[] = [
  forgetPerson,
  deletionCase('forget_person_after_deletion', wholly),
  softDeletion,
  clearDemo,
  dropDemoPeople,
];
