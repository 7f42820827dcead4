import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findStaticFile } from './static-files.ts';

let root: string;
let folder: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'muster-static-'));
  folder = join(root, 'client');
  await mkdir(join(folder, 'assets', 'folder.js'), { recursive: true });
  await mkdir(join(root, 'client-of-another'));
  const files = {
    'client/assets/app.js': 'plain',
    'client/assets/app.js.br': 'brotli',
    'client/assets/app.js.gz': 'gzip!',
    'client/assets/small.css': 'styles',
    'client/assets/zipped.svg': 'picture',
    'client/assets/zipped.svg.gz': 'gzip',
    'client/robots.txt': 'robots',
    'client/page.html': 'page',
    'client/with space.txt': 'space',
    'secret.txt': 'secret',
    'client-of-another/secret.txt': 'secret',
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(root, name), text);
  }
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function ask(path: string, accepted = '', method = 'GET') {
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { 'accept-encoding': accepted },
  });
  const answer = await findStaticFile(folder, request);
  return answer === null ? null : { headers: answer.headers, text: await answer.text() };
}

describe('a file of the build', () => {
  it.each([
    ['br, gzip', 'brotli', 'br'],
    ['gzip, br', 'brotli', 'br'],
    ['gzip', 'gzip!', 'gzip'],
    ['deflate', 'plain', null],
    ['brotli, gzipped', 'plain', null],
    ['', 'plain', null],
  ])('comes in the best form that is taken: %j', async (accepted, text, coding) => {
    const answer = await ask('/assets/app.js', accepted);
    expect(answer?.text).toBe(text);
    expect(Object.fromEntries(answer?.headers ?? [])).toEqual({
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(text.length),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      ...(coding === null ? {} : { 'content-encoding': coding }),
    });
  });

  it.each([
    ['/assets/small.css', 'br, gzip', 'styles', 'text/css; charset=utf-8'],
    ['/assets/zipped.svg', 'br', 'picture', 'image/svg+xml'],
    ['/assets/zipped.svg', 'br, gzip', 'gzip', 'image/svg+xml'],
  ])(
    'comes as it is where it is in no form that is taken: %s by %s',
    async (path, accepted, text, type) => {
      const answer = await ask(path, accepted);
      expect([answer?.text, answer?.headers.get('content-type')]).toEqual([text, type]);
    },
  );

  it('may be another in an hour where its name does not change with it', async () => {
    const answer = await ask('/robots.txt');
    expect(answer?.headers.get('cache-control')).toBe('public, max-age=3600');
  });

  it('shows its head to who asks for no more', async () => {
    const answer = await ask('/assets/app.js', 'gzip', 'HEAD');
    expect([answer?.text, answer?.headers.get('content-length')]).toEqual(['', '5']);
  });

  it('is found by its name as addresses write it', async () => {
    expect((await ask('/with%20space.txt'))?.text).toBe('space');
  });

  it.each([
    ['what is not there', '/assets/none.js'],
    ['a folder, whatever it is called', '/assets/folder.js'],
    ['what is of no kind that is sent', '/page.html'],
    ['what has no ending', '/assets'],
    ['what is beside the build', '/..%2fsecret.txt'],
    ['what is beside it by a longer way', '/assets/..%2f..%2fsecret.txt'],
    ['what is beside it in a folder whose name begins so', '/..%2fclient-of-another%2fsecret.txt'],
    ['what no name can be', '/%E0%A4%A.txt'],
    ['what has a NUL', '/robots.txt%00.js'],
  ])('is not %s', async (_what, path) => {
    expect(await ask(path)).toBeNull();
  });
});
