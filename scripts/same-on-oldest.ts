/**
 * Files of database tests that are run on the pinned PostgreSQL alone, each with the reason for which the oldest
 * supported one could answer nothing else. What is not named here is run on both.
 */
export const sameOnOldest: Readonly<Record<string, string>> = {
  'packages/backend/src/functions/bounds.db.test.ts':
    'how far a function of Deno may go; the database is asked for nothing but the keys that functions.db asks for',
  'packages/backend/src/functions/network.db.test.ts':
    'where a function of Deno may connect to, which no statement decides',
  'packages/backend/src/storage/kills.db.test.ts':
    'processes that are killed; what they ask is asked by storage.db, resumable.db and move.db',
  'packages/backend/src/storage/move-kills.db.test.ts':
    'processes that are killed while they move; what they ask is asked by move.db',
  'packages/database/src/embedded/crash.db.test.ts':
    'the PostgreSQL that a league brings along, which is always the pinned one',
  'packages/database/src/embedded/start-embedded.db.test.ts':
    'the PostgreSQL that a league brings along, which is always the pinned one',
  'packages/server/src/commands/serve.db.test.ts':
    'how a process starts and stops; what the demonstration asks is asked by demo.db and clear.db',
  'packages/server/src/demonstration/furnish-boards.db.test.ts':
    'a season is played again as for demo.db; what is posted is asked for by the tests of the boards',
  'packages/server/src/functions/follow-files.db.test.ts':
    'files that change while functions are served; no statement is of its own',
  'packages/server/src/offers.db.test.ts':
    'pages compared with the rules over random leagues; each page and each command has its own tests on both',
  'packages/server/src/same-matter.db.test.ts':
    'pages compared with one another over random leagues; each has its own tests on both',
};
