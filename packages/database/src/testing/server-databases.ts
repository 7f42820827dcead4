import { connect } from '../connect.ts';
import type { Database } from '../types.ts';

/** Kept from one file to the next: to connect takes longer than most of what is asked. It closes itself when idle. */
const onServer = new Map<string, Database>();

/** The address of another database on the same server. */
export function toDatabaseUrl(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Runs a statement that is about the server's databases. */
export async function runOnServer(
  url: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<unknown[]> {
  const server = onServer.get(url) ?? connect(url);
  onServer.set(url, server);
  return server.query(statement, values);
}

/** Copied file by file, which takes two thirds of the time of writing each page to the log. */
export async function cloneDatabase(url: string, name: string, template: string): Promise<void> {
  await runOnServer(url, `create database ${name} template ${template} strategy file_copy`);
}
