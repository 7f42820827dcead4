import type { Transaction } from '@muster/database';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { keepAudit, listChanges } from '../engine/audit.ts';
import { createId } from '../engine/ids.ts';
import { refuse, refuseField } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { isUuid } from '../http/find.ts';
import { requireRoom } from '../http/limits.ts';
import { requireSiteAdmin } from '../http/office.ts';
import { mountOrder } from '../http/order-route.ts';
import { createAddressJudge } from '../network-address.ts';
import { editedServer, newServer, type ServerFields } from './fields.ts';
import { createHostFinder, type FindHost } from './host.ts';
import { hintServers } from './topic.ts';

/** Each is asked twice a minute, so that they are bounded. */
export const mostServers = 200;
const perMinute = 30;

/** One change of the list at a time: how many there are, and what is doubled, stays as it was counted. */
async function lockList(unit: Unit): Promise<void> {
  await requireSiteAdmin(unit);
  await unit.transaction.query('lock table public.game_servers in share row exclusive mode');
}

const columns = `s.page, s.game_slug as game, s.name, s.protocol, a.host, a.query_port as port, s.region, s.note`;

async function getServer(transaction: Transaction, id: string) {
  const [row] = isUuid(id)
    ? await transaction.query<ServerFields & { is_retired: boolean }>(
        `select ${columns}, s.retired_at is not null as is_retired
         from public.game_servers s
         left join private.game_server_addresses a on a.game_server_id = s.id where s.id = $1`,
        [id],
      )
    : [];
  return row ?? refuse({ code: 'not_found', params: { what: 'server', id } });
}

/** One more that is asked: as many as may be, and no server twice. */
async function requirePlace(
  transaction: Transaction,
  { id, host, port }: { id: string; host: string | null; port: number | null },
): Promise<void> {
  const [found] = await transaction.query<{ count: number; is_doubled: boolean }>(
    `select count(*)::int as count, coalesce(bool_or(a.host = $2 and a.query_port = $3), false) as is_doubled
     from public.game_servers s left join private.game_server_addresses a on a.game_server_id = s.id
     where s.retired_at is null and s.id <> $1`,
    [id, host, port],
  );
  requireRoom(found?.count ?? 0, mostServers);
  if (found?.is_doubled === true) {
    refuse({ code: 'already_exists', params: { what: 'server', id: `${host}:${port}` } });
  }
}

/** What the fields say together. An address that may not be spoken to is refused now, and judged again whenever it is asked. */
async function requireWhole(
  transaction: Transaction,
  { game, protocol, host, port }: ServerFields,
  findHost: FindHost,
): Promise<void> {
  const isAsked = protocol === 'a2s' || protocol === 'quake2';
  if (host === null && (isAsked || port !== null)) {
    refuseField('host', 'required');
  }
  if (port === null && host !== null) {
    refuseField('port', 'required');
  }
  const games =
    game === null
      ? []
      : await transaction.query('select 1 from public.games where slug = $1 for key share', [game]);
  if (game !== null && games.length === 0) {
    refuse({ code: 'not_found', params: { what: 'game', id: game } });
  }
  // A name without an address may have one tomorrow.
  if (host !== null && (await findHost(host)).kind === 'not_allowed') {
    refuse({ code: 'address_not_allowed', params: { host }, field: 'host' });
  }
}

async function writeAddress(
  transaction: Transaction,
  id: string,
  { host, port }: Pick<ServerFields, 'host' | 'port'>,
): Promise<void> {
  await transaction.query('delete from private.game_server_addresses where game_server_id = $1', [
    id,
  ]);
  if (host !== null) {
    await transaction.query(
      `insert into private.game_server_addresses (game_server_id, host, query_port) values ($1, $2, $3)`,
      [id, host, port],
    );
  }
}

async function addServer(unit: Unit, given: v.InferOutput<typeof newServer>, findHost: FindHost) {
  await lockList(unit);
  const { transaction } = unit;
  const id = createId();
  const nothing = { game: null, host: null, port: null, region: '', note: {} };
  const server: ServerFields = { ...nothing, ...given };
  await requireWhole(transaction, server, findHost);
  await requirePlace(transaction, { id, ...server });
  const { page, game, name, protocol, region, note } = server;
  await transaction.query(
    `insert into public.game_servers (id, page, game_slug, name, protocol, region, note, position)
     values ($1, $2, $3, $4, $5, $6, $7, (select coalesce(max(position), 0) + 1 from public.game_servers))`,
    [id, page, game, name, protocol, region, JSON.stringify(note)],
  );
  await writeAddress(transaction, id, server);
  const changes = listChanges(nothing, { ...server });
  await keepAudit(unit, { act: 'server_added', kind: 'server', subject: id, changes });
  await hintServers(transaction, [page], new Date(unit.at));
  return { id, page };
}

/** What was heard at another address was another server's. */
const forget = `players = null, max_players = null, bots = null, map = null, ping = null, has_password = null,
  version = null, game_port = null, people = null, seen_at = null, asked_at = null, misses = 0, silent_since = null,
  fault = null, is_demo = false`;

async function editServer(
  unit: Unit,
  id: string,
  given: v.InferOutput<typeof editedServer>,
  findHost: FindHost,
) {
  await lockList(unit);
  const { transaction } = unit;
  const { is_retired, ...before } = await getServer(transaction, id);
  const server: ServerFields = { ...before, ...given };
  const changes = listChanges({ ...before }, { ...server });
  const isMoved = ['protocol', 'host', 'port'].some((field) => field in changes);
  if (Object.keys(changes).length === 0) {
    return { id, page: server.page };
  }
  await requireWhole(transaction, server, findHost);
  if (isMoved && !is_retired) {
    await requirePlace(transaction, { id, ...server });
  }
  const { page, game, name, protocol, region, note } = server;
  await transaction.query(
    `update public.game_servers set page = $2, game_slug = $3, name = $4, protocol = $5, region = $6, note = $7
       ${isMoved ? `, ${forget}` : ''} where id = $1`,
    [id, page, game, name, protocol, region, JSON.stringify(note)],
  );
  if (isMoved) {
    await writeAddress(transaction, id, server);
    await transaction.query('delete from private.game_server_history where game_server_id = $1', [
      id,
    ]);
  }
  await keepAudit(unit, { act: 'server_edited', kind: 'server', subject: id, changes });
  await hintServers(transaction, [before.page, page], new Date(unit.at));
  return { id, page };
}

/** Retires a server, or brings it back. A retired one is neither listed nor asked. */
async function setRetired(unit: Unit, id: string, isRetired: boolean) {
  await lockList(unit);
  const { transaction } = unit;
  const { is_retired, page, host, port } = await getServer(transaction, id);
  if (is_retired === isRetired) {
    return { id };
  }
  if (!isRetired) {
    await requirePlace(transaction, { id, host, port });
  }
  await transaction.query(
    `update public.game_servers set retired_at = $2, asked_at = null, misses = 0, silent_since = null, fault = null
     where id = $1`,
    [id, isRetired ? unit.at : null],
  );
  const act = isRetired ? 'server_retired' : 'server_brought_back';
  await keepAudit(unit, { act, kind: 'server', subject: id });
  await hintServers(transaction, [page], new Date(unit.at));
  return { id };
}

/** Listed game servers: added, edited, ordered, retired and brought back. */
export function mountServers(api: Hono, parts: ApiParts): void {
  const isAllowed = createAddressJudge(parts.config.serverQueryAllow);
  const findHost = createHostFinder({ isAllowed });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/servers',
    perMinute,
    schema: newServer,
    work: (unit, { body }) => addServer(unit, body, findHost),
  });
  mountOrder(api, parts, 'servers', {
    async tell({ transaction, at }) {
      const pages = await transaction.query<{ page: string }>(
        'select distinct page from public.game_servers where retired_at is null',
      );
      const names = pages.map(({ page }) => page);
      await hintServers(transaction, names, new Date(at));
    },
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/servers/:id/edit',
    perMinute,
    schema: editedServer,
    work: (unit, { body, parameters }) =>
      editServer(unit, parameters.id?.toLowerCase() ?? '', body, findHost),
  });
  for (const method of ['POST', 'DELETE'] as const) {
    mountCommand(api, parts, {
      method,
      path: '/servers/:id/retirement',
      schema: v.object({}),
      work: (unit, { parameters }) =>
        setRetired(unit, parameters.id?.toLowerCase() ?? '', method === 'POST'),
    });
  }
}
