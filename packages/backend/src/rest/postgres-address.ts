/** Where a PostgreSQL is, in the words of the driver that the REST library brings. */
export interface PostgresAddress {
  /** A name, or the directory of a Unix socket. */
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  ssl: 'require' | 'verify-full' | false;
}

const DEFAULT_PORT = 5432;
/** Stands where an address names no host, since URL refuses a user without one. */
const NO_HOST = 'unnamed.invalid';

/** Reads `postgres://user:password@host:port/database`, a Unix socket as `?host=/directory` or `%2Fdirectory`. */
export function parsePostgresAddress(address: string): PostgresAddress {
  const url = new URL(address.replace('@/', `@${NO_HOST}/`).replace(':///', `://${NO_HOST}/`));
  const named = decodeURIComponent(url.hostname === NO_HOST ? '' : url.hostname);
  const user = decodeURIComponent(url.username || url.searchParams.get('user') || 'postgres');
  return {
    host: url.searchParams.get('host') ?? (named.replace(/^\[(.*)\]$/, '$1') || 'localhost'),
    port: Number(url.port || url.searchParams.get('port') || DEFAULT_PORT),
    user,
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)) || user,
    ssl: toSsl(url.searchParams.get('sslmode')),
  };
}

/** As `pg` reads the same words, so that both drivers trust the same servers. */
function toSsl(mode: string | null): PostgresAddress['ssl'] {
  if (mode === null || mode === 'disable') return false;
  return mode === 'no-verify' ? 'require' : 'verify-full';
}
