// Plain JavaScript that Node 20 understands: it brings the pinned Node and the packages, and runs things by them.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { supervise } from './supervise.js';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const installed = join(root, 'node_modules', '.muster-lock');
const pinnedNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);
const cli = 'packages/server/src/cli.ts';
const servers = ['start', 'dev', 'backend'];

/** Ends the launcher with one line that says what is wrong and what to do. */
function stop(message) {
  console.error(`muster: ${message}`);
  process.exit(1);
}

function requireNode20() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    stop(`Node ${process.versions.node} is too old; install Node 20 or newer and run this again.`);
  }
}

function hashOfLock() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/** Installs the locked packages when they are not the ones in node_modules. */
export function ensureInstalled() {
  requireNode20();
  const wanted = hashOfLock();
  const present = existsSync(installed) ? readFileSync(installed, 'utf8') : '';
  if (present !== wanted) {
    console.log('Installing packages (the first time takes a minute) ...');
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const install = spawnSync(npm, ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
      // The test suite calls this too: what was asked of the outer npm is not meant for this one.
      env: { ...process.env, npm_config_ignore_scripts: 'false', npm_config_omit: '' },
    });
    if (install.status !== 0) {
      stop('the packages could not be installed; npm says why above.');
    }
    writeFileSync(installed, wanted);
  }
  if (!existsSync(pinnedNode)) {
    stop('the pinned Node is missing (were install scripts off?); run: npm rebuild node');
  }
}

/**
 * V8 keeps what a rush has once needed for as long as nothing presses it, and glibc an arena for each
 * thread: with the usual settings a server of 80 MB rests at 600. What the environment says counts more.
 */
const thriftyFlags = ['--max-semi-space-size=8', '--heap-growing-percent=50', '--expose-gc'];
const thriftyEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** Starts a file with the pinned Node. */
function startPinned(file, args, { environment = {}, stdio = 'inherit' } = {}) {
  return spawn(pinnedNode, [...thriftyFlags, join(root, file), ...args], {
    cwd: process.cwd(),
    stdio,
    env: {
      ...thriftyEnvironment,
      ...process.env,
      ...environment,
      PATH: `${dirname(pinnedNode)}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
    },
  });
}

/** Runs a file with the pinned Node, hands signals on, and ends with its exit code. */
export function runPinned(file, args) {
  const child = startPinned(file, args);
  // Ctrl-C reaches the child by itself, as it is in the same group; we only wait for it.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

/** Runs a word of the `muster` command, and ends with its exit code; those that serve are kept alive. */
export async function runMuster(args) {
  if (!servers.includes(args[0])) {
    runPinned(cli, args);
    return;
  }
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  process.exit(await supervise((environment) => startPinned(cli, args, { environment, stdio })));
}
