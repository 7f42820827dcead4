import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  DenoError,
  type FunctionLine,
  type FunctionsConfig,
  FunctionsConfigError,
  isDenoThere,
  listFunctions,
  openDeno,
  parseFunctionTables,
} from '@muster/backend';
import { parse, TomlError, type TomlTable } from 'smol-toml';
import { type Config, ConfigError } from '../config.ts';
import { getServedUrl } from '../http/origin.ts';
import { isPublicAddress } from '../network-address.ts';

const root = dirname(dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url))))));
/** Where Deno and what functions import are kept, beside the packages that were installed. */
const denoDirectory = join(root, 'node_modules', '.muster');

interface OpenFunctionsOptions {
  /** A `supabase/functions`, the league's own where it is null; the settings stand in `config.toml` beside it. */
  folder: string | null;
  /** Where people find the league and where this machine reaches it; asked once it listens. */
  getLeague: FunctionsConfig['getLeague'];
  onProgress?: (line: string) => void;
  onLine: (name: string, line: FunctionLine) => void;
}

/**
 * Reads which functions are on, and fetches Deno where there is one. Null where there is none, or no Deno to be
 * had: then the league serves without them.
 * @throws ConfigError with one line that names the file and the field.
 */
export async function openFunctions(
  options: OpenFunctionsOptions,
): Promise<FunctionsConfig | null> {
  const { getLeague, onLine, onProgress = () => undefined } = options;
  const folder = toFolder(options.folder);
  const specs = await readSpecs(folder);
  if (specs.length === 0) {
    return null;
  }
  try {
    const program = await openDeno({ directory: denoDirectory, onProgress });
    return {
      ...{ specs, folder, getLeague, onLine },
      deno: { program, cache: join(denoDirectory, 'functions') },
      isPublic: isPublicAddress,
    };
  } catch (thrown) {
    if (!(thrown instanceof DenoError)) {
      throw thrown;
    }
    onProgress(`No function can be called: ${thrown.message}`);
    return null;
  }
}

/**
 * Which functions are on, and whether what runs them is there already. Fetches nothing.
 * @throws ConfigError for wrong settings, DenoError where this machine can run none.
 */
export async function lookAtFunctions(
  functionsDir: string | null,
): Promise<{ names: string[]; hasDeno: boolean }> {
  const specs = await readSpecs(toFolder(functionsDir));
  const names = specs.map(({ name }) => name);
  return {
    names,
    hasDeno: names.length > 0 && (await isDenoThere({ directory: denoDirectory })),
  };
}

/**
 * Says of wrong settings before anything else is started.
 * @throws ConfigError with one line that names the file and the field.
 */
export async function requireFunctionSettings(
  config: Pick<Config, 'supabase' | 'functionsDir'>,
): Promise<void> {
  if (config.supabase === null) {
    await readSpecs(toFolder(config.functionsDir));
    await readAllowsPublic(config.functionsDir);
  }
}

function toFolder(given: string | null): string {
  return resolve(given ?? join(root, 'supabase', 'functions'));
}

/** Where a league on a port is: as people name it, and as this machine reaches it. */
export function toLeagueAddress(
  config: Pick<Config, 'siteUrl' | 'host'>,
  port: number,
): ReturnType<FunctionsConfig['getLeague']> {
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[config.host] ?? config.host;
  return { url: getServedUrl(config, port).replace(/\/+$/, ''), host, port };
}

/**
 * Whether clients may speak on realtime's public channels: `[realtime] allow_public` of the file beside the
 * functions' folder. A league is no relay for strangers unless it says so.
 * @throws ConfigError with one line that names the file and the field.
 */
export function readAllowsPublic(functionsDir: string | null): Promise<boolean> {
  return readSettings(toFolder(functionsDir), async (tables) => toAllowsPublic(tables));
}

function toAllowsPublic({ realtime = {} }: TomlTable): boolean {
  const isTable = typeof realtime === 'object' && 'allow_public' in realtime;
  const allowed = isTable ? realtime.allow_public : false;
  if (typeof allowed !== 'boolean') {
    throw new FunctionsConfigError('realtime.allow_public takes true or false');
  }
  return allowed;
}

/**
 * The functions that are on in a folder.
 * @throws ConfigError with one line that names the file and the field.
 */
export function readSpecs(folder: string): Promise<FunctionsConfig['specs']> {
  return readSettings(folder, (tables) =>
    listFunctions({ folder, tables: parseFunctionTables(tables), environment: process.env }),
  );
}

async function readSettings<T>(
  folder: string,
  read: (tables: TomlTable) => Promise<T>,
): Promise<T> {
  const file = join(dirname(folder), 'config.toml');
  try {
    const text = await readFile(file, 'utf8').catch(() => '');
    return await read(parse(text));
  } catch (thrown) {
    if (
      thrown instanceof FunctionsConfigError ||
      thrown instanceof SyntaxError ||
      thrown instanceof TomlError
    ) {
      const [line] = thrown.message.split('\n');
      throw new ConfigError(`${file} cannot be used: ${line}.`);
    }
    throw thrown;
  }
}
