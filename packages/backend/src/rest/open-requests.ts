import { connect, type Database, proveSessions, shares } from '@muster/database';

/**
 * The connections of requests, which log in under a role that may nothing by itself and take their caller's for
 * one transaction. REST's and storage's requests have them together.
 */
export async function openRequests(
  loginUrl: string,
  onError: (error: unknown) => void,
): Promise<Database> {
  const connection = {
    url: loginUrl,
    maxConnections: shares.rest.connections,
    applicationName: 'muster rest',
    onError,
  };
  // Poolers may treat each role in their own way.
  return connect({ ...connection, sessions: await proveSessions(connection) });
}
