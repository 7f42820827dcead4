import type { Database } from '@muster/database';
import { type ForeignKey, toRelationships } from './relationships.ts';
import type { Column, Parameter, Relation, Routine, Schema } from './schema.ts';

/** The one schema that requests can name. */
export const exposedSchema = 'public';

/** Types of PostgreSQL's own stand without a length: -1 says that there is none, where null would make `character` of any. */
const relationsSql = `
  select c.relname as name,
    coalesce((
      select json_agg(json_build_object(
        'name', a.attname,
        'type', format_type(a.atttypid, case when t.typnamespace = 'pg_catalog'::regnamespace then -1 else a.atttypmod end),
        'default', case
          when a.attgenerated <> '' then null
          when a.attidentity = 'd' then format('nextval(%L)', pg_get_serial_sequence(c.oid::regclass::text, a.attname))
          when d.adbin is null and t.typdefaultbin is not null then pg_get_expr(t.typdefaultbin, 0)
          else pg_get_expr(d.adbin, d.adrelid) end
      ) order by a.attnum)
      from pg_attribute a
      join pg_type t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ), '[]') as columns,
    coalesce((
      select json_agg(a.attname order by a.attname)
      from pg_constraint p join pg_attribute a on a.attrelid = p.conrelid and a.attnum = any (p.conkey)
      where p.conrelid = c.oid and p.contype = 'p'
    ), '[]') as "primaryKey"
  from pg_class c
  where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition`;

const foreignKeys = `
  select k.conname as constraint, own.relname as "table", other.relname as target,
    (
      select json_agg(json_build_array(a.attname, b.attname) order by pair.place)
      from unnest(k.conkey, k.confkey) with ordinality as pair (own, other, place)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.own
      join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.other
    ) as columns,
    exists (
      select from pg_constraint u
      where u.conrelid = k.conrelid and u.contype in ('p', 'u') and u.conkey @> k.conkey and u.conkey <@ k.conkey
    ) as "isUnique"
  from pg_constraint k
  join pg_class own on own.oid = k.conrelid
  join pg_class other on other.oid = k.confrelid
  where k.contype = 'f' and k.conparentid = 0
    and own.relnamespace = $1::regnamespace and other.relnamespace = $1::regnamespace
  order by own.relname, k.conname`;

const routinesSql = `
  select p.proname as name, p.provolatile = 'v' as "isVolatile", p.proretset as "returnsSet",
    case
      when t.oid = 'void'::regtype then 'void'
      when t.typtype = 'c' or t.oid = 'record'::regtype or coalesce(p.proargmodes::text[] && '{t,b,o}', false) then 'composite'
      else 'scalar' end as returns,
    (select c.relname from pg_class c
     where c.oid = t.typrelid and c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relnamespace = $1::regnamespace) as relation,
    coalesce((
      select json_agg(json_build_object(
        'name', coalesce(arg.name, ''),
        'type', format_type(arg.type, -1),
        'isRequired', arg.place <= p.pronargs - p.pronargdefaults,
        'isVariadic', p.provariadic <> 0 and arg.place = p.pronargs
      ) order by arg.place)
      from unnest(p.proargtypes::oid[], (
        select array_agg(each.name order by each.place)
        from unnest(p.proargnames, p.proargmodes) with ordinality as each (name, mode, place)
        where each.mode is null or each.mode in ('i', 'b', 'v')
      )) with ordinality as arg (type, name, place)
    ), '[]') as parameters
  from pg_proc p join pg_type t on t.oid = p.prorettype
  where p.pronamespace = $1::regnamespace and p.prokind = 'f' and t.oid not in ('trigger'::regtype, 'event_trigger'::regtype)
  order by p.oid`;

interface RelationRow {
  name: string;
  columns: (Column & { name: string })[];
  primaryKey: string[];
}

/** Reads, in one transaction, what requests can name: nothing outside the exposed schema. */
export async function readSchema(owner: Database): Promise<Schema> {
  return owner.transaction(
    async (transaction) => {
      // So that types, defaults and sequences are written with their schema.
      await transaction.query(`select set_config('search_path', '', true)`);
      const [relations, keys, routines] = await Promise.all([
        transaction.query<RelationRow>(relationsSql, [exposedSchema]),
        transaction.query<ForeignKey>(foreignKeys, [exposedSchema]),
        transaction.query<Routine>(routinesSql, [exposedSchema]),
      ]);
      const known = new Map(relations.map((row) => [row.name, toRelation(row)]));
      return {
        relations: known,
        relationships: toRelationships(keys, known),
        routines: Map.groupBy(routines.filter(isCallable), ({ name }) => name),
      };
    },
    { readOnly: true, isolation: 'repeatable read' },
  );
}

function toRelation({ name, columns, primaryKey }: RelationRow): Relation {
  return {
    name,
    columns: new Map(columns.map((column) => [column.name, column])),
    primaryKey,
  };
}

/** Arguments go by name; a single one without may be the whole body. */
function isCallable({ parameters }: { parameters: readonly Parameter[] }): boolean {
  return parameters.length === 1 || parameters.every(({ name }) => name !== '');
}
