import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const kibibyte = 1024;
const run = promisify(execFile);

/** The memory that a process has in use, in bytes; null where it is gone. */
export async function readResidentBytes(pid: number): Promise<number | null> {
  const text = await (process.platform === 'linux' ? readStatus(pid) : askPs(pid)).catch(() => '');
  const [digits] = /\d+/.exec(text) ?? [];
  return digits === undefined ? null : Number(digits) * kibibyte;
}

async function readStatus(pid: number): Promise<string> {
  const [line = ''] = /^VmRSS:.*$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return line;
}

async function askPs(pid: number): Promise<string> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)], { timeout: 2_000 });
  return stdout;
}
