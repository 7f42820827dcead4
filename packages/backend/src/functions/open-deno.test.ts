import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DenoError, denoVersion, isDenoThere, openDeno } from './open-deno.ts';

let folder = '';
let registry: Server;
let address = '';
/** What it answers with; null: that there is no such package. */
let tarball: Buffer | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-deno-'));
  registry = createServer((asked, answered) => {
    const name = decodeURIComponent(asked.url?.slice(1) ?? '');
    if (tarball === null) {
      answered.writeHead(404).end();
    } else if (name.endsWith('.tgz')) {
      answered.end(tarball);
    } else {
      const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
      const dist = { tarball: `${address}/deno.tgz`, integrity };
      const versions = { [denoVersion]: { name, version: denoVersion, dist } };
      answered.end(JSON.stringify({ name, versions, 'dist-tags': { latest: denoVersion } }));
    }
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
  vi.stubEnv('npm_config_registry', address);
  vi.stubEnv('npm_config_cache', join(folder, 'cache'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  registry.closeAllConnections();
  registry.close();
  await rm(folder, { recursive: true, force: true });
});

async function pack(name: string): Promise<Buffer> {
  await mkdir(join(folder, 'package'));
  const manifest = { name, version: denoVersion };
  await writeFile(join(folder, 'package', 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'package', 'deno'), 'another program');
  execFileSync('tar', ['czf', 'deno.tgz', 'package'], { cwd: folder });
  return readFile(join(folder, 'deno.tgz'));
}

it('another program under the name that it has is refused, and nothing of it is left', async () => {
  tarball = await pack('@deno/linux-x64-glibc');
  const directory = join(folder, 'kept');
  await expect(openDeno({ directory, platform: 'linux-x64' })).rejects.toThrow(
    `Deno ${denoVersion} could not be fetched: @deno/linux-x64-glibc is not the one that is known`,
  );
  expect(await readdir(directory)).toEqual([]);
});

it('a registry that does not have it is said in a line', async () => {
  tarball = null;
  const directory = join(folder, 'kept');
  const said: string[] = [];
  const onProgress = (line: string) => said.push(line);
  const failed = await openDeno({ directory, platform: 'linux-x64', onProgress }).catch(
    (error: Error) => error,
  );
  expect(failed).toBeInstanceOf(DenoError);
  expect(String(failed)).toMatch(/Deno 2\.9\.6 could not be fetched: .*404/);
  expect(await readdir(directory)).toEqual([]);
  expect(said).toEqual(['Fetching Deno 2.9.6 for the functions ...']);
});

it.each([
  ['linux-x64', 'linux-x64-glibc'],
  ['linux-arm64', 'linux-arm64-glibc'],
  ['darwin-x64', 'darwin-x64'],
  ['darwin-arm64', 'darwin-arm64'],
])(
  'what is there already for %s is not fetched, and that it is can be asked',
  async (platform, name) => {
    tarball = null;
    const directory = join(folder, 'kept');
    const asked = { directory, platform };
    expect(await isDenoThere(asked)).toBe(false);
    const home = join(directory, 'deno-2.9.6', 'node_modules', '@deno', name);
    await mkdir(home, { recursive: true });
    await writeFile(join(home, 'deno'), '');
    expect(await isDenoThere(asked)).toBe(true);
    const another = platform === 'linux-arm64' ? 'linux-x64' : 'linux-arm64';
    expect(await isDenoThere({ directory, platform: another })).toBe(false);
    const said: string[] = [];
    const onProgress = (line: string) => said.push(line);
    expect(await openDeno({ ...asked, onProgress })).toBe(join(home, 'deno'));
    expect(said).toEqual([]);
  },
);

it('elsewhere there is none', async () => {
  await expect(openDeno({ directory: folder, platform: 'linux-riscv64' })).rejects.toThrow(
    'Functions run on linux-x64, linux-arm64, darwin-x64, darwin-arm64; this is linux-riscv64.',
  );
});
