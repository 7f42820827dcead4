/**
 * Folders whose database tests are run once more on the oldest supported PostgreSQL, each with what it could answer
 * otherwise there. Of all others the oldest is asked whether it takes their statements, with the same types
 * (`packages/database/src/testing/prepare-statements.ts`), and whether the migrations make the same catalogue.
 */
export const onOldest: Readonly<Record<string, string>> = {
  'packages/database/src':
    'policies, triggers, functions and constraints, each with a row it lets through and one it stops; connections',
  'packages/backend/src/rest':
    'statements put together anew for each request, and errors that are told as PostgreSQL words them',
  'packages/backend/src/realtime':
    'policies asked in transactions that are taken back, and notifications',
  'packages/backend/src/storage': 'policies asked as the caller, and locks',
  'packages/server/src/engine': 'locks, streams and projections that wait for each other',
  'packages/server/src/league-file':
    'catalogues are read, and rows copied as PostgreSQL writes them',
  'packages/server/src/backup': 'a cluster is copied and started again',
};

/** Files of those folders that are run on the pinned PostgreSQL alone, each with the reason. */
export const pinnedOnly: Readonly<Record<string, string>> = {
  'packages/backend/src/storage/kills.db.test.ts':
    'processes that are killed; what they ask is asked by storage.db, resumable.db and move.db',
  'packages/backend/src/storage/move-kills.db.test.ts':
    'processes that are killed while they move; what they ask is asked by move.db',
  'packages/server/src/backup/restore-at.db.test.ts':
    'the PostgreSQL that a league brings along, which is always the pinned one',
  'packages/database/src/embedded/faults.db.test.ts':
    'the PostgreSQL that a league brings along, which is always the pinned one',
  'packages/database/src/embedded/journal/journal.db.test.ts':
    'the PostgreSQL that a league brings along, which is always the pinned one',
  'packages/database/src/embedded/crash.db.test.ts':
    'the PostgreSQL that a league brings along, which is always the pinned one',
  'packages/database/src/embedded/start-embedded.db.test.ts':
    'the PostgreSQL that a league brings along, which is always the pinned one',
};
