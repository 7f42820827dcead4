import { existsSync } from 'node:fs';
import { run } from './run.ts';

const apt = (...args: string[]) =>
  run('apt-get', [...args, '-qq'], { env: { DEBIAN_FRONTEND: 'noninteractive' }, quiet: true });

/** Debian's lists, asked for once. */
let updated: Promise<unknown> | undefined;

/** Installs the first of these packages that Debian has, where we are root on a Debian; else does nothing. One at a time. */
export async function installFromDebian(why: string, packages: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    return;
  }
  console.log(`Installing Debian's ${packages.join(' or ')} for ${why} ...`);
  updated ??= apt('update');
  await updated;
  for (const name of packages) {
    const { code, output } = await apt('install', '-y', name);
    if (code === 0) {
      return;
    }
    console.log(output);
  }
}
