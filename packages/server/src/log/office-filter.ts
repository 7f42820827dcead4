import { fromLocalTime, isZone } from '@muster/league';
import { type OfficeLogFilter, officeActGroups } from '@muster/site/pages/office-log/data.ts';
import { isUuid } from '../http/find.ts';
import { readChoice } from '../page/filter-choices.ts';
import { toLiteral } from '../page/list-part.ts';
import { groups } from './office-acts.ts';

const longest = 80;
const day = 24 * 3600 * 1000;

const tidy = (text: string | null): string =>
  (text ?? '').replaceAll('\0', '').trim().slice(0, longest);

function tidyDate(text: string | null): string {
  const date = tidy(text);
  const isDate = /^20\d\d-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date));
  return isDate ? date : '';
}

/** What an address asks of the log of offices; what cannot be understood asks for nothing. */
export function readFilter(url: URL): OfficeLogFilter {
  const kind = url.searchParams.get('kind');
  const act = tidy(url.searchParams.get('act'));
  return {
    q: tidy(url.searchParams.get('q')),
    who: tidy(url.searchParams.get('who')),
    act: /^[a-z_]{3,60}$/.test(act) ? act : '',
    kind: officeActGroups.find((name) => name === kind) ?? '',
    ladder: readChoice(url, 'ladder').slug ?? '',
    from: tidyDate(url.searchParams.get('from')),
    to: tidyDate(url.searchParams.get('to')),
  };
}

export interface Cursor {
  at: string;
  id: string;
}

/** The line before which an address asks for others, as `toCursor` wrote it. */
export function readCursor(url: URL): Cursor | null {
  const [at = '', id = ''] = (url.searchParams.get('before') ?? '').split('~');
  const isInstant = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at);
  return isInstant && !Number.isNaN(Date.parse(at)) && isUuid(id) ? { at, id } : null;
}

export const toCursor = ({ at, id }: Cursor): string => `${at}~${id}`;

/** The instant at which a day begins in a zone. */
function toDayStart(dayInUtc: number, zone: string): Date {
  return new Date(fromLocalTime(isZone(zone) ? zone : 'UTC', { day: dayInUtc, minutes: 0 }));
}

interface Conditions {
  /** Of the audit log `a` and of the events `e`. */
  audit: string[];
  events: string[];
}

type Add = (value: unknown) => string;

/** What of both logs a filter asks for, in the reader's zone; `add` takes a value and gives its placeholder. */
export function toFilterSql(filter: OfficeLogFilter, zone: string, add: Add): Conditions {
  const found: Conditions = { audit: [], events: [] };
  const both = (toSql: (row: 'a' | 'e') => string) => {
    found.audit.push(toSql('a'));
    found.events.push(toSql('e'));
  };
  if (filter.from !== '') {
    const from = add(toDayStart(Date.parse(filter.from), zone));
    both((row) => `${row}.at >= ${from}::timestamptz`);
  }
  if (filter.to !== '') {
    const to = add(toDayStart(Date.parse(filter.to) + day, zone));
    both((row) => `${row}.at < ${to}::timestamptz`);
  }
  if (filter.who !== '') {
    const who = `(select id from public.profiles where lower(username) = lower(${add(filter.who)}))`;
    found.audit.push(`a.person_id in ${who}`);
    found.events.push(`e.actor_id in ${who}`);
  }
  if (filter.act !== '') {
    const act = add(filter.act);
    found.audit.push(`a.act = ${act}`);
    found.events.push(`e.type = ${act}`);
  }
  if (filter.ladder !== '') {
    const slug = add(filter.ladder);
    found.audit.push(`a.kind = 'ladder' and a.subject = ${slug}`);
    found.events.push(`e.ladder_id in (select id from public.ladders where slug = ${slug})`);
  }
  addGroup(found, filter, add);
  addSearch(found, filter, add);
  return found;
}

function addGroup({ audit, events }: Conditions, { kind }: OfficeLogFilter, add: Add): void {
  if (kind === '') {
    return;
  }
  const { types, kinds } = groups[kind];
  events.push(`e.type = any(${add(types)}::text[])`);
  const named = Object.values(groups).flatMap((group) => group.kinds ?? []);
  audit.push(
    kinds === null ? `a.kind <> all(${add(named)}::text[])` : `a.kind = any(${add(kinds)}::text[])`,
  );
}

/** By what is named: a person, an entry, a thing's address word; not by what stands in private texts. */
function addSearch({ audit, events }: Conditions, { q }: OfficeLogFilter, add: Add): void {
  if (q === '') {
    return;
  }
  const pattern = add(`%${toLiteral(q)}%`);
  const people = `(select id from public.profiles where username ilike ${pattern})`;
  const entries = `(select e.id from public.entries e left join public.teams t on t.id = e.team_id
    left join public.profiles p on p.id = e.person_id where coalesce(t.name, p.username) ilike ${pattern})`;
  audit.push(`(a.subject ilike ${pattern} or a.person_id in ${people} or a.subject in (
    select id::text from public.profiles where username ilike ${pattern}
    union all select id::text from public.teams where name ilike ${pattern}
    union all select id::text from public.game_servers where name ilike ${pattern}))`);
  events.push(`(e.actor_id in ${people} or (e.data ->> 'person_id')::uuid in ${people}
    or (e.data ->> 'entry_id')::uuid in ${entries}
    or e.match_id in (select m.id from public.matches m
      where m.challenger_entry_id in ${entries} or m.defender_entry_id in ${entries})
    or (e.data ->> 'sanction_id')::uuid in (select s.id from public.sanctions s where s.person_id in ${people}))`);
}
