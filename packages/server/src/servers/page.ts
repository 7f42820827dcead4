import type { ListedServer, ServersData } from '@muster/site/pages/servers/data.ts';
import type { Loader } from '../context.ts';
import { toText } from '../page/texts.ts';
import { type StateRow, stateColumns, toServerState } from './state.ts';
import { toServersTopic } from './topic.ts';

interface ServerRow extends StateRow {
  id: string;
  name: string;
  region: string;
  note: Record<string, string>;
  host: string | null;
  port: number | null;
  history: { at: string; players: number }[] | null;
}

interface PageRow {
  label: string | Record<string, string> | null;
  game: { name: string; path: string | null } | null;
}

/** What a page is called: as the bar has it, or as the game that its servers, or its address, are of. */
const pageStatement = `
  with item as (
    select label from public.menu_items where path = '/servers/' || $1 order by menu = 'servers' desc, position limit 1
  )
  select (select label from item) as label,
    (select json_build_object('name', g.name,
        'path', case when g.has_casual_page then '/games/' || g.slug end)
      from public.games g
      where g.slug = $1 or g.name = (select label #>> '{}' from item)
        or g.slug in (select s.game_slug from public.game_servers s where s.page = $1 and s.retired_at is null)
      order by g.slug = $1 desc, g.position limit 1) as game`;

const serversStatement = `
  select s.id, s.name, s.region, s.note, a.host, coalesce(s.game_port, a.query_port) as port, ${stateColumns},
    (select json_agg(json_build_object('at', h.at, 'players', h.players))
      from private.game_server_history h
      where h.game_server_id = s.id and h.at > $2::timestamptz - interval '1 day') as history
  from public.game_servers s
  left join private.game_server_addresses a on a.game_server_id = s.id
  where s.page = $1 and s.retired_at is null
  order by s.position, s.name`;

const stepMilliseconds = 600_000;
const stepsOfDay = 144;

/** The servers that a page lists, with what each says of itself. */
export const loadServers: Loader<ServersData> = async ({ database, params, locale, now }) => {
  const page = params.server ?? '';
  const [[found], rows] = await Promise.all([
    database.query<PageRow>(pageStatement, [page]),
    database.query<ServerRow>(serversStatement, [page, now]),
  ]);
  const { label = null, game = null } = found ?? {};
  if (label === null && game === null && rows.length === 0) {
    return null;
  }
  const blind = rows.find(({ blind_since }) => blind_since !== null)?.blind_since ?? null;
  return {
    page,
    name: label === null ? (game?.name ?? page) : toLabel(label, locale),
    game_path: game?.path ?? null,
    topic: toServersTopic(page),
    blind_since: blind === null ? null : new Date(blind).toISOString(),
    is_alone: rows.some(({ is_alone }) => is_alone),
    servers: rows.map((row) => toServer(row, { locale, now })),
  };
};

const toLabel = (label: string | Record<string, string>, locale: string) =>
  typeof label === 'string' ? label : toText(label, locale);

function toServer(row: ServerRow, { locale, now }: { locale: string; now: Date }): ListedServer {
  const { id, name, region, note, protocol, host, port, history } = row;
  const address = host === null || port === null ? null : toAddress(host, port);
  return {
    id,
    name,
    region,
    note: toText(note, locale),
    protocol,
    address,
    state: toServerState(row),
    day: history === null ? [] : toDay(history, now),
  };
}

/** As players type it; an IPv6 address stands in brackets. */
const toAddress = (host: string, port: number) =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** The last day in steps of ten minutes, the oldest first; null where it gave no answer. */
function toDay(history: readonly { at: string; players: number }[], now: Date): (number | null)[] {
  const last = Math.floor(now.getTime() / stepMilliseconds);
  const players = new Map(
    history.map((step) => [Math.floor(Date.parse(step.at) / stepMilliseconds), step.players]),
  );
  return Array.from(
    { length: stepsOfDay },
    (_, place) => players.get(last - stepsOfDay + 1 + place) ?? null,
  );
}
