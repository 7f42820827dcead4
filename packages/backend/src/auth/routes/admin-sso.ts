import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { logAdminAudit } from '../audit-log.ts';
import type { Auth, AuthEnv } from '../context.ts';
import { badRequest, notFound, unprocessable, validationFailed } from '../errors.ts';
import { isUuid, optionalText, parseBody } from '../request.ts';
import { parseIdpMetadata } from '../saml/idp-metadata.ts';
import { fetchMetadata } from '../saml/refresh-metadata.ts';
import {
  deleteSsoProvider,
  findSsoProvider,
  listSsoProviders,
  type SsoProvider,
  saveSsoProvider,
} from '../saml/sso-providers.ts';

const ProviderBody = v.object({
  type: optionalText,
  metadata_url: optionalText,
  metadata_xml: optionalText,
  domains: v.nullish(v.array(v.string())),
  attribute_mapping: v.nullish(
    v.object({
      keys: v.optional(
        v.record(
          v.string(),
          v.object({
            name: v.optional(v.string()),
            names: v.optional(v.array(v.string())),
            default: v.optional(v.unknown()),
            array: v.optional(v.boolean()),
          }),
        ),
      ),
    }),
  ),
  name_id_format: optionalText,
  resource_id: v.nullish(v.string()),
  disabled: v.nullish(v.boolean()),
});

type ProviderInput = v.InferOutput<typeof ProviderBody>;

const nameIdFormats = [
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
];
const resourcePrefix = 'resource_';
const uniqueViolation = '23505';

/** /admin/sso/providers: the identity providers whose people may sign in. */
export function createSsoProviderRoutes(auth: Auth): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>();
  app.get('/', async (context) => {
    const items = await listSsoProviders(auth.database, {
      resourceId: context.req.query('resource_id') ?? '',
      resourceIdPrefix: context.req.query('resource_id_prefix') ?? '',
    });
    // Metadata are long, and nobody reads them in a list.
    return context.json({ items: items.map((item) => present({ ...item, metadata_xml: '' })) });
  });
  app.post('/', async (context) => {
    const body = await parseBody(context, ProviderBody);
    return context.json(present(await createProvider(auth, context, body)), 201);
  });
  app.get('/:id', async (context) =>
    context.json(present(await getProvider(auth, context.req.param('id')))),
  );
  app.put('/:id', async (context) => {
    const provider = await getProvider(auth, context.req.param('id'));
    const body = await parseBody(context, ProviderBody);
    return context.json(present(await updateProvider(auth, context, { provider, body })));
  });
  app.delete('/:id', async (context) => {
    const provider = await getProvider(auth, context.req.param('id'));
    await auth.database.transaction(async (transaction) => {
      await deleteSsoProvider(transaction, provider.id);
      const traits = { sso_provider_id: provider.id, entity_id: provider.entity_id };
      await logAdminAudit(auth, transaction, { context, action: 'sso_provider_deleted', traits });
    });
    return context.json(present(provider));
  });
  return app;
}

async function getProvider(auth: Auth, id: string): Promise<SsoProvider> {
  const provider = id.startsWith(resourcePrefix)
    ? await findSsoProvider(auth.database, 'resourceId', id.slice(resourcePrefix.length))
    : isUuid(id) && (await findSsoProvider(auth.database, 'id', id));
  if (provider) {
    return provider;
  }
  throw notFound('sso_provider_not_found', 'SSO Identity Provider not found');
}

async function createProvider(
  auth: Auth,
  context: Context<AuthEnv>,
  body: ProviderInput,
): Promise<SsoProvider> {
  if (body.type !== 'saml') {
    throw validationFailed("Only 'saml' supported for SSO provider type");
  }
  requireUsable(body);
  const metadata = await readMetadata(auth, body);
  if (metadata === null) {
    throw validationFailed('Either metadata_xml or metadata_url must be set');
  }
  const { entityId } = metadata;
  if ((await findSsoProvider(auth.database, 'entityId', entityId)) !== null) {
    throw unprocessable(
      'saml_idp_already_exists',
      `SAML Identity Provider with this EntityID (${entityId}) already exists`,
    );
  }
  const domains = body.domains ?? [];
  await requireFreeDomains(auth, { id: null, domains });
  return save(auth, context, {
    action: 'sso_provider_created',
    id: crypto.randomUUID(),
    values: {
      resource_id: body.resource_id || null,
      disabled: body.disabled ?? null,
      entity_id: entityId,
      metadata_xml: metadata.xml,
      metadata_url: body.metadata_url || null,
      attribute_mapping: body.attribute_mapping ?? null,
      name_id_format: body.name_id_format || null,
      domains,
    },
  });
}

/** What is not named stays as it is, but for the format of names, which is dropped then. */
async function updateProvider(
  auth: Auth,
  context: Context<AuthEnv>,
  { provider, body }: { provider: SsoProvider; body: ProviderInput },
): Promise<SsoProvider> {
  requireUsable(body);
  const metadata = await readMetadata(auth, body);
  if (metadata !== null && metadata.entityId !== provider.entity_id) {
    throw badRequest(
      'saml_entity_id_mismatch',
      `SAML Metadata can be updated only if the EntityID matches for the provider; expected '${provider.entity_id}' but got '${metadata.entityId}'`,
    );
  }
  const domains = body.domains ?? provider.domains;
  await requireFreeDomains(auth, { id: provider.id, domains });
  return save(auth, context, {
    action: 'sso_provider_updated',
    id: provider.id,
    values: {
      ...provider,
      domains,
      resource_id: (body.resource_id ?? provider.resource_id) || null,
      disabled: body.disabled ?? provider.disabled,
      metadata_xml: metadata?.xml ?? provider.metadata_xml,
      metadata_url: body.metadata_url || provider.metadata_url,
      attribute_mapping: body.attribute_mapping?.keys
        ? body.attribute_mapping
        : provider.attribute_mapping,
      name_id_format: body.name_id_format || null,
    },
  });
}

function requireUsable(body: ProviderInput): void {
  const { metadata_url: url, metadata_xml: xml, name_id_format: format } = body;
  if (url !== '' && xml !== '') {
    throw validationFailed('Only one of metadata_xml or metadata_url needs to be set');
  }
  if (url !== '' && !URL.canParse(url)) {
    throw validationFailed('metadata_url is not a valid URL');
  }
  if (url !== '' && new URL(url).protocol !== 'https:') {
    throw validationFailed('metadata_url is not a HTTPS URL');
  }
  if (format !== '' && !nameIdFormats.includes(format)) {
    throw validationFailed(
      `name_id_format must be unspecified or one of ${nameIdFormats.join(', ')}`,
    );
  }
  if (body.domains?.some((domain) => domain.trim() === '')) {
    throw validationFailed('A domain must not be empty');
  }
}

async function readMetadata(
  auth: Auth,
  body: ProviderInput,
): Promise<{ xml: string; entityId: string } | null> {
  if (body.metadata_xml === '' && body.metadata_url === '') {
    return null;
  }
  const xml = body.metadata_xml || (await fetchMetadata(auth, body.metadata_url));
  return { xml, entityId: parseIdpMetadata(xml).entityId };
}

async function requireFreeDomains(
  auth: Auth,
  input: { id: string | null; domains: readonly string[] },
): Promise<void> {
  for (const domain of input.domains) {
    const owner = await findSsoProvider(auth.database, 'domain', domain);
    if (owner !== null && owner.id !== input.id) {
      throw badRequest(
        'sso_domain_already_exists',
        `SSO Domain '${domain}' is already assigned to an SSO identity provider (${owner.id})`,
      );
    }
  }
}

async function save(
  auth: Auth,
  context: Context<AuthEnv>,
  input: Pick<Parameters<typeof saveSsoProvider>[1], 'id' | 'values'> & {
    action: 'sso_provider_created' | 'sso_provider_updated';
  },
): Promise<SsoProvider> {
  const { action, id, values } = input;
  const traits = { sso_provider_id: id, entity_id: values.entity_id };
  return auth.database
    .transaction(async (transaction) => {
      await logAdminAudit(auth, transaction, { context, action, traits });
      return saveSsoProvider(transaction, { id, values, now: auth.clock() });
    })
    .catch((thrown) => {
      if (thrown?.code !== uniqueViolation) {
        throw thrown;
      }
      // Somebody else took the name, the domain or the provider in the same moment.
      throw unprocessable(
        'conflict',
        'Updating SSO provider failed, likely due to a conflict. Try again?',
        thrown,
      );
    });
}

function present(provider: SsoProvider): Record<string, unknown> {
  return {
    id: provider.id,
    ...(provider.resource_id === null ? {} : { resource_id: provider.resource_id }),
    disabled: provider.disabled,
    saml: {
      entity_id: provider.entity_id,
      ...(provider.metadata_xml === '' ? {} : { metadata_xml: provider.metadata_xml }),
      ...(provider.metadata_url === null ? {} : { metadata_url: provider.metadata_url }),
      attribute_mapping: provider.attribute_mapping ?? {},
      ...(provider.name_id_format === null ? {} : { name_id_format: provider.name_id_format }),
    },
    domains: provider.domains.map((domain) => ({ domain })),
    created_at: provider.created_at,
    updated_at: provider.updated_at,
  };
}
