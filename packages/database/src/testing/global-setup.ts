import { chmod, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { connect } from '../connect.ts';
import { clearLeftovers } from '../embedded/leftovers.ts';
import { identifySelf, isRunning, type ProcessIdentity } from '../embedded/process-identity.ts';
import { type EmbeddedServer, startEmbedded } from '../embedded/start-embedded.ts';
import { installJobQueue } from '../job-queue.ts';
import { migrate } from '../migrate.ts';
import { toDatabaseUrl } from './index.ts';
import { migrationFolders } from './migration-folders.ts';

const prefix = 'muster-tests-';
const templateName = 'muster_template';
const memory = '/dev/shm';
const tmpfs = 0x01021994;
const leastRoom = 4 * 1024 ** 3;

/** In memory, where there is plenty of it: each test clones a thousand small files, in a tenth of the time. */
async function pickFolder(): Promise<string> {
  const found = await statfs(memory).catch(() => null);
  const hasRoom = found?.type === tmpfs && found.bavail * found.bsize >= leastRoom;
  return hasRoom ? memory : tmpdir();
}

/** Starts one PostgreSQL for the run of the tests, and migrates the template that each test clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await pickFolder();
  await clearAbandonedRuns(folder);
  const dataDir = await mkdtemp(join(folder, prefix));
  await writeFile(join(dataDir, 'owner.json'), JSON.stringify(await identifySelf()));
  // Who runs a database as nobody, in a folder in it, passes through.
  await chmod(dataDir, 0o711);
  const binaries = process.env.TEST_POSTGRES_BIN;
  const server = await startEmbedded({
    dataDir,
    isDurable: false,
    settings: { max_connections: '200' },
    ...(binaries ? { binaries } : {}),
  });
  const failure = await migrateTemplate(server);
  project.provide('musterTestServer', {
    ...{ url: server.url, template: templateName, failure, folder: dataDir },
  });
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** A failure is told by the tests that need the migrations: others can run without. */
async function migrateTemplate(server: EmbeddedServer): Promise<string | null> {
  const maintenance = connect(server.url);
  await maintenance.query(`create database ${templateName} template template0`);
  await maintenance.close();
  const template = connect(toDatabaseUrl(server.url, templateName));
  try {
    await migrate(template, migrationFolders);
    await installJobQueue(template);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await template.close();
  }
}

/** A run that was killed could not stop its server; the next one does. */
async function clearAbandonedRuns(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  for (const name of names) {
    const dataDir = join(folder, name);
    const text = await readFile(join(dataDir, 'owner.json'), 'utf8').catch(() => undefined);
    if (text !== undefined && !(await isRunning(JSON.parse(text) as ProcessIdentity))) {
      await clearLeftovers(join(dataDir, 'postgres')).catch(() => undefined);
      await rm(dataDir, { recursive: true, force: true });
    }
  }
}
