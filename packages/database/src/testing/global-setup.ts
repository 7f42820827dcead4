import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { connect } from '../connect.ts';
import { type EmbeddedServer, startEmbedded } from '../embedded/start-embedded.ts';
import { installJobQueue } from '../job-queue.ts';
import { migrate } from '../migrate.ts';
import { makeRunFolder } from './make-run-folder.ts';
import { migrationFolders } from './migration-folders.ts';
import { toDatabaseUrl } from './server-databases.ts';

const templateName = 'muster_template';

/** Starts one PostgreSQL for the run of the tests, and migrates the template that each test clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await makeRunFolder('muster-tests-');
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
