import { spawn } from 'node:child_process';
import { access, chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The Deno that runs functions; exactly this one. */
export const denoVersion = '2.9.6';

const installTimeoutMs = 180_000;

/** The registry's packages that hold nothing but the program, and what they must be. */
const packages: Readonly<Record<string, { name: string; integrity: string }>> = {
  'linux-x64': {
    name: '@deno/linux-x64-glibc',
    integrity:
      'sha512-3md4TKLCuzsLDmfOoC5KN7NAZaxSVkMgm64vg6foD00JBADCpYS2/5QqXfzgnP5ZQz3iLP9vBQJtEgc116OAoQ==',
  },
  'linux-arm64': {
    name: '@deno/linux-arm64-glibc',
    integrity:
      'sha512-poqhoH9B3nYloigEMPT5t8HY+wBeiuea1An5Q7fqgJzP0SYmWsoS/oUnWO/pEiA4ofzIBy1Elt/in58xKtxEoQ==',
  },
  'darwin-x64': {
    name: '@deno/darwin-x64',
    integrity:
      'sha512-tPi3CWPRdjW1MaWlvWjORE7Ass5SADdWdj1BF1Q1PEdzi+5u/mC5YhmZzniMiPr81PpaFeqjXaLAsfb8lFsZ0Q==',
  },
  'darwin-arm64': {
    name: '@deno/darwin-arm64',
    integrity:
      'sha512-V8uO1Aolrl/yvdMb5lOtgtigs8YuZBjrOrgviVMiYkQ0swymFfzkae1wZak4Xi24t7vf7d/eiMb/7ryjjVm+tg==',
  },
};

/** There is no Deno to run functions on; one line. */
export class DenoError extends Error {}

interface OpenDenoOptions {
  /** Where it is kept, for whoever needs it next. */
  directory: string;
  onProgress?: (line: string) => void;
  platform?: string;
}

/**
 * Deno's program, which is not there before it was fetched.
 * @throws DenoError where there is none for this machine.
 */
function locateDeno({ directory, platform }: OpenDenoOptions) {
  const here = platform ?? `${process.platform}-${process.arch}`;
  const wanted = packages[here];
  if (wanted === undefined) {
    throw new DenoError(`Functions run on ${Object.keys(packages).join(', ')}; this is ${here}.`);
  }
  const home = join(directory, `deno-${denoVersion}`);
  return { wanted, home, program: join(home, 'node_modules', wanted.name, 'deno') };
}

/**
 * Whether Deno's program is there already.
 * @throws DenoError where there is none for this machine.
 */
export function isDenoThere(options: OpenDenoOptions): Promise<boolean> {
  return isThere(locateDeno(options).program);
}

/** Resolves to Deno's program, fetched by npm where it is not there yet: 92 MB that only functions need. */
export async function openDeno(options: OpenDenoOptions): Promise<string> {
  const { directory, onProgress = () => undefined } = options;
  const { wanted, home, program } = locateDeno(options);
  if (!(await isThere(program))) {
    onProgress(`Fetching Deno ${denoVersion} for the functions ...`);
    await fetchDeno(wanted, directory, home);
  }
  return program;
}

async function fetchDeno(
  { name, integrity }: { name: string; integrity: string },
  directory: string,
  home: string,
): Promise<void> {
  await mkdir(directory, { recursive: true });
  const fresh = await mkdtemp(join(directory, 'fetching-'));
  try {
    await writeFile(join(fresh, 'package.json'), '{"private":true}\n');
    await runNpm(fresh, [
      'install',
      '--ignore-scripts',
      '--no-fund',
      '--no-audit',
      `${name}@${denoVersion}`,
    ]);
    await requireIntegrity(fresh, name, integrity);
    await chmod(join(fresh, 'node_modules', name, 'deno'), 0o755);
    // Another process may have been faster.
    await rename(fresh, home).catch(async (error: unknown) => {
      if (!(await isThere(join(home, 'node_modules', name, 'deno')))) {
        throw error;
      }
    });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new DenoError(`Deno ${denoVersion} could not be fetched: ${reason}`);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** npm has compared what it got with what the registry said; this compares that with what we know. */
async function requireIntegrity(home: string, name: string, wanted: string): Promise<void> {
  const lock: unknown = JSON.parse(
    await readFile(join(home, 'node_modules', '.package-lock.json'), 'utf8'),
  );
  if (!JSON.stringify(lock).includes(JSON.stringify(wanted))) {
    throw new Error(`${name} is not the one that is known`);
  }
}

function runNpm(cwd: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', [...args, '--loglevel=error', '--prefix', cwd], {
      cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: installTimeoutMs,
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(0, 2_000);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      const [line] = said.split('\n').filter((text) => text.startsWith('npm error '));
      if (code === 0) {
        resolve();
      } else {
        reject(new Error(line?.replace('npm error ', '') ?? `npm ended by ${code ?? 'a signal'}`));
      }
    });
  });
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
