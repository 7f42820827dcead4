import type { Queryable } from '@muster/database';

/** How one claim is made of an assertion's attributes. */
interface AttributeRule {
  name?: string | undefined;
  names?: string[] | undefined;
  default?: unknown;
  array?: boolean | undefined;
}

export interface AttributeMapping {
  keys?: Record<string, AttributeRule> | undefined;
}

/** An identity provider with the domains whose people it signs in. */
export interface SsoProvider {
  id: string;
  resource_id: string | null;
  disabled: boolean | null;
  created_at: Date;
  updated_at: Date;
  entity_id: string;
  metadata_xml: string;
  metadata_url: string | null;
  attribute_mapping: AttributeMapping | null;
  name_id_format: string | null;
  /** When its metadata was last taken over. */
  metadata_at: Date;
  domains: string[];
}

const select = `
  select p.id, p.resource_id, p.disabled, p.created_at, p.updated_at, s.entity_id, s.metadata_xml,
    s.metadata_url, s.attribute_mapping, s.name_id_format, s.updated_at as metadata_at,
    array(select d.domain from auth.sso_domains d where d.sso_provider_id = p.id
          order by d.created_at, d.domain) as domains
  from auth.sso_providers p join auth.saml_providers s on s.sso_provider_id = p.id`;

const conditions = {
  id: 'p.id = $1',
  resourceId: 'p.resource_id = $1',
  entityId: 's.entity_id = $1',
  domain: `p.id = (select d.sso_provider_id from auth.sso_domains d
    where lower(d.domain) = lower($1))`,
} as const;

export async function findSsoProvider(
  queryable: Queryable,
  by: keyof typeof conditions,
  value: string,
): Promise<SsoProvider | null> {
  const [found] = await queryable.query<SsoProvider>(`${select} where ${conditions[by]}`, [value]);
  return found ?? null;
}

export async function listSsoProviders(
  queryable: Queryable,
  filter: { resourceId: string; resourceIdPrefix: string },
): Promise<SsoProvider[]> {
  return queryable.query<SsoProvider>(
    `${select} where ($1 = '' or p.resource_id = $1)
       and ($1 <> '' or $2 = '' or starts_with(p.resource_id, $2))
     order by p.created_at, p.id`,
    [filter.resourceId, filter.resourceIdPrefix],
  );
}

export type SsoProviderValues = Omit<
  SsoProvider,
  'id' | 'created_at' | 'updated_at' | 'metadata_at'
>;

/** Stores a provider, new or changed, as one. */
export async function saveSsoProvider(
  queryable: Queryable,
  input: { id: string; values: SsoProviderValues; now: Date },
): Promise<SsoProvider> {
  const { id, values, now } = input;
  await queryable.query(
    `insert into auth.sso_providers (id, resource_id, disabled, created_at, updated_at)
     values ($1, $2, $3, $4, $4)
     on conflict (id) do update set resource_id = excluded.resource_id,
       disabled = excluded.disabled, updated_at = excluded.updated_at`,
    [id, values.resource_id, values.disabled, now],
  );
  await queryable.query(
    `insert into auth.saml_providers (id, sso_provider_id, entity_id, metadata_xml, metadata_url,
       attribute_mapping, name_id_format, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $8)
     on conflict (entity_id) do update set metadata_xml = excluded.metadata_xml,
       metadata_url = excluded.metadata_url, attribute_mapping = excluded.attribute_mapping,
       name_id_format = excluded.name_id_format, updated_at = excluded.updated_at`,
    [
      crypto.randomUUID(),
      id,
      values.entity_id,
      values.metadata_xml,
      values.metadata_url,
      JSON.stringify(values.attribute_mapping ?? {}),
      values.name_id_format,
      now,
    ],
  );
  await queryable.query(
    'delete from auth.sso_domains where sso_provider_id = $1 and domain <> all ($2)',
    [id, values.domains],
  );
  await queryable.query(
    `insert into auth.sso_domains (id, sso_provider_id, domain, created_at, updated_at)
     select gen_random_uuid(), $1, domain, $3, $3 from unnest($2::text[]) as domain
     where not exists (select from auth.sso_domains d
                       where d.sso_provider_id = $1 and d.domain = domain.domain)`,
    [id, values.domains, now],
  );
  const saved = await findSsoProvider(queryable, 'id', id);
  if (saved === null) {
    throw new Error('the identity provider was not stored');
  }
  return saved;
}

export async function deleteSsoProvider(queryable: Queryable, id: string): Promise<void> {
  await queryable.query('delete from auth.sso_providers where id = $1', [id]);
}
