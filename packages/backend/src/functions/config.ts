import { isIP } from 'node:net';
import * as v from 'valibot';

/** A host that a function may speak to, as `hooks.example.org:443` names it. */
export interface AllowedHost {
  /** In small letters; an IPv6 address without brackets. */
  name: string;
  port: number;
}

/** What a `supabase/config.toml` says of one function. */
export interface FunctionTable {
  enabled: boolean;
  /** Whether a call needs a token of the league. */
  verifyJwt: boolean;
  hosts: readonly AllowedHost[];
  /** The names of what it finds in its environment. */
  secrets: readonly string[];
  /** Both relative to the file. */
  entrypoint: string | null;
  importMap: string | null;
}

/** By name; a function that it does not name is as `defaultTable` says. */
export type FunctionTables = Readonly<Record<string, FunctionTable>>;

/** What nobody has said otherwise: on, for callers with a token, without secrets and without the world. */
export const defaultTable: FunctionTable = {
  enabled: true,
  verifyJwt: true,
  hosts: [],
  secrets: [],
  entrypoint: null,
  importMap: null,
};

/** What is wrong with what the operator says of functions; one line. */
export class FunctionsConfigError extends Error {}

const httpsPort = 443;
const mostPort = 65_535;
const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const hostName = new RegExp(`^${label}(\\.${label})*$`);
/** These say where the league is; a secret of that name would be another place. */
const ownNames = /^(SUPABASE_|DENO_|NPM_CONFIG_)/i;

const hostRule = 'takes names or addresses like "hooks.example.org" or "hooks.example.org:8443"';
const secretRule =
  'takes names of variables, none that starts with SUPABASE_, DENO_ or NPM_CONFIG_';
const flag = v.nullish(v.boolean('takes true or false'));
const path = v.nullish(v.string('takes a path'));

const Table = v.strictObject(
  {
    enabled: flag,
    verify_jwt: flag,
    hosts: v.nullish(
      v.array(
        v.pipe(
          v.string(hostRule),
          v.check((text) => parseHost(text) !== null, hostRule),
        ),
        hostRule,
      ),
    ),
    secrets: v.nullish(
      v.array(
        v.pipe(
          v.string(secretRule),
          v.check((text) => /^[A-Z_][A-Z0-9_]*$/i.test(text) && !ownNames.test(text), secretRule),
        ),
        secretRule,
      ),
    ),
    entrypoint: path,
    import_map: path,
    // Read by Supabase's own tool; a function here finds no files.
    static_files: v.nullish(v.array(v.string())),
  },
  'takes enabled, verify_jwt, hosts, secrets, entrypoint and import_map',
);

const Root = v.object({ functions: v.nullish(v.record(v.string(), v.unknown())) });

/** Reads a host with its port, 443 where none is named; null for what is none. */
export function parseHost(text: string): AllowedHost | null {
  const [, bracketed, bare, digits] =
    /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const name = (bracketed ?? bare ?? '').toLowerCase();
  const port = digits === undefined ? httpsPort : Number(digits);
  const isNamed = bracketed === undefined ? isIP(name) === 4 || isName(name) : isIP(name) === 6;
  return isNamed && port >= 1 && port <= mostPort ? { name, port } : null;
}

/** The last part of a name is no number, by which `127.1` and `0x7f000001` would be addresses after all. */
function isName(text: string): boolean {
  const last = text.split('.').at(-1) ?? '';
  return text.length <= 253 && hostName.test(text) && !/^(\d+|0x[0-9a-f]*)$/.test(last);
}

/**
 * Reads the part `[functions.NAME]` of a parsed `supabase/config.toml`.
 * @throws FunctionsConfigError with one line that names the field and what it takes.
 */
export function parseFunctionTables(file: unknown): FunctionTables {
  const root = v.safeParse(Root, file);
  if (!root.success) {
    throw new FunctionsConfigError('functions takes tables, one for each function');
  }
  const entries = Object.entries(root.output.functions ?? {});
  return Object.fromEntries(entries.map(([name, table]) => [name, parseTable(name, table)]));
}

function parseTable(name: string, table: unknown): FunctionTable {
  const read = v.safeParse(Table, table, { abortEarly: true });
  if (!read.success) {
    const [issue] = read.issues;
    const field = ['functions', name, v.getDotPath(issue)].filter(Boolean).join('.');
    const rule = issue.expected === 'never' ? 'is not read here' : issue.message;
    throw new FunctionsConfigError(`${field} ${rule}`);
  }
  const { enabled, verify_jwt, hosts, secrets, entrypoint, import_map } = read.output;
  return {
    enabled: enabled ?? defaultTable.enabled,
    verifyJwt: verify_jwt ?? defaultTable.verifyJwt,
    hosts: (hosts ?? []).flatMap((text) => parseHost(text) ?? []),
    secrets: secrets ?? [],
    entrypoint: entrypoint ?? null,
    importMap: import_map ?? null,
  };
}
