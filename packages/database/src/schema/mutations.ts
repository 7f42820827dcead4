import type { Queryable } from '../types.ts';
import { ourSchemas } from './objects.ts';

/** A small fault in one object: what it is, and the statements that put it in. */
export interface Mutation {
  object: string;
  what: string;
  sql: string;
}

const ours = `n.nspname in ('${ourSchemas.join("', '")}')`;
const fromTables = 'pg_class c join pg_namespace n on n.oid = c.relnamespace';
const tableName = `n.nspname || '.' || c.relname`;
const quotedName = `format('%I.%I', n.nspname, c.relname)`;

/** What is put in place of what, outside of texts. */
const changes: readonly [RegExp, string][] = [
  [/\band\b/gi, 'or'],
  [/\bor\b(?! replace)/gi, 'and'],
  [/<=/g, '<'],
  [/>=/g, '>'],
  [/(?<![<>-])<(?![=>@])/g, '<='],
  [/(?<![<>=-])>(?![=>])/g, '>='],
  [/<>/g, '='],
  [/(?<![<>:!=])=(?![=>])/g, '<>'],
  [/\bis null\b/gi, 'is not null'],
  [/\bis not null\b/gi, 'is null'],
  [/\bis distinct from\b/gi, 'is not distinct from'],
  [/\bnot exists\b/gi, 'exists'],
  [/(?<!not )\bexists\b/gi, 'not exists'],
  [/\bnot in\b/gi, 'in'],
  [/(?<!not )\bin \(/gi, 'not in ('],
  [/\b(lower|btrim|nullif)\(/gi, 'coalesce('],
  [/\bleast\(/gi, 'greatest('],
  [/ desc\b/gi, ''],
  [/\bdistinct\b(?! from)/gi, ''],
  [/(?<=\w|\)) \+ (?=\w|\()/g, ' - '],
  [/(?<=\w|\)) - (?=\w|\()/g, ' + '],
  [/(?<![\w.$']|select )\d+(?![\w.])/gi, '+1'],
  [/~~|!~|~/g, '~*'],
];

/**
 * Tables of characters are held against the rules for every character by a test of the server; what is a list
 * of more than a few words is one of them.
 */
const longestLiteral = 40;

/** Statements that may be left out of a body. */
const statement =
  /(?<=^|\n)\s*(?:delete from|update|insert into|perform|raise|return new|alter table)[^;]*;/gi;
const literalForm = /'(?:[^']|'')*'/g;

/** Every text with one of the changes made in one place. */
export function mutate(text: string, { isBody = false } = {}): { what: string; text: string }[] {
  const hidden = text.replace(literalForm, (literal) => `'${' '.repeat(literal.length - 2)}'`);
  const withoutComments = hidden.replace(/--[^\n]*/g, (comment) => ' '.repeat(comment.length));
  const found: { what: string; text: string }[] = [];
  const put = (at: number, length: number, instead: string) => {
    const around = text.slice(Math.max(0, at - 30), at + length + 30).replace(/\s+/g, ' ');
    const what = `${text
      .slice(at, at + length)
      .replace(/\s+/g, ' ')
      .slice(0, 60)} -> ${instead} in "${around}"`;
    found.push({ what, text: text.slice(0, at) + instead + text.slice(at + length) });
  };
  for (const [pattern, instead] of changes) {
    for (const match of withoutComments.matchAll(pattern)) {
      const value = instead === '+1' ? String(Number(match[0]) + 1) : instead;
      put(match.index, match[0].length, value);
    }
  }
  for (const match of text.matchAll(literalForm)) {
    const isCode = withoutComments[match.index] === "'";
    if (isCode && match[0].length > 2 && match[0].length <= longestLiteral) {
      put(match.index, match[0].length, `${match[0].slice(0, -1)}_'`);
    }
  }
  if (isBody) {
    for (const match of withoutComments.matchAll(statement)) {
      put(match.index, match[0].length, ' null;');
    }
  }
  return found;
}

interface Described {
  object: string;
  quoted: string;
  name: string;
  definition: string;
}

const describe = (database: Queryable, sql: string) => database.query<Described>(sql);

async function constraints(database: Queryable): Promise<Mutation[]> {
  const rows = await describe(
    database,
    `select case k.contype when 'c' then 'check ' when 'f' then 'reference ' when 'x' then 'exclusion ' else 'key ' end
       || ${tableName} || '.' || k.conname as object, ${quotedName} as quoted, quote_ident(k.conname) as name,
       pg_get_constraintdef(k.oid) as definition
     from ${fromTables} join pg_constraint k on k.conrelid = c.oid
     where ${ours} and k.contype in ('c', 'f', 'x', 'p', 'u') and k.conparentid = 0 order by 1`,
  );
  return rows.flatMap(({ object, quoted, name, definition }) => {
    const drop = `alter table ${quoted} drop constraint ${name} cascade`;
    const others = object.startsWith('check')
      ? mutate(definition).map(({ what, text }) => ({ what, definition: text }))
      : changeKey(definition);
    return [
      { object, what: 'dropped', sql: drop },
      ...others.map((other) => ({
        object,
        what: other.what,
        sql: `${drop}; alter table ${quoted} add constraint ${name} ${other.definition}`,
      })),
    ];
  });
}

function changeKey(definition: string): { what: string; definition: string }[] {
  if (definition.startsWith('FOREIGN')) {
    const plain = definition.replace(/ ON DELETE (CASCADE|SET NULL)/, '');
    return ['', ' ON DELETE CASCADE', ' ON DELETE SET NULL']
      .map((end) => ({ what: `now${end}`, definition: plain + end }))
      .filter((other) => other.definition !== definition);
  }
  const columns = /\(([^)]*)\)/.exec(definition)?.[1]?.split(', ') ?? [];
  const fewer = columns.length < 2 || definition.startsWith('EXCLUDE') ? [] : columns;
  return [
    ...fewer.map((column) => ({
      what: `without ${column}`,
      definition: definition.replace(
        /\([^)]*\)/,
        `(${columns.filter((other) => other !== column).join(', ')})`,
      ),
    })),
    ...[' DEFERRABLE INITIALLY DEFERRED', ' WHERE ((NOT is_moved))', ' NULLS NOT DISTINCT']
      .filter((part) => definition.includes(part))
      .map((part) => ({ what: `without${part}`, definition: definition.replace(part, '') })),
  ];
}

async function indexes(database: Queryable): Promise<Mutation[]> {
  const rows = await describe(
    database,
    `select 'key ' || ${tableName} || '.' || i.relname as object, ${quotedName} as quoted,
       format('%I.%I', n.nspname, i.relname) as name, pg_get_indexdef(i.oid) as definition
     from ${fromTables} join pg_index x on x.indrelid = c.oid join pg_class i on i.oid = x.indexrelid
     where ${ours} and x.indisunique
       and not exists (select from pg_constraint k where k.conindid = i.oid and k.contype in ('p', 'u', 'x'))
     order by 1`,
  );
  return rows.flatMap(({ object, name, definition }) => {
    const [head = '', condition] = definition.split(' WHERE ');
    const drop = `drop index ${name}`;
    const changed = [
      { what: 'not unique', text: definition.replace('UNIQUE ', '') },
      ...(condition === undefined ? [] : [{ what: 'for all rows', text: head }]),
      ...(condition === undefined ? [] : mutate(condition)).map(({ what, text }) => ({
        what,
        text: `${head} where ${text}`,
      })),
      ...(head.includes('lower(')
        ? [{ what: 'not lower', text: head.replace('lower(', 'coalesce(') }]
        : []),
    ];
    return [
      { object, what: 'dropped', sql: drop },
      ...changed.map(({ what, text }) => ({ object, what, sql: `${drop}; ${text}` })),
    ];
  });
}

async function columns(database: Queryable): Promise<Mutation[]> {
  const rows = await database.query<{
    table: string;
    quoted: string;
    name: string;
    is_required: boolean;
  }>(
    `select ${tableName} as table, ${quotedName} as quoted, a.attname as name, a.attnotnull as is_required
     from ${fromTables} join pg_attribute a on a.attrelid = c.oid
     where ${ours} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       and a.attidentity = '' and a.attgenerated = ''
       and not exists (select from pg_index x where x.indrelid = c.oid and x.indisprimary and a.attnum = any (x.indkey))
     order by 1, 3`,
  );
  return rows.map(({ table, quoted, name, is_required }) => ({
    object: is_required ? `not null ${table}.${name}` : `table ${table}`,
    what: `${name} ${is_required ? 'may be empty' : 'must be filled'}`,
    sql: `alter table ${quoted} alter column "${name}" ${is_required ? 'drop' : 'set'} not null`,
  }));
}

const tableRights = ['select', 'insert', 'update', 'delete', 'truncate'];

async function tables(database: Queryable): Promise<Mutation[]> {
  const rows = await database.query<{ table: string; quoted: string; granted: string[] }>(
    `select ${tableName} as table, ${quotedName} as quoted,
       array(select right_name from unnest($1::text[]) right_name where has_table_privilege('authenticated', c.oid, right_name)) as granted
     from ${fromTables} where ${ours} and c.relkind in ('r', 'p') order by 1`,
    [tableRights],
  );
  return rows.flatMap(({ table, quoted, granted }) => [
    {
      object: `table ${table}`,
      what: 'open',
      sql: `alter table ${quoted} disable row level security`,
    },
    ...tableRights.map((right) => ({
      object: `table ${table}`,
      what: `${granted.includes(right) ? 'no ' : ''}${right} by authenticated`,
      sql: granted.includes(right)
        ? `revoke ${right} on ${quoted} from authenticated`
        : `grant ${right} on ${quoted} to authenticated`,
    })),
  ]);
}

async function policies(database: Queryable): Promise<Mutation[]> {
  const rows = await describe(
    database,
    `select 'policy ' || ${tableName} || ' "' || p.polname || '"' as object, ${quotedName} as quoted,
       quote_ident(p.polname) as name, pg_get_expr(p.polqual, p.polrelid) as definition
     from ${fromTables} join pg_policy p on p.polrelid = c.oid where ${ours} order by 1`,
  );
  return rows.flatMap(({ object, quoted, name, definition }) => {
    const alter = `alter policy ${name} on ${quoted}`;
    const isUpdate = name.includes('own profile');
    return [
      { object, what: 'dropped', sql: `drop policy ${name} on ${quoted}` },
      {
        object,
        what: 'for everything',
        sql: `drop policy ${name} on ${quoted};
        create policy ${name} on ${quoted} for all to anon, authenticated using (${definition})`,
      },
      { object, what: 'to everybody', sql: `${alter} to public` },
      { object, what: 'to anon', sql: `${alter} to anon` },
      { object, what: 'to authenticated', sql: `${alter} to authenticated` },
      { object, what: 'using true', sql: `${alter} using (true)` },
      { object, what: 'using false', sql: `${alter} using (false)` },
      ...(isUpdate ? [{ object, what: 'with check true', sql: `${alter} with check (true)` }] : []),
      ...mutate(definition).map(({ what, text }) => ({
        object,
        what,
        sql: `${alter} using (${text})`,
      })),
    ].filter(({ what }) => !isSame(what, definition, isUpdate));
  });
}

const isSame = (what: string, definition: string, isUpdate: boolean) =>
  (what === 'using true' && definition === 'true') || (what === 'to authenticated' && isUpdate);

async function triggers(database: Queryable): Promise<Mutation[]> {
  const rows = await describe(
    database,
    `select 'trigger ' || ${tableName} || '.' || t.tgname as object, ${quotedName} as quoted,
       quote_ident(t.tgname) as name, pg_get_triggerdef(t.oid) as definition
     from ${fromTables} join pg_trigger t on t.tgrelid = c.oid where ${ours} and not t.tgisinternal order by 1`,
  );
  return rows.flatMap(({ object, quoted, name, definition }) => {
    const drop = `drop trigger ${name} on ${quoted}`;
    const when = /WHEN \((.*)\) EXECUTE/.exec(definition);
    const events = [
      /INSERT OR /,
      / OR DELETE/,
      / OR UPDATE( OF [^ ,]+(, [^ ,]+)*)?(?= ON)/,
      /DELETE OR /,
      /, \w+(?= ON)/,
      /(?<= OF )\w+, /,
    ];
    return [
      { object, what: 'dropped', sql: drop },
      { object, what: 'disabled', sql: `alter table ${quoted} disable trigger ${name}` },
      ...(when === null
        ? []
        : [
            {
              object,
              what: 'always',
              sql: `${drop}; ${definition.replace(`WHEN (${when[1]}) `, '')}`,
            },
          ]),
      ...(when === null ? [] : mutate(when[1] ?? '')).map(({ what, text }) => ({
        object,
        what,
        sql: `${drop}; ${definition.replace(when?.[1] ?? '', () => text)}`,
      })),
      ...events
        .filter((event) => event.test(definition))
        .map((event) => ({
          object,
          what: `without ${event.exec(definition)?.[0]}`,
          sql: `${drop}; ${definition.replace(event, '')}`,
        })),
    ];
  });
}

async function functions(database: Queryable): Promise<Mutation[]> {
  const rows = await database.query<{ object: string; body: string; definition: string }>(
    `select 'function ' || n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as object,
       p.prosrc as body, pg_get_functiondef(p.oid) as definition
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where ${ours} and not exists (select from pg_depend e
       where e.objid = p.oid and e.classid = 'pg_proc'::regclass and e.deptype = 'e') order by 1`,
  );
  return rows.flatMap(({ object, body, definition }) => [
    ...mutate(body, { isBody: true }).map(({ what, text }) => ({
      object,
      what,
      sql: definition.replace(body, () => text),
    })),
    ...[' SECURITY DEFINER', ' STRICT']
      .filter((word) => definition.includes(word))
      .map((word) => ({ object, what: `without${word}`, sql: definition.replace(word, '') })),
  ]);
}

/** Every fault that is put in, object by object. */
export async function listMutations(database: Queryable): Promise<Mutation[]> {
  const lists = [policies, triggers, functions, constraints, indexes, columns, tables];
  const found: Mutation[] = [];
  for (const list of lists) {
    found.push(...(await list(database)));
  }
  return found;
}
