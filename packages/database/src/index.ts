export { tryAdvisoryLock, withAdvisoryLock } from './advisory-lock.ts';
export type { ConnectOptions } from './client-config.ts';
export { connect } from './connect.ts';
export { describeCatalogue } from './describe-catalogue.ts';
export { EmbeddedError, type EmbeddedErrorCode } from './embedded/embedded-error.ts';
export {
  type EmbeddedOptions,
  type EmbeddedServer,
  type EmbeddedStep,
  joinEmbedded,
  startEmbedded,
} from './embedded/start-embedded.ts';
export { installJobQueue, openJobPool } from './job-queue.ts';
export { listPendingMigrations, type MigrationReport, migrate } from './migrate.ts';
export {
  MigrationError,
  type MigrationErrorCode,
  type MigrationFolder,
} from './migration-files.ts';
export { type OpenDatabase, type OpenDatabaseOptions, openDatabase } from './open-database.ts';
export { OpenDatabaseError } from './open-database-error.ts';
export { proveSessions } from './prove-sessions.ts';
export { queueConnections, type ShareLimits, shares } from './shares.ts';
export type * from './tables.ts';
export type * from './types.ts';
export { DatabaseUnavailable, toUnavailable } from './unavailable.ts';
export { findValueFault, isRefusedValue } from './values.ts';
