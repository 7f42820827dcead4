import { type AuthHarness, createAuthHarness } from './auth-harness.ts';
import { createSamlIdentityProvider, type SamlIdentityProvider } from './saml-identity-provider.ts';

/** The auth service with the identity provider of a school, whose addresses end in `school.example`. */
export interface SamlHarness {
  harness: AuthHarness;
  idp: SamlIdentityProvider;
  providerId: string;
  /** What lies on the web below `https://idp.example/` from now on; nothing until then. */
  publish(answer: () => Response): void;
  /** Asks the administration of identity providers with the service's key. */
  sso(method: string, path: string, json?: unknown): Promise<Response>;
  /** Posts an identity provider's form as a browser does and returns where it is sent. */
  post(form: Record<string, string>): Promise<URL>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function createSamlHarness(): Promise<SamlHarness> {
  let published = () => new Response('', { status: 404 });
  const fetchPublished: typeof fetch = async (address, init) =>
    String(address).startsWith('https://idp.example/') ? published() : fetch(address, init);
  const harness = await createAuthHarness(
    { saml: { enabled: true }, uriAllowList: ['http://localhost:5000/**'] },
    { fetch: fetchPublished },
  );
  const metadata = await harness.request('/sso/saml/metadata');
  const idp = await createSamlIdentityProvider({ ourMetadata: await metadata.text() });
  const headers = { Authorization: `Bearer ${await harness.serviceRoleKey()}` };
  const sso: SamlHarness['sso'] = (method, path, json) =>
    harness.request(`/admin/sso/providers${path}`, {
      method,
      headers,
      ...(json === undefined ? {} : { json }),
    });
  return {
    harness,
    idp,
    providerId: await createSchool(sso, idp),
    publish(answer) {
      published = answer;
    },
    sso,
    async post(form) {
      const body = new URLSearchParams(form);
      const response = await harness.request('/sso/saml/acs', { method: 'POST', body });
      const location = response.headers.get('location');
      if (location === null) {
        throw new Error(`${response.status}: ${await response.text()}`);
      }
      return new URL(location);
    },
    async [Symbol.asyncDispose]() {
      await idp[Symbol.asyncDispose]();
      await harness[Symbol.asyncDispose]();
    },
  };
}

async function createSchool(sso: SamlHarness['sso'], idp: SamlIdentityProvider): Promise<string> {
  const created = await sso('POST', '', {
    type: 'saml',
    metadata_xml: idp.metadata,
    domains: ['school.example'],
    attribute_mapping: {
      keys: {
        full_name: { names: ['displayName', 'cn'] },
        groups: { name: 'groups', array: true },
        guild: { name: 'guild', default: 'none' },
      },
    },
  });
  if (created.status !== 201) {
    throw new Error(`${created.status}: ${await created.text()}`);
  }
  return (await created.json()).id;
}
