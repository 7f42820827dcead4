import { execFileSync } from 'node:child_process';

/** Runs a command with a disk of so many bytes of its own mounted on a directory, in a namespace that dies with it. */
export const onSmallDisk = (directory: string, size: number): string[] => [
  ...['unshare', '--map-root-user', '--mount', 'sh', '-c'],
  ...[`mount -t tmpfs -o size=${size} tmpfs "$0" && exec "$@"`, directory],
];

/** Why there can be no small disk here; null where there can. */
export function findSmallDiskHindrance(): string | null {
  if (process.platform !== 'linux') {
    return 'only Linux mounts a disk for one process';
  }
  try {
    const [command = '', ...args] = onSmallDisk('/mnt', 2 ** 20);
    execFileSync(command, [...args, 'true'], { stdio: ['ignore', 'ignore', 'pipe'] });
    return null;
  } catch (error) {
    return `no disk can be mounted in a namespace here: ${String(error)}`;
  }
}
