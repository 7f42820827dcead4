import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from '../testing/auth-harness.ts';
import { bearer, post } from '../testing/requests.ts';
import {
  createSamlIdentityProvider,
  type SamlIdentityProvider,
} from '../testing/saml-identity-provider.ts';

/** Somebody is back from their identity provider, and what of it is left. */

let harness: AuthHarness;
let idp: SamlIdentityProvider;
let providerId: string;
const logged: string[] = [];

beforeAll(async () => {
  harness = await createAuthHarness(
    { saml: { enabled: true } },
    { log: (message) => logged.push(message) },
  );
  const metadata = await harness.request('/sso/saml/metadata');
  idp = await createSamlIdentityProvider({ ourMetadata: await metadata.text() });
  const json = { type: 'saml', metadata_xml: idp.metadata };
  const key = bearer(await harness.serviceRoleKey());
  providerId = (await (await post(harness, '/admin/sso/providers', json, key)).json()).id;
});
afterAll(async () => {
  await idp[Symbol.asyncDispose]();
  await harness[Symbol.asyncDispose]();
});

async function come(form: Record<string, string>) {
  const body = new URLSearchParams(form);
  const answer = await harness.request('/sso/saml/acs', { method: 'POST', body });
  const back = new URL(answer.headers.get('location') ?? '');
  return {
    back,
    code: back.searchParams.get('error_code') ?? 'ok',
    said: back.searchParams.get('error_description'),
  };
}

describe('an answer that nobody asked for', () => {
  const toForm = (xml: string) => ({ SAMLResponse: Buffer.from(xml).toString('base64') });
  const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';

  it('is taken as it was sent, and with one letter too many not at all', async () => {
    const form = await idp.answerUnasked('');
    for (const letter of ['%', '-']) {
      const changed = await come({ ...form, SAMLResponse: `${form.SAMLResponse}${letter}` });
      expect(changed.said).toBe('SAMLResponse is not a valid Base64 string');
    }
    // Lines may be broken: that says nothing else.
    const lines = form.SAMLResponse.replace(/.{76}/g, '$&\r\n');
    expect((await come({ ...form, SAMLResponse: lines })).code).toBe('ok');
  });

  it.each([
    ['no document', 'no'],
    ['a document of nobody’s', '<Response/>'],
    ['a question', `<AuthnRequest xmlns="${protocol}"/>`],
    ['a document that only holds one', `<a><Response xmlns="${protocol}"/></a>`],
  ])('is %s: it is none', async (_what, xml) => {
    expect(await come(toForm(xml))).toMatchObject({
      code: 'validation_failed',
      said: 'SAMLResponse is not a valid XML SAML assertion',
    });
  });

  it('is of nobody whom we know', async () => {
    expect((await come(toForm(`<Response xmlns="${protocol}"/>`))).code).toBe('saml_idp_not_found');
  });
});

it('who is back leaves nothing of the way there, and goes nowhere that was not allowed', async () => {
  const asked = { provider_id: providerId, redirect_to: 'https://evil.example/' };
  const begun = await post(harness, '/sso', asked);
  const { back } = await come(await idp.followSignIn(begun.headers.get('location') ?? ''));
  expect([back.origin, back.hash.includes('access_token')]).toEqual([harness.origin, true]);
  expect(await harness.database.query('select from auth.flow_state')).toEqual([]);
  expect(await harness.database.query('select from auth.saml_relay_states')).toEqual([]);
});

it('a failure of ours is written down for the operator, and one of theirs is not', async () => {
  logged.length = 0;
  expect((await come({ RelayState: 'nonsense' })).code).toBe('validation_failed');
  expect(logged).toEqual([]);
  await harness.database.query('alter table private.auth_saml_assertions rename to away');
  const { code } = await come(await idp.answerUnasked(''));
  await harness.database.query('alter table private.away rename to auth_saml_assertions');
  expect([code, logged.length]).toEqual(['unexpected_failure', 1]);
});
