import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Case } from './case.ts';
import { references } from './references.ts';
import { quoteTable, type Row, type World } from './world.ts';

/** Columns beside the reference that its row needs, so that the table's checks let it be. */
const beside: Readonly<Record<string, Row>> = {
  'private.board_answers.board_answers_team_id_fkey': { starts_at: '2030-01-01T18:00:00Z' },
  'private.case_acts.case_acts_rename_id_fkey': { act: 'rename_team' },
  'private.match_evidence.match_evidence_file_id_fkey': { kind: 'demo', url: null },
  'private.public_file.public_file_file_id_fkey': {
    made_at: '2030-01-01T18:00:00Z',
    as_of: '2030-01-01T18:00:00Z',
    pages: 1,
  },
  'private.webhooks.webhooks_team_id_fkey': { ladder_id: null },
  'public.entries.entries_person_id_fkey': { team_id: null },
};

interface Referring {
  table: string;
  constraint: string;
  column: string;
  referent: string;
  /** What becomes of the row when what it refers to is deleted. */
  end: 'goes with it' | 'is emptied' | undefined;
}

function parse(name: string, text: string): Referring {
  const [column = '', referent = '', end] = text.split(/ -> |, /);
  const at = name.lastIndexOf('.');
  assert.ok(end === undefined || end === 'goes with it' || end === 'is emptied', text);
  return { table: name.slice(0, at), constraint: name.slice(at + 1), column, referent, end };
}

/** A row and what its column refers to. */
async function addPair(world: World, { table, constraint, column, referent }: Referring) {
  const own = world.columns.get(table)?.find(({ name }) => name === column);
  assert.ok(own?.referent === referent, `${column} refers to ${own?.referent}`);
  const name = own.referent_column ?? '';
  const value = (await world.addReferent(own))[name];
  const given = { ...beside[`${table}.${constraint}`], ...previewOf(constraint) };
  for (const [key, needed] of Object.entries(given)) {
    if (needed === 'a file') {
      given[key] = (await world.add('private.files')).id;
    }
  }
  // What its triggers refuse of a row is shown elsewhere.
  await world.query(`alter table ${quoteTable(table)} disable trigger user`);
  const row = await world.add(table, { ...given, [column]: value });
  return { row, name, value };
}

/** A picture has its file and its smaller picture. */
function previewOf(constraint: string): Record<string, unknown> {
  return constraint === 'match_evidence_preview_id_fkey'
    ? { kind: 'image', url: null, file_id: 'a file' }
    : {};
}

async function remove(world: World, referring: Referring) {
  const { table, column, referent } = referring;
  const { name, value } = await addPair(world, referring);
  // What the referent's own triggers refuse is shown elsewhere.
  await world.query(`alter table ${quoteTable(referent)} disable trigger user`);
  await world.query(`delete from ${quoteTable(referent)} where "${name}" = $1`, [value]);
  return world.query(`select 1 from ${quoteTable(table)} where "${column}" = $1`, [value]);
}

function referenceCase(name: string, text: string): Case {
  const referring = parse(name, text);
  const { table, constraint, column, end } = referring;
  const refusal = { code: '23503', constraint };
  return {
    object: `reference ${name}`,
    lets: {
      'a row with what it refers to': async (world) => {
        await addPair(world, referring);
      },
      ...(end !== undefined && {
        [`deleting that: the row ${end}`]: async (world: World) => {
          const before = await count(world, table);
          assert.deepEqual(await remove(world, referring), []);
          assert.equal(await count(world, table), before + (end === 'is emptied' ? 1 : 0));
        },
      }),
    },
    stops: {
      'a row that refers to nothing': async (world) => {
        const { row, value } = await addPair(world, referring);
        const other =
          typeof value === 'string' && !/^[0-9a-f-]{36}$/.test(value) ? 'none' : randomUUID();
        await world.query(`alter table ${quoteTable(table)} disable trigger user`);
        await world.stops(refusal, () =>
          world.query(`update ${quoteTable(table)} set "${column}" = $1 where "${column}" = $2`, [
            other,
            row[column],
          ]),
        );
      },
      ...(end === undefined && {
        'deleting what a row refers to': (world: World) =>
          world.stops(refusal, () => remove(world, referring)),
      }),
    },
  };
}

async function count(world: World, table: string): Promise<number> {
  const { rows } = await world.one<{ rows: number }>(
    `select count(*)::integer as rows from ${quoteTable(table)}`,
  );
  return rows;
}

export function referenceCases(): Case[] {
  return Object.entries(references).map(([name, text]) => referenceCase(name, text));
}
