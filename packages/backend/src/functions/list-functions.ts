import { access, readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import {
  defaultTable,
  FunctionsConfigError,
  type FunctionTable,
  type FunctionTables,
} from './config.ts';

/** A function that is switched on. */
export interface FunctionSpec {
  name: string;
  verifyJwt: boolean;
  hosts: FunctionTable['hosts'];
  /** Its own secrets, by name. */
  secrets: Readonly<Record<string, string>>;
  /** The file that Deno runs. */
  entry: string;
  /** A `deno.json` or an import map; null where there is none. */
  importMap: string | null;
}

interface Listing {
  /** The folder `supabase/functions`. */
  folder: string;
  tables: FunctionTables;
  environment: Readonly<Record<string, string | undefined>>;
}

/** As Supabase's own tool has names of functions. */
const functionName = /^[A-Za-z][A-Za-z0-9_-]*$/;

/**
 * The functions of a folder that are switched on, by name; none where there is no such folder.
 * @throws FunctionsConfigError where a table names no folder, or a secret that is set nowhere.
 */
export async function listFunctions({
  folder,
  tables,
  environment,
}: Listing): Promise<FunctionSpec[]> {
  const own = await readSecrets(folder);
  const folders = await listFolders(folder);
  const named = Object.entries(tables).filter(([, table]) => table.enabled);
  const names = [...new Set([...folders, ...named.map(([name]) => name)])].sort();
  const specs: FunctionSpec[] = [];
  for (const name of names) {
    const table = (Object.hasOwn(tables, name) ? tables[name] : undefined) ?? defaultTable;
    if (!table.enabled) {
      continue;
    }
    const entry = resolve(dirname(folder), table.entrypoint ?? join(folder, name, 'index.ts'));
    requireWithin(folder, entry, `functions.${name}.entrypoint`);
    if (!(await exists(entry))) {
      throw new FunctionsConfigError(
        `functions.${name} has no ${relative(dirname(folder), entry)}`,
      );
    }
    specs.push({
      ...{ name, entry, verifyJwt: table.verifyJwt, hosts: table.hosts },
      secrets: pickSecrets(name, table.secrets, { ...own, ...environment }),
      importMap: await findImportMap(folder, name, table),
    });
  }
  return specs;
}

async function listFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isDirectory() && functionName.test(entry.name))
    .map(({ name }) => name);
  const haveEntries = await Promise.all(
    names.map((name) => exists(join(folder, name, 'index.ts'))),
  );
  return names.filter((_, at) => haveEntries[at]);
}

async function readSecrets(folder: string): Promise<NodeJS.Dict<string>> {
  return parseEnv(await readFile(join(folder, '.env'), 'utf8').catch(() => ''));
}

function pickSecrets(
  name: string,
  wanted: readonly string[],
  known: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const entries = wanted.map((secret) => {
    const value = known[secret];
    if (value === undefined || value === '') {
      throw new FunctionsConfigError(
        `functions.${name}.secrets names ${secret}, which is set neither in the environment nor in functions/.env`,
      );
    }
    return [secret, value] as const;
  });
  return Object.fromEntries(entries);
}

async function findImportMap(
  folder: string,
  name: string,
  { importMap }: FunctionTable,
): Promise<string | null> {
  if (importMap !== null) {
    const given = resolve(dirname(folder), importMap);
    requireWithin(folder, given, `functions.${name}.import_map`);
    if (!(await exists(given))) {
      throw new FunctionsConfigError(`functions.${name}.import_map names no file`);
    }
    return given;
  }
  const usual = join(folder, name, 'deno.json');
  return (await exists(usual)) ? usual : null;
}

/** What lies elsewhere is none of a function's. */
function requireWithin(folder: string, file: string, field: string): void {
  if (!isWithin(folder, file)) {
    throw new FunctionsConfigError(
      `${field} takes a path beneath ${relative(dirname(folder), folder)}`,
    );
  }
}

/** Whether a file lies beneath a folder. */
export function isWithin(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== '' && !path.startsWith('..') && resolve(folder, path) === resolve(file);
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
