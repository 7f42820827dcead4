/** Stands where an address names no host, since URL refuses a user without one. */
const noHost = 'unnamed.invalid';

/**
 * The same database under another login. Addresses may name a host, or a Unix socket as
 * `postgres://user@/database?host=/directory`.
 */
export function toLoginUrl(
  address: string,
  login: { user: string; password?: string | null },
): string {
  const url = new URL(address.replace('@/', `@${noHost}/`).replace(':///', `://${noHost}/`));
  url.searchParams.delete('user');
  url.searchParams.delete('password');
  const { user, password = null } = login;
  const credentials = password === null ? '' : `:${encodeURIComponent(password)}`;
  const host = url.host === noHost ? '' : url.host;
  return `${url.protocol}//${encodeURIComponent(user)}${credentials}@${host}${url.pathname}${url.search}`;
}
