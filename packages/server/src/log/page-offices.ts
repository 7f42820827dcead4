import { takeRow } from '@muster/database';
import type { FilterChoices } from '@muster/site/client/form/find-choices.ts';
import type { AdminLogData, OfficeAct, OfficeLogData } from '@muster/site/pages/office-log/data.ts';
import type { LoaderInput } from '../context.ts';
import { toNamedEntriesSql } from '../ladder/query.ts';
import { readChoice, toFilterChoices, toFilterChoicesSql } from '../page/filter-choices.ts';
import { type JsonInstant, toInstant } from '../page/instants.ts';
import { toNamedInSql } from './event-row.ts';
import { toShownChangesSql } from './masked-names.ts';
import { isOfficeEvent, publicActs } from './office-acts.ts';
import { readCursor, readFilter, toCursor, toFilterSql } from './office-filter.ts';
import { findScope, type OfficeScope, publicScope, toScopeSql } from './office-scope.ts';

const pageSize = 50;

interface ActRow {
  id: string;
  at: JsonInstant;
  actor_id: string | null;
  type: string;
  /** Null for a line of the audit log. */
  sequence: number | null;
  ladder_id: string | null;
  match_id: string | null;
  data: Record<string, unknown>;
  changes: Record<string, unknown>;
  /** Whether the changes tell a name that an admin hid. */
  is_masked: boolean;
  hash: string;
  kind: string | null;
  subject: string | null;
  subject_name: string | null;
  subject_href: string | null;
  reason: string | null;
  person_id: string | null;
}

interface LogRow {
  acts: ActRow[];
  people: { id: string; username: string; user_id: string | null }[];
  ladders: { id: string; slug: string; name: string }[];
  /** All ladders, to choose by. */
  choices: FilterChoices;
  entries: { id: string; name: string; tag: string | null; href: string | null }[];
  played: { id: string; challenger: string; defender: string }[];
  driven: { id: string; entry: string; stage: string }[];
}

interface Asked {
  scope: OfficeScope;
  url: URL;
  zone: string;
}

/** What the audit log's line `act` names, as it is called now, and where it is: by its id, which is one of these kinds alone. */
const subjectSql = `
  select s.name, s.href from (
    select case when act.subject ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$' then act.subject::uuid end as id) of,
  lateral (
    select p.username as name, '/profiles/' || p.user_id as href from public.profiles p where act.kind = 'person' and p.id = of.id
    union all
    select t.name, '/teams/' || t.slug from public.teams t where act.kind = 'team' and t.id = of.id
    union all
    select g.name, null from public.game_servers g where act.kind = 'server' and g.id = of.id
    union all
    select p.username, '/profiles/' || p.user_id from public.sanctions x join public.profiles p on p.id = x.person_id
    where act.kind = 'sanction' and x.id = of.id
    union all
    select c.kind, '/admins/cases/' || c.id from private.cases c where act.kind = 'case' and c.id = of.id) s`;

/** One page of both logs in the order of time, in one statement with its values. */
function toStatement({ scope, url, zone }: Asked): { text: string; values: unknown[] } {
  const isExact = url.searchParams.has('exact');
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const choice = readChoice(url, 'ladder');
  const seen = toScopeSql(scope, add);
  const asked = toFilterSql(readFilter(url), zone, add);
  const cursor = readCursor(url);
  if (cursor !== null) {
    const [at, id] = [add(cursor.at), add(cursor.id)];
    asked.audit.push(`(a.at, a.id) < (${at}::timestamptz, ${id}::uuid)`);
    asked.events.push(`(e.at, e.id) < (${at}::timestamptz, ${id}::uuid)`);
  }
  const text = `
    with act as materialized (
      select * from (
        (select a.id, a.at, a.person_id as actor_id, a.act as type, null::bigint as sequence, null::uuid as ladder_id,
          null::uuid as match_id, '{}'::jsonb as data, ${isExact ? 'a.changes' : toShownChangesSql('a')} as changes,
          ${toShownChangesSql('a')} <> a.changes as is_masked, '' as hash, a.kind, a.subject, null::text as reason, null::uuid as person_id
        from private.audit_log a where ${[seen.audit, ...asked.audit].join(' and ')}
        order by a.at desc, a.id desc limit ${pageSize + 1})
        union all
        (select e.id, e.at, e.actor_id, e.type, e.sequence, e.ladder_id, e.match_id,
          e.data - array['players', 'salt', 'rules'], '{}', false, e.hash, null, null,
          (select x.text from private.event_texts x where x.id = (e.data -> 'text' ->> 'text_id')::uuid),
          coalesce((e.data ->> 'person_id')::uuid,
            (select s.person_id from public.sanctions s where s.id = (e.data ->> 'sanction_id')::uuid))
        from public.league_events e
        where ${isOfficeEvent} and ${[seen.events, ...asked.events].join(' and ')}
        order by e.at desc, e.id desc limit ${pageSize + 1})
      ) both_logs order by at desc, id desc limit ${pageSize + 1}
    ),
    ${toNamedInSql('act')}
    select
      (select coalesce(json_agg(named order by at desc, id desc), '[]') from (
        select act.*, s.name as subject_name, s.href as subject_href from act left join lateral (${subjectSql}) s on true) named) as acts,
      (select coalesce(json_agg(json_build_object('id', p.id, 'username', p.username, 'user_id', p.user_id)), '[]')
        from public.profiles p where p.id in (select actor_id from act union select person_id from act)) as people,
      (select coalesce(json_agg(json_build_object('id', l.id, 'slug', l.slug, 'name', l.name)), '[]')
        from public.ladders l where l.id in (select ladder_id from act)
          or l.slug in (select subject from act where kind = 'ladder')) as ladders,
      ${toFilterChoicesSql('select slug, name, position from public.ladders', { slug: add(choice.slug), pattern: add(choice.pattern) })} as choices,
      (select coalesce(json_agg(named), '[]') from (${toNamedEntriesSql(`
        select challenger as id from played union select defender from played union select entry from driven
        union select (data ->> 'entry_id')::uuid from act`)}) named) as entries,
      (select coalesce(json_agg(played), '[]') from played) as played,
      (select coalesce(json_agg(driven), '[]') from driven) as driven`;
  return { text, values };
}

async function loadLog(
  { database, url, zone }: Pick<LoaderInput, 'database' | 'url' | 'zone'>,
  scope: OfficeScope,
): Promise<OfficeLogData> {
  const { text, values } = toStatement({ scope, url, zone });
  const row = takeRow(await database.query<LogRow>(text, values));
  const shown = row.acts.slice(0, pageSize);
  const last = row.acts.length > pageSize ? shown.at(-1) : undefined;
  const isAll = scope.isPublic || scope.isSiteAdmin;
  const filter = readFilter(url);
  return {
    acts: shown.map((act) => toAct(act, row, scope)),
    names: toNames(row),
    filter,
    ladders: isAll ? row.choices : toFilterChoices(scope.ladders, readChoice(url, 'ladder')),
    older: last === undefined ? null : toCursor({ at: toInstant(last.at), id: last.id }),
    is_latest: readCursor(url) === null,
    is_public: scope.isPublic,
    has_masks:
      !url.searchParams.has('exact') &&
      shown.some((act) => act.is_masked && listChanges(act.type, act.changes, scope).length > 0),
  };
}

const toPerson = (id: string | null, { people }: LogRow) => {
  const person = people.find((candidate) => candidate.id === id);
  return person === undefined ? null : { username: person.username, user_id: person.user_id };
};

function toAct(act: ActRow, row: LogRow, scope: OfficeScope): OfficeAct {
  const { id, type, sequence, data, hash, actor_id, match_id, kind, subject } = act;
  const at = toInstant(act.at);
  const isSite = act.person_id !== null || type === 'demo_cleared';
  const ladder = row.ladders.find((found) =>
    kind === 'ladder' ? found.slug === subject : found.id === act.ladder_id,
  );
  return {
    ...{ id, at, act: type },
    who: toPerson(actor_id, row),
    ladder: ladder === undefined ? null : { slug: ladder.slug, name: ladder.name },
    line: sequence === null ? null : { sequence, at, type, actor_id, match_id, data, hash },
    person: toPerson(act.person_id, row),
    subject: toSubject(act),
    changes: listChanges(type, act.changes, scope),
    // What was written to somebody who was sanctioned is theirs and the admins'.
    reason: scope.isPublic && isSite ? null : act.reason,
  };
}

const places: Readonly<Record<string, string>> = {
  article: '/articles/',
  game: '/games/',
  ladder: '/ladders/',
};

function toSubject({ kind, subject, subject_name, subject_href }: ActRow): OfficeAct['subject'] {
  if (kind === null || subject === null) {
    return null;
  }
  const place = Object.hasOwn(places, kind) ? `${places[kind]}${subject}` : null;
  return { kind, name: subject_name ?? subject, href: subject_href ?? place };
}

function listChanges(
  act: string,
  changes: Record<string, unknown>,
  { isPublic }: OfficeScope,
): OfficeAct['changes'] {
  const allowed = isPublic ? ((publicActs as Record<string, readonly string[]>)[act] ?? []) : null;
  return Object.entries(changes)
    .filter(([field]) => allowed === null || allowed.includes(field))
    .map(([field, change]) => {
      const { from = null, to = null } =
        typeof change === 'object' && change !== null
          ? (change as { from?: unknown; to?: unknown })
          : {};
      return { field, from, to };
    });
}

function toNames({ entries, people, played, driven }: LogRow): OfficeLogData['names'] {
  return {
    entries: Object.fromEntries(
      entries.map(({ id, name, tag, href }) => [id, { entry_id: id, name, tag, href }]),
    ),
    people: Object.fromEntries(
      people.map(({ id, username, user_id }) => [id, { username, user_id }]),
    ),
    matches: Object.fromEntries(
      played.map(({ id, challenger, defender }) => [id, { challenger, defender }]),
    ),
    runs: Object.fromEntries(driven.map(({ id, entry, stage }) => [id, { entry, stage }])),
  };
}

/** What everybody may read of what people in office did. */
export const loadOfficeLog = (input: Pick<LoaderInput, 'database' | 'url' | 'zone'>) =>
  loadLog(input, publicScope);

/** All of it that somebody's offices let them read: nothing for who has none. */
export const loadAdminLog = async (
  input: Pick<LoaderInput, 'database' | 'viewer' | 'url' | 'zone' | 'now'>,
): Promise<AdminLogData> => {
  const { database, viewer, now } = input;
  const scope = viewer === null ? null : await findScope(database, viewer.person_id, now);
  return { log: scope === null ? null : await loadLog(input, scope) };
};
