import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { type FunctionSpec, isWithin } from './list-functions.ts';

const prepareTimeoutMs = 120_000;
const mostOutput = 8 * 1024 * 1024;

interface Prepared {
  /** The state of the function's own files, by which one sees that they have changed. */
  print: string;
}

interface PrepareOptions {
  spec: FunctionSpec;
  folder: string;
  deno: { program: string; cache: string };
}

const Graph = v.object({
  modules: v.array(
    v.object({ specifier: v.string(), local: v.nullish(v.string()), error: v.nullish(v.string()) }),
  ),
});

/** How a function's imports are found, in the same way before it runs and while it does. */
export function toModuleFlags({ importMap }: Pick<FunctionSpec, 'importMap'>): string[] {
  const isConfig = importMap?.endsWith('deno.json') ?? false;
  const named =
    importMap === null ? [] : isConfig ? [`--config=${importMap}`] : [`--import-map=${importMap}`];
  return [
    ...(isConfig ? [] : ['--no-config']),
    ...named,
    ...['--no-lock', '--no-remote', '--node-modules-dir=none'],
  ];
}

/**
 * Fetches the packages that a function imports by `npm:`, so that a call needs no registry, and looks
 * where its other imports lie. None of its code runs.
 * @throws Error with one line where an import cannot be had or is none of a function's.
 */
export async function prepareFunction({ spec, folder, deno }: PrepareOptions): Promise<Prepared> {
  const flags = toModuleFlags(spec);
  await runDeno(deno, ['cache', ...flags, spec.entry]);
  const read = v.safeParse(
    Graph,
    JSON.parse(await runDeno(deno, ['info', '--json', ...flags, spec.entry])),
  );
  if (!read.success) {
    throw new Error('Deno did not say what the function imports');
  }
  const files: string[] = [];
  for (const { specifier, error } of read.output.modules) {
    if (error) {
      throw new Error(toOneLine(error));
    }
    if (specifier.startsWith('file:')) {
      files.push(requireOwn(folder, fileURLToPath(specifier)));
    } else if (!/^(npm|node|data|blob):/.test(specifier)) {
      throw new Error(
        `it imports ${specifier}; only npm: and files beneath ${relative(dirname(folder), folder)} are imported`,
      );
    }
  }
  return { print: await readPrint(files) };
}

function requireOwn(folder: string, file: string): string {
  if (!isWithin(folder, file)) {
    throw new Error(
      `it imports ${file}, which does not lie beneath ${relative(dirname(folder), folder)}`,
    );
  }
  return file;
}

async function readPrint(files: readonly string[]): Promise<string> {
  const states = await Promise.all(files.map(async (file) => [file, (await stat(file)).mtimeMs]));
  return JSON.stringify(states);
}

/** Whether a function's files are as they were when it was prepared. */
export async function isAsPrepared({ print }: Prepared): Promise<boolean> {
  const files: [string, number][] = JSON.parse(print);
  return print === (await readPrint(files.map(([file]) => file)).catch(() => ''));
}

function runDeno({ program, cache }: PrepareOptions['deno'], args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      // As the registry of packages is reached from here, by what the machine says of it.
      env: {
        DENO_TLS_CA_STORE: 'mozilla,system',
        ...process.env,
        DENO_DIR: cache,
        NO_COLOR: '1',
        DENO_NO_UPDATE_CHECK: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: prepareTimeoutMs,
    });
    let said = '';
    let complained = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(0, mostOutput);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complained = `${complained}${text}`.slice(-mostOutput);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) {
        resolve(said);
      } else {
        reject(new Error(toOneLine(complained.split('error: ').at(-1) ?? '')));
      }
    });
  });
}

function toOneLine(text: string): string {
  return text
    .trim()
    .split('\n')
    .slice(0, 2)
    .map((line) => line.trim())
    .join(' ')
    .slice(0, 500);
}
