import type { Transaction } from '@muster/database';
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { logAdminAudit } from '../audit-log.ts';
import type { Auth, AuthEnv } from '../context.ts';
import { notFound, validationFailed } from '../errors.ts';
import {
  createClient,
  deleteClient,
  findClient,
  listClients,
  type OAuthClient,
  type OAuthClientInput,
  presentClient,
  replaceSecret,
  requireClientInput,
  updateClient,
} from '../oauth-clients.ts';
import { isUuid, parseBody } from '../request.ts';

const ClientBody = v.object({
  redirect_uris: v.nullish(v.array(v.string())),
  grant_types: v.nullish(v.array(v.string())),
  client_name: v.nullish(v.string()),
  client_uri: v.nullish(v.string()),
  logo_uri: v.nullish(v.string()),
  client_type: v.nullish(v.string()),
  token_endpoint_auth_method: v.nullish(v.string()),
});

/** `/admin/oauth/clients`: the register of applications, for a server that lets them sign people in. */
export function createOAuthClientRoutes(auth: Auth): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>();
  app.use(async (_context, next) => {
    if (!auth.config.oauthServer.enabled) {
      throw notFound('feature_disabled', 'OAuth server is disabled');
    }
    await next();
  });
  app.get('/', async (context) => {
    const clients = await listClients(auth.database);
    return context.json({ clients: clients.map((client) => presentClient(client, null)) });
  });
  app.post('/', async (context) => {
    const input = await parseInput(context);
    if (input.redirectUris === null) {
      throw validationFailed('redirect_uris is required');
    }
    const { client, secret } = await auth.database.transaction(async (transaction) => {
      const made = await createClient(transaction, { ...input, now: auth.clock() });
      await audit(auth, transaction, { context, id: made.client.id, what: 'created' });
      return made;
    });
    return context.json(presentClient(client, secret), 201);
  });
  app.get('/:clientId', async (context) =>
    context.json(presentClient(await requireClient(auth, context), null)),
  );
  app.put('/:clientId', async (context) => {
    const { id } = await requireClient(auth, context);
    const input = await parseInput(context);
    if (Object.values(input).every((value) => value === null)) {
      throw validationFailed('No fields provided for update');
    }
    const client = await auth.database.transaction(async (transaction) => {
      await audit(auth, transaction, { context, id, what: 'updated' });
      return updateClient(transaction, id, { ...input, now: auth.clock() });
    });
    return context.json(presentClient(client, null));
  });
  app.delete('/:clientId', async (context) => {
    const { id } = await requireClient(auth, context);
    await auth.database.transaction(async (transaction) => {
      await audit(auth, transaction, { context, id, what: 'deleted' });
      await deleteClient(transaction, id, auth.clock());
    });
    return context.body(null, 204);
  });
  app.post('/:clientId/regenerate_secret', async (context) => {
    const client = await requireClient(auth, context);
    if (client.client_type === 'public') {
      throw validationFailed('Cannot regenerate secret for public client');
    }
    const secret = await auth.database.transaction(async (transaction) => {
      await audit(auth, transaction, { context, id: client.id, what: 'updated' });
      return replaceSecret(transaction, client.id, auth.clock());
    });
    return context.json(presentClient(client, secret));
  });
  return app;
}

async function audit(
  auth: Auth,
  transaction: Transaction,
  input: { context: Context<AuthEnv>; id: string; what: 'created' | 'updated' | 'deleted' },
): Promise<void> {
  const { context, id, what } = input;
  const traits = { client_id: id };
  await logAdminAudit(auth, transaction, { context, action: `oauth_client_${what}`, traits });
}

async function requireClient(auth: Auth, context: Context<AuthEnv>): Promise<OAuthClient> {
  const id = context.req.param('clientId') ?? '';
  if (!isUuid(id)) {
    throw validationFailed('invalid client_id format');
  }
  const client = await findClient(auth.database, id);
  if (client === null) {
    throw notFound('oauth_client_not_found', 'OAuth client not found');
  }
  return client;
}

async function parseInput(context: Context<AuthEnv>): Promise<OAuthClientInput> {
  const body = await parseBody(context, ClientBody);
  const input = {
    redirectUris: body.redirect_uris ?? null,
    grantTypes: body.grant_types ?? null,
    name: body.client_name ?? null,
    clientUri: body.client_uri ?? null,
    logoUri: body.logo_uri ?? null,
    type: body.client_type ?? null,
    authMethod: body.token_endpoint_auth_method ?? null,
  };
  requireClientInput(input);
  return input;
}
