import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { loadOwnReports } from '../moderation/page-own.ts';
import { type ApiLeague, createApiLeague, type TestTeam } from '../testing/api-league.ts';
import { partialTables, wholeTables } from './data-tables.ts';

/** What the copy of what is kept about somebody has of each table that names people, and what it has not. */

let own: ApiLeague;
let team: TestTeam;
let person: Viewer;
/** Who reports, asks, decides and invites: nobody's copy but their own names them. */
let other: Viewer;
let giver: Viewer;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  team = await own.addTeam('Kaarna', 'tanks');
  person = team.captain;
  other = await own.addPerson('Other');
  giver = await own.addPerson('Giver');
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await own.database.query('delete from private.cases');
  await own.database.query('delete from private.rate_limits');
});

const at = (hours: number) => own.at(-1, 12 + hours);

/** A row with what is named of it, as JSON has it. */
function put(table: string, row: Record<string, unknown>) {
  const columns = Object.keys(row).join();
  return own.database.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1)`,
    [JSON.stringify(row)],
  );
}

type Copy = Record<string, Record<string, unknown>[]>;

async function copy(who: Viewer): Promise<Copy> {
  const { status, body } = await own.send(who, { path: '/me/data', method: 'GET' });
  expect(status).toBe(200);
  return body as Copy;
}

async function addCase(status: string, more: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID();
  const appeal = ['appealed', 'final'].includes(status)
    ? { appealed_at: at(4), appeal: 'Why?' }
    : { appealed_at: null, appeal: '' };
  await put('private.cases', {
    ...{ id, kind: 'person', subject: id, person_id: person.person_id, status, version: 7 },
    ...{ opened_at: at(1), holder_id: other.person_id, held_at: at(2), answer: 'Enough.' },
    ...(status === 'open' ? {} : { decided_at: at(3), decided_by: other.person_id }),
    ...{ ...appeal, appeal_answer: '', ...more },
  });
  return id;
}

const addReport = (case_id: string, by: Viewer, more: Record<string, unknown> = {}) =>
  put('private.reports', {
    ...{ id: randomUUID(), case_id, person_id: by.person_id, reason: 'insult', words: '' },
    ...{ snapshot: {}, reported_at: at(1), ...more },
  });

/** What a table has and its part of the copy has not: a new column is given or stands here. */
const leftOut: Record<string, string[]> = {
  'private.calendar_feeds': ['person_id', 'token'],
  'private.case_questions': ['case_id', 'number', 'person_id', 'asked_by'],
  'private.cases': [
    ...['subject', 'person_id', 'team_id', 'ladder_id', 'match_id', 'scrim_id', 'version'],
    ...['opened_at', 'holder_id', 'held_at', 'decided_by', 'appeal_decided_by'],
  ],
  'private.commands': ['person_id', 'body_hash', 'answer'],
  'private.event_texts': ['salt', 'author_id'],
  'private.match_servers': ['password', 'set_by'],
  'private.notices': ['person_id', 'origin', 'ladder_id', 'team_id', 'other_id', 'data'],
  'private.removed_logos': ['act_id', 'set_by'],
  'private.renames': ['person_id', 'team_id', 'from_tag', 'to_tag', 'given_by'],
  'private.reports': ['case_id', 'person_id', 'snapshot'],
  'private.sanction_appeals': ['person_id', 'decided_by', 'holder_id', 'held_at'],
  'private.team_invites': ['code'],
  'private.webhooks': ['url', 'set_by', 'not_before', 'failures', 'disabled_reason'],
};

const listColumns = (relation: string) =>
  own.database.query<{ name: string }>(
    `select attname as name from pg_catalog.pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [relation],
  );

describe('the tables that name people', () => {
  it('are each given whole, by the one column that says whose a row is, or in part', async () => {
    const found = await own.database.query<{ name: string; columns: string[] }>(
      `select c.conrelid::regclass::text as name, array_agg(distinct a.attname::text) as columns
       from pg_catalog.pg_constraint c
       join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
       where c.contype = 'f' and c.confrelid = 'public.profiles'::regclass group by 1`,
    );
    const named = found.map(({ name, columns }): [string, string[]] => [
      name.includes('.') ? name : `public.${name}`,
      columns,
    ]);
    const whole = named.filter(([name]) => !Object.hasOwn(partialTables, name));
    expect(Object.fromEntries(whole)).toEqual(
      Object.fromEntries(Object.entries(wholeTables).map(([name, column]) => [name, [column]])),
    );
    const names = named.map(([name]) => name);
    expect(Object.keys(partialTables).filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(Object.entries(partialTables))('%s without what is another’s', async (name, sql) => {
    const missing = await own.database.transaction(async (transaction) => {
      await transaction.query(
        `create temporary table given on commit drop as ${sql.replaceAll('$1', 'null::uuid')}`,
      );
      const given = await transaction.query<{ name: string }>(
        `select attname as name from pg_catalog.pg_attribute
         where attrelid = 'pg_temp.given'::regclass and attnum > 0`,
      );
      const names = given.map((column) => column.name);
      return (await listColumns(name)).filter((column) => !names.includes(column.name));
    });
    expect(missing.map((column) => column.name).sort()).toEqual([...(leftOut[name] ?? [])].sort());
  });
});

describe('a copy of what is kept', () => {
  it.each([
    ['open', 'is not told', false],
    ['closed', 'is not told', false],
    ['decided', 'is told', true],
    ['appealed', 'is told', true],
    ['final', 'is told', true],
  ])(
    'of a case about the person that is %s %s, as on their page',
    async (status, _what, isTold) => {
      const id = await addCase(status);
      await addReport(id, other, { words: 'Told by one', snapshot: { title: 'Kaarna captain' } });
      const page = await loadOwnReports({
        ...{ database: own.database, viewer: person, now: own.league.now(), params: {} },
        ...({ url: new URL('http://localhost/'), locale: 'en', zone: 'UTC' } as const),
      });
      const body = await copy(person);
      const cases = body['private.cases'] ?? [];
      expect(cases.map((row) => row.id)).toEqual(isTold ? [id] : []);
      expect(page?.cases.map((row) => row.id)).toEqual(isTold ? [id] : []);
      if (isTold) {
        expect(cases).toMatchObject([
          { kind: 'person', title: 'Kaarna captain', status, answer: 'Enough.', acts: [] },
        ]);
      } else {
        expect(JSON.stringify(body)).not.toContain(id);
      }
      expect(JSON.stringify(body)).not.toMatch(new RegExp(`${other.person_id}|Told by one|Other`));
    },
  );

  it('has nothing of a case about another that one held or decided, also of its appeal', async () => {
    const mine = person.person_id;
    const about = { person_id: other.person_id };
    await addCase('open', { ...about, holder_id: mine });
    await addCase('decided', { ...about, decided_by: mine });
    await addCase('final', { ...about, appeal_decided_by: mine });
    expect((await copy(person))['private.cases']).toEqual([]);
    expect((await copy(other))['private.cases']).toHaveLength(2);
  });

  it('has of a case about a team what those who lead it are told', async () => {
    const [row] = await own.database.query<{ team_id: string }>(
      'select team_id from public.rosters where person_id = $1',
      [person.person_id],
    );
    const about = { kind: 'team', person_id: null, team_id: row?.team_id };
    const id = await addCase('decided', about);
    await addCase('open', about);
    expect((await copy(person))['private.cases']).toMatchObject([{ id }]);
    expect((await copy(team.player))['private.cases']).toEqual([]);
  });

  it('has one’s own reports, answers and appeals, and names nobody who acted in them', async () => {
    const theirs = { person_id: other.person_id };
    const long = 'secret-words'.padStart(200, '.');
    await addReport(await addCase('open', theirs), person, {
      ...{ words: 'He is rude', snapshot: { title: '', words: long } },
    });
    const ask = async (about: Record<string, unknown>, to: Viewer, by: Viewer, answer: string) =>
      put('private.case_questions', {
        ...{ id: randomUUID(), case_id: await addCase('open', about), number: 1, answer },
        ...{ person_id: to.person_id, asked_by: by.person_id, words: 'Where were you?' },
        ...{ asked_at: at(1), answered_at: at(2) },
      });
    await ask({}, person, other, 'At home');
    await ask(theirs, other, person, 'secret-answer');
    const judge = async (who: Viewer, by: Viewer, words: string) => {
      const [sanction_id, text_id] = [randomUUID(), randomUUID()];
      const reason = { id: text_id, salt: 'secret-salt', text: 'Because.', created_at: at(1) };
      await put('private.event_texts', { ...reason, author_id: by.person_id });
      await put('public.sanctions', {
        ...{ id: sanction_id, person_id: who.person_id, kind: 'strike', given_by: giver.person_id },
        ...{ starts_at: at(1), text_id, is_lifted: false },
      });
      await put('private.sanction_appeals', {
        ...{ sanction_id, person_id: who.person_id, words, made_at: at(1), is_granted: false },
        ...{ holder_id: by.person_id, held_at: at(2), decided_by: by.person_id },
        ...{ decided_at: at(3), answer: 'No.' },
      });
      await put('private.renames', {
        ...{ id: randomUUID(), person_id: who.person_id, given_by: by.person_id, at: at(1) },
        ...{ from_name: `Before ${words}`, to_name: 'x', hides: true, reason: 'No.' },
      });
    };
    await judge(person, other, 'mine');
    await judge(other, person, 'secret-appeal');
    const body = await copy(person);
    expect(body).toMatchObject({
      'private.reports': [{ kind: 'person', words: 'He is rude', status: 'open' }],
      'private.case_questions': [{ words: 'Where were you?', answer: 'At home' }],
      'private.sanction_appeals': [{ words: 'mine', answer: 'No.' }],
      'private.renames': [{ from_name: 'Before mine', reason: 'No.' }],
      sanctions: [{ kind: 'strike', reason: 'Because.', is_lifted: false }],
    });
    expect(body['private.event_texts']).toContainEqual(
      expect.objectContaining({ text: 'Because.' }),
    );
    expect(JSON.stringify(body)).not.toMatch(
      new RegExp(`${other.person_id}|${giver.person_id}|secret-`),
    );
  });

  it('has no word that lets somebody in, and not who invited, but whom one invited', async () => {
    const [row] = await own.database.query<{ team_id: string }>(
      'select team_id from public.rosters where person_id = $1',
      [person.person_id],
    );
    const team_id = row?.team_id;
    const { token } = await own.act(person, { path: '/me/calendar' });
    await put('private.webhooks', {
      ...{ id: randomUUID(), team_id, url: 'https://discord.com/api/webhooks/1/secret-address' },
      ...{ locale: 'en', set_by: person.person_id, set_at: at(1), failures: 0 },
    });
    const invite = (number: number, to: Viewer | null, by: Viewer) =>
      put('private.team_invites', {
        ...{ team_id, code: `secret-code-${number}`, invite_id: randomUUID() },
        ...{ person_id: to?.person_id ?? null, created_by: by.person_id },
        ...{ created_at: at(number), expires_at: at(99) },
      });
    await own.database.query('delete from private.team_invites');
    await invite(1, person, other);
    await invite(2, null, person);
    await invite(3, other, person);
    const body = await copy(person);
    expect(body).toMatchObject({
      'private.calendar_feeds': [{ made_at: expect.any(String) }],
      'private.webhooks': [{ team_id, locale: 'en' }],
    });
    const { person_id: mine } = person;
    const invites = body['private.team_invites'] ?? [];
    expect(new Set(invites.map(({ person_id, created_by }) => [person_id, created_by]))).toEqual(
      new Set([
        [mine, null],
        [null, mine],
        [other.person_id, mine],
      ]),
    );
    // What their calls were answered is kept, and may hold such words too.
    expect(body['private.commands']?.length).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${token}|secret-`));
  });
});
