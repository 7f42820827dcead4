import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../run.ts';

const source = join(root, 'packages/server/src');

/** A folder with more than this is a list again. */
const mostFiles = 32;

/** Rooms that everybody borrows from; they know no feature. */
const shared = ['channel', 'engine', 'files', 'http', 'mail', 'notice', 'page'];

/** Rooms that put the others together, as the files beside them do: they may use all. */
const compositions = [
  'backup',
  'commands',
  'content',
  'demonstration',
  'dev',
  'doctor',
  'jobs',
  'league-file',
  'preparing',
  'public-file',
  'render',
  'restore',
  'testing',
];

/** What of those the rooms below them may use all the same. */
const lent = [
  'demonstration/clear.ts',
  'demonstration/found.ts',
  'dev/development.ts',
  'jobs/enqueue.ts',
  'jobs/job-queue.ts',
];

/** What a feature names for the others; the rest of its room is its own. */
const named: Record<string, readonly string[]> = {
  admin: ['setup-step'],
  game: ['setup-step'],
  'ladder-admin': ['setup-step'],
  archive: ['query'],
  backup: ['ages'],
  board: ['open-answers', 'post-up'],
  account: ['account-name', 'account-url', 'leave-league', 'preview-retirement'],
  evidence: ['forget-evidence', 'rights'],
  home: ['next-step'],
  ladder: ['lines', 'names', 'past', 'query', 'rating-points', 'ratings'],
  log: ['event-row', 'masked-names'],
  moderation: ['cases-about', 'concerned', 'note-undone', 'queue'],
  match: ['line', 'page', 'route'],
  people: ['after-ban', 'name-acts', 'precedents', 'team-acts', 'team-end'],
  person: ['standing'],
  scrim: ['notices', 'over'],
  servers: ['at-address', 'of-game', 'state'],
  settings: ['setup-steps'],
  'sign-in': ['probe-way', 'providers', 'stored-ways'],
  team: ['hold', 'invitations', 'invite', 'short-teams', 'trophy'],
  waiting: ['matters', 'words'],
  writing: ['kinds', 'reading', 'save-texts', 'texts-of-things'],
};

const imports = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g;

const toRoom = (path: string) => (path.includes('/') ? path.split('/')[0] : '');

function mayImport(room: string, path: string): boolean {
  const other = toRoom(path) ?? '';
  if (other === room || other === '' || shared.includes(other)) {
    return true;
  }
  if (room === '' || compositions.includes(room) || lent.includes(path)) {
    return true;
  }
  const name = path.slice(other.length + 1).replace(/\.ts$/, '');
  return !shared.includes(room) && (named[other]?.includes(name) ?? false);
}

function listFiles(): string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
}

function listFullFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of files) {
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > mostFiles)
    .map(
      ([folder, count]) => `packages/server/src/${folder}: ${count} files, ${mostFiles} at most`,
    );
}

/**
 * Returns a line for each import by which a feature of the server takes what another does not name for it, or a
 * shared room knows a feature, and for each folder that has become a list. Tests may import what they try.
 */
export function checkServerRooms(): string[] {
  const files = listFiles();
  const faults = listFullFolders(files);
  for (const path of files.filter((file) => !/\.test\.ts$|(^|\/)testing\//.test(file))) {
    for (const [, specifier = ''] of readFileSync(join(source, path), 'utf8').matchAll(imports)) {
      const target = relative(source, join(source, dirname(path), specifier));
      if (!mayImport(toRoom(path) ?? '', target)) {
        faults.push(`packages/server/src/${path}: '${specifier}' is not named for other rooms`);
      }
    }
  }
  return faults;
}
