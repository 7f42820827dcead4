import type { IssuedTokens } from './sessions.ts';

/** An address with parameters added to its query, and its fragment replaced if one is given. */
export function toLocation(
  address: string,
  input: { query?: Record<string, string>; hash?: Record<string, string> },
): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(input.query ?? {})) {
    url.searchParams.set(name, value);
  }
  if (input.hash !== undefined) {
    url.hash = new URLSearchParams(input.hash).toString();
  }
  return url.href;
}

/**
 * Without a challenge the tokens themselves travel, in the part of an address that no server sees.
 * `sb` tells the client that they are ours.
 */
export function toTokenLocation(
  address: string,
  issued: IssuedTokens,
  extra: Record<string, string> = {},
): string {
  const { access_token, token_type, expires_in, expires_at, refresh_token } = issued.body;
  return toLocation(address, {
    hash: {
      access_token: String(access_token),
      expires_at: String(expires_at),
      expires_in: String(expires_in),
      refresh_token: String(refresh_token),
      sb: '',
      token_type: String(token_type),
      ...extra,
    },
  });
}
