export { tryAdvisoryLock } from './advisory-lock.ts';
export { connect } from './connect.ts';
export { type Damage, findDamage } from './damage.ts';
export { EmbeddedError } from './embedded/embedded-error.ts';
export { Journal, type JournalState } from './embedded/journal/journal.ts';
export { JournalFault } from './embedded/journal/journal-fault.ts';
export { listNeededFiles } from './embedded/journal/needed-files.ts';
export { restoreJournal } from './embedded/journal/restore-journal.ts';
export { type EmbeddedSight, lookForEmbedded } from './embedded/look-for-embedded.ts';
export {
  type EmbeddedServer,
  type EmbeddedStep,
  startEmbedded,
} from './embedded/start-embedded.ts';
export { installJobQueue, openJobPool } from './job-queue.ts';
export { listPendingMigrations, migrate, migrateWithin } from './migrate.ts';
export { MigrationError } from './migration-files.ts';
export { AsideError, openAside } from './open-aside.ts';
export { type OpenDatabase, openDatabase } from './open-database.ts';
export { OpenDatabaseError } from './open-database-error.ts';
export { proveSessions } from './prove-sessions.ts';
export { queueConnections, type ShareLimits, shares } from './shares.ts';
export type * from './tables.ts';
export { takeRow } from './take-row.ts';
export type * from './types.ts';
export { DatabaseUnavailable, toUnavailable } from './unavailable.ts';
export { findValueFault, isRefusedValue } from './values.ts';
