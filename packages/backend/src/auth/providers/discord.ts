import * as v from 'valibot';
import { getProviderBase, requestAsUser, requestTokens, toAuthorizeUrl } from './http.ts';
import type { CodeProvider, ProviderSession, ProviderTokens, ProviderUser } from './provider.ts';

const publicBase = 'https://discord.com';
const cdn = 'https://cdn.discordapp.com';

/** Ids are texts: a snowflake does not fit into a number. */
const DiscordUser = v.object({
  id: v.pipe(v.string(), v.regex(/^\d{1,20}$/)),
  username: v.string(),
  global_name: v.nullish(v.string()),
  discriminator: v.nullish(v.string()),
  avatar: v.nullish(v.string()),
  locale: v.nullish(v.string()),
  email: v.nullish(v.string()),
  verified: v.nullish(v.boolean()),
});

type DiscordUserOutput = v.InferOutput<typeof DiscordUser>;

/** The chat platform, or anything that speaks its OAuth 2 calls. */
export const discord: CodeProvider = {
  name: 'discord',
  usesPkce: false,

  async getAuthorizeUrl(session, input) {
    const endpoint = `${getProviderBase(session, 'browser', publicBase)}/api/oauth2/authorize`;
    const scopes = ['email', 'identify', ...input.scopes];
    return toAuthorizeUrl(endpoint, session, { ...input, scopes });
  },

  async exchangeCode(session, input) {
    return requestTokens(`${getApiBase(session)}/oauth2/token`, session, input);
  },

  async getUser(session: ProviderSession, tokens: ProviderTokens): Promise<ProviderUser> {
    const api = getApiBase(session);
    const answer = await requestAsUser(session, `${api}/users/@me`, tokens.accessToken);
    const user = v.parse(DiscordUser, answer);
    const avatarUrl = getAvatarUrl(user);
    return {
      emails: user.email
        ? [{ email: user.email, verified: user.verified === true, primary: true }]
        : [],
      claims: {
        iss: api,
        sub: user.id,
        name: `${user.username}#${user.discriminator ?? '0'}`,
        full_name: user.username,
        picture: avatarUrl,
        avatar_url: avatarUrl,
        provider_id: user.id,
        custom_claims: user.global_name ? { global_name: user.global_name } : {},
        ...(user.locale ? { locale: user.locale } : {}),
      },
    };
  },
};

function getApiBase(session: ProviderSession): string {
  return `${getProviderBase(session, 'server', publicBase)}/api`;
}

/** Names that begin with `a_` are moving pictures; people without one get one of six by their id. */
function getAvatarUrl(user: DiscordUserOutput): string {
  if (!user.avatar) {
    return `${cdn}/embed/avatars/${(BigInt(user.id) >> 22n) % 6n}.png`;
  }
  const extension = user.avatar.startsWith('a_') ? 'gif' : 'png';
  return `${cdn}/avatars/${user.id}/${user.avatar}.${extension}`;
}
