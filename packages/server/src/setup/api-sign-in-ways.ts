import { loadSealingKey, toNetwork } from '@muster/backend';
import type { Database, Transaction } from '@muster/database';
import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import type { Viewer } from '../context.ts';
import { keepAudit, listChanges } from '../engine/audit.ts';
import { refuse, refuseField, refuseMissing } from '../engine/refusal.ts';
import {
  type ApiParts,
  limitBody,
  parseBody,
  readJson,
  requireOwnOrigin,
  requireRate,
} from '../http/command-route.ts';
import { isLoopbackHost } from '../http/origin.ts';
import { getPeerAddress } from '../http/peer.ts';
import { probeWay } from '../sign-in/probe-way.ts';
import { findClient, findOidc } from '../sign-in/providers.ts';
import {
  createWaysReader,
  keepWay,
  readStoredWays,
  type StoredProvider,
  type StoredWay,
  storedProviders,
} from '../sign-in/stored-ways.ts';
import { requireWayBack } from './last-way.ts';
import { listVariables, toRedirectAddress } from './ways-data.ts';
import { hasFreshSignIn, isSiteAdmin } from './who.ts';

const perMinute = 20;
const base = '/setup/sign-in-ways';

const word = (most: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most), v.regex(/^[^\p{Cc}]*$/u));

/** Where secrets go: over https, or on this machine alone. */
function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) {
    return false;
  }
  const { protocol, host, username, password, search, hash } = new URL(value);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(host));
  return isSafe && [username, password, search, hash].every((part) => part === '');
}

const schema = v.object({
  provider: v.picklist(storedProviders),
  client_id: word(200),
  /** The one that is there stays without it. */
  client_secret: v.optional(word(1000)),
  issuer: v.optional(v.pipe(word(200), v.check(isIssuer))),
  name: v.optional(word(80)),
  is_enabled: v.optional(v.boolean(), true),
});

/**
 * Who may change the ways to sign in: the browser of the set-up session, in which nobody is known yet (null), and the site's
 * admins soon after they have signed in. To everybody else there is no such address.
 */
async function requireKeeper(parts: ApiParts, context: Context): Promise<Viewer | null> {
  requireOwnOrigin(context, parts.config);
  const { viewer, sets_up } = await parts.resolveContext(context.req.raw);
  const { database, now } = parts.league;
  if (
    sets_up !== true &&
    (viewer === null || !(await isSiteAdmin(database, viewer.person_id, now())))
  ) {
    refuseMissing(context.req.path);
  }
  const address = getPeerAddress(context.req.raw, context.env, parts.config);
  const key = `${base}:${viewer?.person_id ?? toNetwork(address)}`;
  await requireRate(parts, { key, most: perMinute, seconds: 60 });
  if (viewer !== null && !(await hasFreshSignIn(database, viewer, now()))) {
    refuse({ code: 'sign_in_stale', params: {} });
  }
  return viewer;
}

function requireProvider(context: Context): StoredProvider {
  const asked = context.req.param('provider');
  const provider = storedProviders.find((name) => name === asked);
  return provider ?? refuseMissing(context.req.path);
}

/** What the environment sets is the host's to change. */
function requireUnset(parts: ApiParts, provider: StoredProvider): void {
  const [variable] = listVariables(provider, parts.config) ?? [];
  if (variable !== undefined) {
    refuse({ code: 'set_by_environment', params: { variable } });
  }
}

/** The office may have been taken while the request was under way. */
async function requireOffice(
  { league }: ApiParts,
  transaction: Transaction,
  viewer: Viewer | null,
): Promise<void> {
  if (viewer !== null && !(await isSiteAdmin(transaction, viewer.person_id, league.now()))) {
    refuseMissing(base);
  }
}

const toShown = ({ client_id, issuer, name, is_enabled }: StoredWay) => ({
  ...{ client_id, issuer, name, is_enabled },
});

interface Change {
  viewer: Viewer | null;
  provider: StoredProvider;
  before: StoredWay | undefined;
  after: StoredWay | undefined;
}

/** Writes down what changed, but for the secret, of which nobody reads more than that it is another. */
async function keepLine(
  { league }: ApiParts,
  transaction: Transaction,
  { viewer, provider, before, after }: Change,
): Promise<void> {
  const isNewSecret = after !== undefined && before?.client_secret !== after.client_secret;
  await keepAudit(
    { transaction, at: league.now().toISOString(), viewer },
    {
      act: after === undefined ? 'sign_in_way_removed' : 'sign_in_way_edited',
      kind: 'sign_in_way',
      subject: provider,
      changes: {
        ...listChanges(
          before === undefined ? {} : toShown(before),
          after === undefined ? {} : toShown(after),
        ),
        ...(isNewSecret ? { client_secret: { from: '…', to: '…' } } : {}),
      },
    },
  );
}

type Body = v.InferOutput<typeof schema>;

/** The way as it is to be. A secret that was entered for one issuer is not taken to another. */
function toWay(body: Body, before: StoredWay | undefined): StoredWay {
  const { provider, client_id, is_enabled } = body;
  const isOidc = provider === 'oidc';
  const issuer = isOidc ? (body.issuer ?? refuseField('issuer', 'required')) : null;
  const kept = before?.issuer === issuer ? before?.client_secret : undefined;
  const client_secret = body.client_secret ?? kept ?? refuseField('client_secret', 'required');
  const name = isOidc ? (body.name ?? null) : null;
  return { provider, client_id, client_secret, issuer, name, is_enabled };
}

/** The ways as they are until the transaction ends: of two that are taken away at once, the second is judged without the first. */
async function holdWays(transaction: Transaction, database: Database): Promise<StoredWay[]> {
  await transaction.query('lock table private.sign_in_ways in share row exclusive mode');
  return readStoredWays(transaction, () => loadSealingKey(database));
}

/** The ways to sign in, entered and tried in the browser. */
export function mountSignInWays(api: Hono, parts: ApiParts): void {
  const { league, config } = parts;
  const readWays = createWaysReader(league.database);

  api.post(base, limitBody, async (context) => {
    const viewer = await requireKeeper(parts, context);
    const body = parseBody(schema, await readJson(context));
    const { provider } = body;
    requireUnset(parts, provider);
    const sealing = await loadSealingKey(league.database);
    const after = await league.database.transaction(async (transaction) => {
      const ways = await holdWays(transaction, league.database);
      const before = ways.find((way) => way.provider === provider);
      const after = toWay(body, before);
      await requireOffice(parts, transaction, viewer);
      const others = ways.filter((way) => way !== before);
      await requireWayBack(transaction, config, { before: ways, after: [...others, after] });
      await keepWay(transaction, after, sealing);
      await keepLine(parts, transaction, { viewer, provider, before, after });
      return after;
    });
    return context.json({ data: { provider, ...toShown(after) } });
  });

  api.delete(`${base}/:provider`, limitBody, async (context) => {
    const viewer = await requireKeeper(parts, context);
    const provider = requireProvider(context);
    requireUnset(parts, provider);
    await league.database.transaction(async (transaction) => {
      const ways = await holdWays(transaction, league.database);
      const before = ways.find((way) => way.provider === provider);
      await requireOffice(parts, transaction, viewer);
      const after = ways.filter((way) => way !== before);
      await requireWayBack(transaction, config, { before: ways, after });
      const gone = await transaction.query(
        'delete from private.sign_in_ways where provider = $1 returning 1',
        [provider],
      );
      if (gone.length === 0) {
        refuseMissing(context.req.path);
      }
      await keepLine(parts, transaction, { viewer, provider, before, after: undefined });
    });
    return context.json({ data: { provider } });
  });

  api.post(`${base}/:provider/test`, limitBody, async (context) => {
    await requireKeeper(parts, context);
    const provider = requireProvider(context);
    // Also one that is switched off may be tried.
    const stored = (await readWays()).map((way) => ({ ...way, is_enabled: true }));
    const client = findClient(provider, config, stored) ?? refuseMissing(context.req.path);
    const issuer = provider === 'oidc' ? (findOidc(config, stored)?.issuer ?? null) : null;
    const redirectAddress = toRedirectAddress(context.req.raw, config);
    const fault = await probeWay({ provider, issuer, ...client }, redirectAddress);
    return context.json({ data: { fault } });
  });
}
