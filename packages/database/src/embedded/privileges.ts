import { type Command, runCommand } from './run-command.ts';

/**
 * As whom PostgreSQL runs, since it refuses root:
 * `own`: as ourselves, who are not root;
 * `namespace`: root without root's powers, in a user namespace where it goes by the name of nobody;
 * `other-user`: nobody itself, who must then be able to reach programs and data.
 */
export type Privileges = 'own' | 'namespace' | 'other-user';

/** Debian's, Fedora's and Alpine's `nobody`. initdb wants a user that has a name. */
const nobody = 65_534;

const probeTimeoutMs = 10_000;
const namespace = ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--'];

let probe: Promise<Privileges> | undefined;

/** Tries once in a process's life whether user namespaces work here; Docker, as a rule, forbids them. */
export function choosePrivileges(): Promise<Privileges> {
  probe ??= probePrivileges();
  return probe;
}

async function probePrivileges(): Promise<Privileges> {
  if (process.getuid?.() !== 0) {
    return 'own';
  }
  const outcome = await runCommand(
    { file: 'unshare', args: [...namespace, 'id', '-u'] },
    probeTimeoutMs,
  ).catch(() => undefined);
  return outcome?.stdout.trim() === String(nobody) ? 'namespace' : 'other-user';
}

/** Who owns the files that PostgreSQL works on, as the file system sees it; undefined to leave them. */
export function getOwner(privileges: Privileges): number | undefined {
  if (privileges === 'own') {
    return undefined;
  }
  return privileges === 'namespace' ? 0 : nobody;
}

/** The command, run with these privileges. Its process id is the program's own in all three ways. */
export function toCommand(privileges: Privileges, file: string, args: readonly string[]): Command {
  if (privileges === 'namespace') {
    return { file: 'unshare', args: [...namespace, file, ...args] };
  }
  return privileges === 'other-user' ? { file, args, uid: nobody, gid: nobody } : { file, args };
}

/** Whether PostgreSQL's user can enter a directory; asked of the system, since modes are not all that counts. */
export async function canReach(privileges: Privileges, path: string): Promise<boolean> {
  if (privileges !== 'other-user') {
    return true;
  }
  const command = toCommand(privileges, '/bin/sh', ['-c', 'test -x "$1"', 'sh', path]);
  const outcome = await runCommand(command, probeTimeoutMs);
  return outcome.code === 0;
}
