import { readdir } from 'node:fs/promises';
import { connect } from '../connect.ts';
import { Journal } from '../embedded/journal/journal.ts';

/**
 * A process of its own for tests that give it another disk: goes on once with the journal of a running server, and
 * says how it is, and what lies in its folder then.
 */
const [url = '', dataDir = '', folder = ''] = process.argv.slice(2);
const database = connect({ url, maxConnections: 2 });
const journal = new Journal({ database, dataDir, folder, seal: null, leastRoom: 0 });
await journal.keep(new AbortController().signal).catch(() => undefined);
const { failure } = await journal.readState();
const left = await readdir(folder, { recursive: true });
await database.close();
process.stdout.write(JSON.stringify({ words: failure?.words ?? null, left }));
