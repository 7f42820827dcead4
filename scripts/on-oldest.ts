/**
 * Folders whose database tests are run once more on the oldest supported PostgreSQL, each with what it could answer
 * otherwise there. Of all others the oldest is asked whether it takes their statements, with the same types
 * (`packages/database/src/testing/print-answers.ts`), and whether the migrations make the same catalogue.
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
  'packages/server/src/backup':
    'a backup is restored into an empty database, and tables are changed',
};

/** Files of those folders that are run on the pinned PostgreSQL alone, each with the reason. */
export const pinnedOnly: Readonly<Record<string, string>> = {
  'packages/database/src/prove-sessions.db.test.ts':
    'what a pooler makes of sessions; the PostgreSQL behind it has no part in that',
  'packages/server/src/league-file/export-league.db.test.ts':
    'what stands in a file; leagues are exported by import-league.db and backup.db',
  'packages/backend/src/storage/kills.db.test.ts':
    'processes that are killed; what they ask is asked by storage.db, resumable.db and move.db',
  'packages/backend/src/storage/move-kills.db.test.ts':
    'processes that are killed while they move; what the rows of files stand for is asked by bytes-store.db',
  'packages/backend/src/storage/move.db.test.ts':
    'bytes that go between tables, a folder and an S3, copied and read back by us; their rows are asked by bytes-store.db',
  'packages/backend/src/storage/failing-s3.db.test.ts':
    'an S3 that fails; what they ask of PostgreSQL is asked by storage.db and bytes-store.db',
  'packages/backend/src/storage/addresses.db.test.ts':
    'signed addresses and parts of files; what they ask is asked by storage.db',
  'packages/backend/src/storage/full-disk.db.test.ts':
    'a folder of files that is full; what they ask is asked by storage.db and resumable.db',
  'packages/backend/src/realtime/channels.db.test.ts':
    'what sockets say; policies are asked by channel-rights.db, notifications by exchange.db',
  'packages/backend/src/realtime/realtime.db.test.ts':
    'what sockets say; who listens by listener.db of the database, policies by authorize.db',
  'packages/backend/src/realtime/session.db.test.ts':
    'what sockets say; policies are asked by authorize.db',
  'packages/backend/src/realtime/wire.db.test.ts':
    'what sockets say in each version of the protocol; policies are asked by authorize.db and channel-rights.db',
  'packages/backend/src/realtime/join-storm.db.test.ts':
    'a thousand sockets that wait for their turn with us; the policy of each is asked by authorize.db',
  'packages/backend/src/realtime/limits.db.test.ts':
    'how many sockets there may be, of which PostgreSQL knows nothing',
  'packages/server/src/league-file/releases/releases.db.test.ts':
    'files of former releases; import-league.db lays rows into the same tables',
  'packages/server/src/engine/replay/verify.db.test.ts':
    'rows that somebody changed, found by a replay of our own; rows are compared by read-state.db',
  'packages/server/src/engine/replay/past.db.test.ts':
    'how often a ladder is replayed, by us; what is read for it is by read-state.db',
  'packages/server/src/engine/project/again.db.test.ts':
    'what projections come to, act by act or at once; their statements are asked on it',
  'packages/server/src/backup/update-killed.db.test.ts':
    'processes that are killed while they update; what they ask is by update-league.db',
  'packages/server/src/backup/interrupted.db.test.ts':
    'processes that are told to stop; what they ask is by backup.db',
  'packages/server/src/backup/journal/failing-folder.db.test.ts':
    'a folder that fails; the PostgreSQL of a journal is always the pinned one',
  'packages/server/src/backup/drill-weekly.db.test.ts':
    'when a trial is due and told; a database aside by open-aside.db, a restore by backup.db',
  'packages/server/src/backup/s3-backups.db.test.ts':
    'an S3 that keeps backups; what is written and restored is by backup.db',
  'packages/server/src/backup/back-up-nightly.db.test.ts':
    'when a backup is due, kept and told; what is written is by backup.db',
  'packages/server/src/backup/forgetting.db.test.ts':
    'names that are gone from what was restored; the restore itself is by backup.db',
  'packages/server/src/backup/faults.db.test.ts':
    'a disk that is full while a backup is written; what is written is by backup.db',
  'packages/server/src/backup/journal/mirror-journal.db.test.ts':
    'the PostgreSQL that a league brings along, which is always the pinned one',
  'packages/server/src/backup/journal/restore-at.db.test.ts':
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
