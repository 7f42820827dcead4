import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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

/** Starts one PostgreSQL for the run of the tests, and migrates the template that each test clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await clearAbandonedRuns();
  const dataDir = await mkdtemp(join(tmpdir(), prefix));
  await writeFile(join(dataDir, 'owner.json'), JSON.stringify(await identifySelf()));
  const binaries = process.env.TEST_POSTGRES_BIN;
  const server = await startEmbedded({
    dataDir,
    isDurable: false,
    settings: { max_connections: '200' },
    ...(binaries ? { binaries } : {}),
  });
  const failure = await migrateTemplate(server);
  project.provide('musterTestServer', { url: server.url, template: templateName, failure });
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
async function clearAbandonedRuns(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix));
  for (const name of names) {
    const dataDir = join(tmpdir(), name);
    const text = await readFile(join(dataDir, 'owner.json'), 'utf8').catch(() => undefined);
    if (text !== undefined && !(await isRunning(JSON.parse(text) as ProcessIdentity))) {
      await clearLeftovers(join(dataDir, 'postgres')).catch(() => undefined);
      await rm(dataDir, { recursive: true, force: true });
    }
  }
}
