import * as v from 'valibot';
import { getProviderBase, readLimited, requestJson } from './http.ts';
import type { AssertingProvider, ProviderSession, ProviderUser } from './provider.ts';

const publicBase = 'https://steamcommunity.com';
const publicApi = 'https://api.steampowered.com';
const namespace = 'http://specs.openid.net/auth/2.0';
const select = 'http://specs.openid.net/auth/2.0/identifier_select';
const nonceMs = 300_000;
const mustBeSigned = [
  'op_endpoint',
  'claimed_id',
  'identity',
  'return_to',
  'response_nonce',
  'assoc_handle',
];

/**
 * Steam speaks OpenID 2.0: no code and no token, but an assertion in the browser's hands. So nothing in
 * it is believed before it has been looked at here and confirmed by Steam itself, at an address that is
 * never taken from the request. The assertion names our address with the flow's state, and a flow ends
 * once, so that none is good twice.
 */
export const steam: AssertingProvider = {
  name: 'steam',
  usesPkce: false,
  needsClient: false,
  hasEmail: false,

  async getAuthorizeUrl(session, input) {
    const url = new URL(getEndpoint(session, 'browser'));
    const fields = {
      ns: namespace,
      mode: 'checkid_setup',
      return_to: toReturnAddress(session, input.state),
      realm: new URL(session.redirectUri).origin,
      identity: select,
      claimed_id: select,
    };
    for (const [name, value] of Object.entries(fields)) {
      url.searchParams.set(`openid.${name}`, value);
    }
    return url.href;
  },

  async verifyCallback(session, params, now) {
    const steamId = requireAssertion(session, params, now);
    await requireConfirmation(session, params);
    return toProviderUser(session, steamId);
  },
};

function getEndpoint(session: ProviderSession, from: 'browser' | 'server'): string {
  return `${getProviderBase(session, from, publicBase)}/openid/login`;
}

function toReturnAddress(session: ProviderSession, state: string): string {
  return `${session.redirectUri}?state=${encodeURIComponent(state)}`;
}

/** Everything that can be told without asking anybody; returns the id that is claimed. */
function requireAssertion(session: ProviderSession, params: URLSearchParams, now: Date): string {
  const names = [...params.keys()].filter((name) => name.startsWith('openid.'));
  if (new Set(names).size !== names.length) {
    throw new Error('a field stands twice');
  }
  const get = (name: string) => params.get(`openid.${name}`) ?? '';
  const require = (isRight: boolean, what: string) => {
    if (!isRight) {
      throw new Error(`the assertion's ${what} is not ours`);
    }
  };
  require(get('ns') === namespace, 'namespace');
  require(get('mode') === 'id_res', 'mode');
  require(get('op_endpoint') === getEndpoint(session, 'browser'), 'endpoint');
  require(get('return_to') ===
    toReturnAddress(session, params.get('state') ?? ''), 'return address');
  const signed = get('signed').split(',');
  require(mustBeSigned.every((name) => signed.includes(name)), 'list of signed fields');
  const issuedAt = Date.parse(get('response_nonce').slice(0, 20));
  require(Math.abs(now.getTime() - issuedAt) <= nonceMs, 'nonce');
  require(get('claimed_id') === get('identity'), 'identity');
  const prefix = `${getProviderBase(session, 'browser', publicBase)}/openid/id/`;
  const steamId = get('claimed_id').startsWith(prefix)
    ? get('claimed_id').slice(prefix.length)
    : '';
  require(/^7656119\d{10}$/.test(steamId), 'id');
  return steamId;
}

/** Only Steam knows whether it signed this. */
async function requireConfirmation(
  session: ProviderSession,
  params: URLSearchParams,
): Promise<void> {
  const form = new URLSearchParams([...params].filter(([name]) => name.startsWith('openid.')));
  form.set('openid.mode', 'check_authentication');
  const response = await session.fetch(getEndpoint(session, 'server'), {
    method: 'POST',
    body: form,
    redirect: 'error',
    signal: AbortSignal.timeout(session.timeoutMs),
  });
  const lines = (await readLimited(response)).split('\n').map((line) => line.trim());
  if (!response.ok || !lines.includes('is_valid:true')) {
    throw new Error(`Steam did not confirm the assertion (${response.status})`);
  }
}

const Summaries = v.object({
  response: v.object({
    players: v.array(
      v.object({
        steamid: v.string(),
        personaname: v.string(),
        avatarfull: v.nullish(v.string()),
        profileurl: v.nullish(v.string()),
      }),
    ),
  }),
});

/** The name and picture need a key; signing in does not. */
async function toProviderUser(session: ProviderSession, steamId: string): Promise<ProviderUser> {
  const player = await findSummary(session, steamId).catch(() => null);
  const name = player?.personaname ?? `steam${steamId.slice(-6)}`;
  const picture = player?.avatarfull
    ? { picture: player.avatarfull, avatar_url: player.avatarfull }
    : {};
  return {
    emails: [],
    claims: {
      iss: getProviderBase(session, 'browser', publicBase),
      sub: steamId,
      name,
      full_name: name,
      user_name: name,
      provider_id: steamId,
      profile: player?.profileurl ?? `${publicBase}/profiles/${steamId}`,
      ...picture,
    },
  };
}

async function findSummary(session: ProviderSession, steamId: string) {
  if (session.config.clientSecret === '') {
    return null;
  }
  const isPublic = session.config.url === null && session.config.apiUrl === null;
  const api = isPublic ? publicApi : getProviderBase(session, 'server', publicBase);
  const query = new URLSearchParams({ key: session.config.clientSecret, steamids: steamId });
  const address = `${api}/ISteamUser/GetPlayerSummaries/v2/?${query}`;
  const { response } = v.parse(Summaries, await requestJson(session, address, {}));
  return response.players.find((player) => player.steamid === steamId) ?? null;
}
