import * as v from 'valibot';
import { getProviderBase, requestAsUser, requestTokens, toAuthorizeUrl } from './http.ts';
import type { CodeProvider, ProviderSession, ProviderTokens, ProviderUser } from './provider.ts';

const publicBase = 'https://github.com';
const publicApi = 'https://api.github.com';

const GithubUser = v.object({
  id: v.number(),
  login: v.string(),
  name: v.nullish(v.string()),
  avatar_url: v.nullish(v.string()),
});

const GithubEmails = v.array(
  v.object({ email: v.string(), primary: v.boolean(), verified: v.boolean() }),
);

export const github: CodeProvider = {
  name: 'github',
  usesPkce: false,

  async getAuthorizeUrl(session, input) {
    const endpoint = `${getProviderBase(session, 'browser', publicBase)}/login/oauth/authorize`;
    const scopes = ['user:email', ...input.scopes];
    return toAuthorizeUrl(endpoint, session, { ...input, scopes });
  },

  async exchangeCode(session, input) {
    const base = getProviderBase(session, 'server', publicBase);
    return requestTokens(`${base}/login/oauth/access_token`, session, input);
  },

  async getUser(session: ProviderSession, tokens: ProviderTokens): Promise<ProviderUser> {
    const api = getApiBase(session);
    const user = v.parse(
      GithubUser,
      await requestAsUser(session, `${api}/user`, tokens.accessToken),
    );
    const emails = v.parse(
      GithubEmails,
      await requestAsUser(session, `${api}/user/emails`, tokens.accessToken),
    );
    const avatar = user.avatar_url ? { avatar_url: user.avatar_url } : {};
    return {
      emails,
      claims: {
        iss: api,
        sub: String(user.id),
        name: user.name ?? user.login,
        full_name: user.name ?? user.login,
        preferred_username: user.login,
        user_name: user.login,
        provider_id: String(user.id),
        ...avatar,
      },
    };
  },
};

/** An installation of one's own has its API under a path. */
function getApiBase(session: ProviderSession): string {
  const isPublic = session.config.url === null && session.config.apiUrl === null;
  return isPublic ? publicApi : `${getProviderBase(session, 'server', publicBase)}/api/v3`;
}
