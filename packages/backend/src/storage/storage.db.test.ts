import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signAccessToken } from '../auth/access-token.ts';
import { storageLimits } from './limits.ts';
import { createStorageWorld, type StorageWorld } from './testing/storage-world.ts';

let storage: StorageWorld;

beforeAll(async () => {
  storage = await createStorageWorld();
});

afterAll(async () => {
  expect(storage.errors).toEqual([]);
  await storage[Symbol.asyncDispose]();
});

test.each([
  ['is not allowed there', 'anon', 'pictures', 4_000_000],
  ['is too large', 'service', 'slight', 4_000_000],
] as const)(
  'an upload that %s is told so by a connection that goes on',
  async (_what, who, bucket, size) => {
    await storage.storage('service').createBucket('slight', { public: false, fileSizeLimit: 100 });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();
    const ask = async (method: string, path: string, body: Buffer) => {
      const asked = request(`${storage.url}/storage/v1/${path}`, {
        ...{ method, agent },
        headers: { authorization: `Bearer ${storage.token(who)}` },
      }).end(body);
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      ports.add(answer.socket.localPort);
      await text(answer);
      return answer.statusCode;
    };
    expect(await ask('POST', `object/${bucket}/large`, Buffer.alloc(size))).toBe(400);
    // Longer than a listener waits for what nobody reads.
    await setTimeout(700);
    expect(await ask('GET', 'status', Buffer.alloc(0))).toBe(200);
    expect(ports.size).toBe(1);
    agent.destroy();
  },
);

const toBytes = async (blob: Blob | null) => Buffer.from(await (blob ?? new Blob()).arrayBuffer());

describe('buckets', () => {
  test('are made, shown, changed, emptied and deleted by the operator', async () => {
    const service = storage.storage('service');
    const id = `bucket-${randomUUID()}`;
    const made = await service.createBucket(id, { public: false, fileSizeLimit: '20mb' });
    expect(made).toEqual({ data: { name: id }, error: null });
    expect((await service.createBucket(id)).error).toMatchObject({
      status: 400,
      statusCode: '409',
      message: 'The resource already exists',
    });

    const shown = await service.getBucket(id);
    expect(shown.data).toMatchObject({
      ...{ id, name: id, public: false },
      ...{ file_size_limit: 20_000_000, allowed_mime_types: null },
    });
    const changed = await service.updateBucket(id, {
      public: true,
      fileSizeLimit: null,
      allowedMimeTypes: ['image/*'],
    });
    expect(changed.data).toEqual({ message: 'Successfully updated' });
    expect((await service.getBucket(id)).data).toMatchObject({
      public: true,
      file_size_limit: null,
      allowed_mime_types: ['image/*'],
    });
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'PUT', body: '{}', headers };
    const nothing = await storage.send('service', `bucket/${id}`, init);
    expect(await nothing.json()).toMatchObject({
      message: "body must have required property 'public'",
    });
    const listed = await service.listBuckets({ search: id });
    expect(listed.data?.map((bucket) => bucket.id)).toEqual([id]);

    await service.updateBucket(id, { public: true, allowedMimeTypes: null });
    await service.from(id).upload('a.txt', 'a');
    expect((await service.deleteBucket(id)).error).toMatchObject({
      statusCode: '409',
      message: 'The bucket you tried to delete is not empty',
    });
    expect((await service.emptyBucket(id)).error).toBeNull();
    expect((await service.deleteBucket(id)).data).toEqual({ message: 'Successfully deleted' });
    expect((await service.getBucket(id)).error).toMatchObject({
      statusCode: '404',
      message: 'Bucket not found',
    });
  });

  test.each([
    [
      'filled in the meantime',
      `insert into storage.objects (bucket_id, name) values (old.id, 'late'); return old;`,
      { statusCode: '409', message: 'The bucket you tried to delete is not empty' },
    ],
    [
      'kept by a trigger',
      `raise 'It is kept'; return old;`,
      { statusCode: '400', message: 'It is kept' },
    ],
  ])('that are %s stay, and why is said', async (id, body, told) => {
    const service = storage.storage('service');
    await service.createBucket(id);
    const { database } = storage.world;
    await database.query(`
      create function public.hinder() returns trigger language plpgsql as $$ begin ${body} end $$;
      create trigger hinder before delete on storage.buckets for each row execute function public.hinder();`);
    const { error } = await service.deleteBucket(id);
    await database.query('drop function public.hinder cascade');
    expect(error).toMatchObject(told);
    expect((await service.deleteBucket(id)).error).toBeNull();
  });

  test.each([
    ['a slash', 'a/b'],
    ['a space before it', ' a'],
    ['nothing', ''],
    ['101 characters', 'a'.repeat(101)],
    ['another alphabet', 'ääkköset'],
  ])('are not made with a name of %s', async (_what, name) => {
    const { error } = await storage.storage('service').createBucket(name);
    expect(error).toMatchObject({ status: 400, statusCode: '400' });
  });

  test('take a name of 100 characters', async () => {
    const name = `${'b'.repeat(99)}!`;
    expect((await storage.storage('service').createBucket(name)).error).toBeNull();
  });

  test.each(['anon', 'ann'] as const)('are nobody else’s: not of %s', async (who) => {
    const client = storage.storage(who);
    expect((await client.createBucket('mine')).error).toMatchObject({
      statusCode: '403',
      message: 'new row violates row-level security policy',
    });
    expect((await client.listBuckets()).data).toEqual([]);
    expect((await client.getBucket('pictures')).error).toMatchObject({ statusCode: '404' });
    expect((await client.updateBucket('pictures', { public: false })).error).not.toBeNull();
    expect((await client.emptyBucket('pictures')).error).not.toBeNull();
    expect((await client.deleteBucket('papers')).error).not.toBeNull();
  });

  describe('are emptied', () => {
    const { emptiedAtOnce } = storageLimits;
    const lay = (prefix: string, count: number) =>
      storage.world.database.query(
        `insert into storage.objects (bucket_id, name) select 'full', $1 || n from generate_series(1, $2::integer) n`,
        [prefix, count],
      );
    const count = async () =>
      (await storage.world.database.query(`select from storage.objects where bucket_id = 'full'`))
        .length;
    beforeAll(async () => {
      await storage.storage('service').createBucket('full');
      await storage.world.database.query(
        `create policy "full: known" on storage.buckets for select to authenticated using (id = 'full');
         create policy "full: read" on storage.objects for select to authenticated using (bucket_id = 'full');
         create policy "full: taken away" on storage.objects for delete to authenticated
           using (bucket_id = 'full' and name like 'mine/%');`,
      );
    });

    test.each([emptiedAtOnce - 1, emptiedAtOnce, emptiedAtOnce + 1])(
      'however many there are: %i',
      async (files) => {
        await lay('some/', files);
        expect((await storage.storage('service').emptyBucket('full')).error).toBeNull();
        expect(await count()).toBe(0);
      },
    );

    test('of what one may delete, though more is seen', async () => {
      await lay('mine/', emptiedAtOnce);
      await lay('yours/', 1);
      expect((await storage.storage('ann').emptyBucket('full')).error).toBeNull();
      expect(await count()).toBe(1);
    });

    test('by nobody who may delete nothing of what they see', async () => {
      const { error } = await storage.storage('ann').emptyBucket('full');
      expect(error).toMatchObject({ statusCode: '403' });
      expect(await count()).toBe(1);
      await storage.storage('service').emptyBucket('full');
      expect((await storage.storage('ann').emptyBucket('full')).error).toBeNull();
    });
  });

  test.each([
    ['5b', 5],
    ['30KB', 30_000],
    ['1.5kb', 1_500],
    ['0.05GB', 50_000_000],
    ['1.4b', 1],
    [7, 7],
    [0, 0],
  ])('hold files of %j: %i bytes', async (fileSizeLimit, bytes) => {
    const service = storage.storage('service');
    const id = randomUUID();
    expect((await service.createBucket(id, { public: false, fileSizeLimit })).error).toBeNull();
    expect((await service.getBucket(id)).data?.file_size_limit).toBe(bytes);
  });

  test('are changed in what is named alone', async () => {
    const service = storage.storage('service');
    const id = randomUUID();
    const all = { public: true, fileSizeLimit: 10, allowedMimeTypes: ['text/plain'] };
    await service.createBucket(id, all);
    const shown = { public: true, file_size_limit: 10, allowed_mime_types: ['text/plain'] };
    expect((await service.getBucket(id)).data).toMatchObject(shown);
    const change = async (body: object) => {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'PUT', body: JSON.stringify(body), headers };
      expect((await storage.send('service', `bucket/${id}`, init)).status).toBe(200);
      return (await service.getBucket(id)).data;
    };
    expect(await change({ public: false })).toMatchObject({ ...shown, public: false });
    expect(await change({ public: true, file_size_limit: 20 })).toMatchObject({
      ...shown,
      file_size_limit: 20,
    });
    expect(await change({ file_size_limit: null })).toMatchObject({
      ...shown,
      file_size_limit: null,
    });
    expect(await change({ allowed_mime_types: null })).toMatchObject({
      ...shown,
      ...{ file_size_limit: null, allowed_mime_types: null },
    });
    expect((await service.updateBucket('none', { public: true })).error).toMatchObject({
      statusCode: '404',
    });
  });

  test.each([
    [['image/*', '*', 'text/plain; charset=utf-8', 'a.b+c/d-e'], true],
    [Array<string>(100).fill('text/plain'), true],
    [Array<string>(101).fill('text/plain'), false],
    [[`text/${'x'.repeat(195)}`], true],
    [[`text/${'x'.repeat(196)}`], false],
    [['text'], false],
    [['text/plain/more'], false],
    [['*/*'], false],
  ])('take types of files: %#', async (allowedMimeTypes, isTaken) => {
    const service = storage.storage('service');
    const id = randomUUID();
    const { error } = await service.createBucket(id, { public: false, allowedMimeTypes });
    expect(error === null).toBe(isTaken);
    expect((await service.getBucket(id)).error === null).toBe(isTaken);
  });

  test('are of one kind', async () => {
    const create = async (type: string) => {
      const body = JSON.stringify({ name: `of ${type}`, type });
      const headers = { 'content-type': 'application/json' };
      const answer = await storage.send('service', 'bucket', { method: 'POST', body, headers });
      return (await answer.json()).message;
    };
    expect(await create('STANDARD')).toBeUndefined();
    expect(await create('ANALYTICS')).toBe('body/type must be STANDARD');
  });

  test('are shown by when they were made, or as one asks, some at a time', async () => {
    const service = storage.storage('service');
    for (const name of ['shown-b', 'shown-A', 'shown-c']) {
      await service.createBucket(name);
    }
    await service.updateBucket('shown-b', { public: true });
    const list = async (options: object) => {
      const { data, error } = await service.listBuckets({ search: 'SHOWN-', ...options });
      return error === null ? data.map(({ id }) => id.slice('shown-'.length)).join('') : 'refused';
    };
    expect(await list({})).toBe('bAc');
    expect(await list({ sortOrder: 'desc' })).toBe('cAb');
    expect(await list({ sortColumn: 'updated_at', sortOrder: 'asc' })).toBe('Acb');
    expect(await list({ sortColumn: 'id', sortOrder: 'desc' })).toBe('cbA');
    expect(await list({ limit: 2 })).toBe('bA');
    expect(await list({ limit: 2, offset: 1 })).toBe('Ac');
    expect(await list({ limit: 1, offset: 100_000 })).toBe('');
    const ask = async (query: string) => (await storage.send('service', `bucket?${query}`)).status;
    expect(await ask('limit=100000&offset=0')).toBe(200);
    for (const query of [
      ...['limit=0', 'limit=100001', 'limit=1.5', 'limit=x', 'offset=-1', 'offset=100001'],
      ...['sortColumn=owner', 'sortOrder=up'],
    ]) {
      expect([query, await ask(query)]).toEqual([query, 400]);
    }
  });

  test('have no limit above the service’s own', async () => {
    const service = storage.storage('service');
    const most = 50 * 1024 * 1024;
    for (const [fileSizeLimit, isTaken] of [
      [most, true],
      [most + 1, false],
      ['20 apples', false],
      [-1, false],
    ] as const) {
      const { error } = await service.createBucket(randomUUID(), { public: false, fileSizeLimit });
      expect([fileSizeLimit, error === null]).toEqual([fileSizeLimit, isTaken]);
    }
  });
});

describe('a file', () => {
  const sizes = { empty: 0, 'of one byte': 1, 'of a piece': 262_144, 'of a few pieces': 700_001 };
  test.each(Object.entries(sizes))('%s comes back as it was sent', async (_what, size) => {
    const service = storage.storage('service');
    const bytes = randomBytes(size);
    const path = `sizes/${size}.bin`;
    const sent = await service
      .from('pictures')
      .upload(path, bytes, { contentType: 'application/x-thing', cacheControl: '7' });
    expect(sent.error).toBeNull();
    expect(sent.data).toMatchObject({ path, fullPath: `pictures/${path}` });

    const { data } = await service.from('pictures').download(path);
    expect((await toBytes(data)).equals(bytes)).toBe(true);

    const answer = await fetch(service.from('pictures').getPublicUrl(path).data.publicUrl);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/x-thing',
      'content-length': String(size),
      'cache-control': 'max-age=7',
      'content-disposition': 'attachment;',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    expect((await toBytes(await answer.blob())).equals(bytes)).toBe(true);
  });

  test('may come as a form, whatever pieces it comes in', async () => {
    const service = storage.storage('service').from('pictures');
    const bytes = randomBytes(300_000);
    const sent = await service.upload('form.bin', new Blob([bytes], { type: 'image/x-odd' }), {
      metadata: { taken: 'outside' },
      cacheControl: '60',
    });
    expect(sent.error).toBeNull();
    const { data } = await service.download('form.bin');
    expect((await toBytes(data)).equals(bytes)).toBe(true);
    expect((await service.info('form.bin')).data).toMatchObject({
      size: bytes.length,
      contentType: 'image/x-odd',
      cacheControl: 'max-age=60',
      metadata: { taken: 'outside' },
    });
  });

  test('is not there twice unless it may take the other’s place', async () => {
    const files = storage.storage('service').from('pictures');
    const first = await files.upload('twice.txt', 'one');
    const again = await files.upload('twice.txt', 'two');
    expect(again.error).toMatchObject({
      status: 400,
      statusCode: '409',
      message: 'The resource already exists',
    });
    expect(await (await files.download('twice.txt')).data?.text()).toBe('one');
    const over = await files.upload('twice.txt', 'three', { upsert: true });
    expect(over.data?.id).toBe(first.data?.id);
    expect(await (await files.download('twice.txt')).data?.text()).toBe('three');
    expect((await files.update('twice.txt', 'four')).data?.id).toBe(first.data?.id);
    expect(await (await files.download('twice.txt')).data?.text()).toBe('four');
  });

  test('of a page is handed out as text, to be saved', async () => {
    const files = storage.storage('service').from('pictures');
    await files.upload('page.html', '<script>1</script>', { contentType: 'text/html' });
    const answer = await fetch(
      files.getPublicUrl('page.html', { download: 'Näin "se".html' }).data.publicUrl,
    );
    expect(answer.headers.get('content-type')).toBe('text/plain');
    expect(answer.headers.get('content-disposition')).toBe(
      "attachment; filename=N%C3%A4in%20%22se%22.html; filename*=UTF-8''N%C3%A4in%20%22se%22.html",
    );
  });

  test.each(['ä.txt', 'a\u0000b', 'a#b', 'a'.repeat(1025), '[x]'])(
    'is not stored under the name %j',
    async (name) => {
      const path = `object/pictures/${encodeURIComponent(name)}`;
      const answer = await storage.send('service', path, { method: 'POST', body: 'x' });
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { statusCode: '400', code: 'InvalidKey' },
      ]);
    },
  );

  test('has a name of 1,024 characters at most', async () => {
    const name = `${'n/'.repeat(511)}nn`;
    const { error } = await storage.storage('service').from('pictures').upload(name, 'x');
    expect([name.length, error]).toEqual([1024, null]);
  });

  test('that is not there is said not to be', async () => {
    const files = storage.storage('service').from('pictures');
    expect((await files.download('none')).error).toMatchObject({ status: 400 });
    expect((await files.exists('none')).data).toBe(false);
    expect((await files.info('none')).error).toMatchObject({
      status: 400,
      statusCode: '404',
      code: 'NoSuchKey',
      message: 'Object not found',
    });
    const bucket = storage.storage('service').from('no-bucket');
    expect((await bucket.upload('a', 'a')).error).toMatchObject({
      statusCode: '404',
      message: 'Bucket not found',
    });
  });

  test('is one of a thousand that go, or get an address, at once', async () => {
    const files = storage.storage('service').from('pictures');
    const names = (count: number) => Array.from({ length: count }, (_, at) => `none/${at}`);
    expect((await files.remove(names(1_000))).data).toEqual([]);
    expect((await files.remove(names(1_001))).error).toMatchObject({ statusCode: '400' });
    expect((await files.createSignedUrls(names(1_000), 60)).data).toHaveLength(1_000);
    expect((await files.createSignedUrls(names(1_001), 60)).error).toMatchObject({
      statusCode: '400',
    });
    for (const [method, path, body] of [
      ['DELETE', 'object/pictures', { prefixes: [] }],
      ['POST', 'object/sign/pictures', { paths: [], expiresIn: 60 }],
    ] as const) {
      const init = { method, body: JSON.stringify(body) };
      expect([path, (await storage.send('service', path, init)).status]).toEqual([path, 400]);
    }
  });

  test('that a row names without bytes is not there', async () => {
    await storage.world.database.query(
      `insert into storage.objects (bucket_id, name) values ('pictures', 'bare')`,
    );
    const files = storage.storage('service').from('pictures');
    const answer = await fetch(files.getPublicUrl('bare').data.publicUrl);
    expect([answer.status, (await answer.json()).code]).toEqual([400, 'NoSuchKey']);
    expect((await files.copy('bare', 'bare too')).error).toMatchObject({ code: 'NoSuchKey' });
    await files.remove(['bare']);
  });

  test('goes, alone or with others', async () => {
    const files = storage.storage('service').from('pictures');
    for (const name of ['gone/1', 'gone/2', 'gone/3']) {
      await files.upload(name, name);
    }
    const removed = await files.remove(['gone/1', 'gone/2', 'gone/none']);
    expect(removed.data?.map(({ name }) => name).sort()).toEqual(['gone/1', 'gone/2']);
    const alone = await storage.send('service', 'object/pictures/gone/3', { method: 'DELETE' });
    expect([alone.status, await alone.json()]).toEqual([200, { message: 'Successfully deleted' }]);
    const again = await storage.send('service', 'object/pictures/gone/3', { method: 'DELETE' });
    expect((await again.json()).code).toBe('NoSuchKey');
    for (const name of ['gone/1', 'gone/2', 'gone/3']) {
      expect((await files.exists(name)).data).toBe(false);
    }
  });
});

describe('limits', () => {
  test('of a bucket’s size hold at the byte, with and without a length that is told', async () => {
    const service = storage.storage('service');
    await service.createBucket('small', { public: false, fileSizeLimit: 1000 });
    const stream = (size: number) => new Blob([randomBytes(size)]).stream();
    for (const [at, isTaken] of [
      [999, true],
      [1000, true],
      [1001, false],
    ] as const) {
      const files = service.from('small');
      const forms = [randomBytes(at), new Blob([randomBytes(at)]), stream(at)];
      for (const [kind, body] of forms.entries()) {
        const { error } = await files.upload(`${at}-${kind}`, body, { duplex: 'half' });
        expect([at, kind, error?.message]).toEqual([
          at,
          kind,
          isTaken ? undefined : 'The object exceeded the maximum allowed size',
        ]);
      }
    }
  });

  test('of a bucket’s types are held by what is said and by the content', async () => {
    const service = storage.storage('service');
    await service.createBucket('typed', {
      public: false,
      allowedMimeTypes: ['image/png', 'text/*'],
    });
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(40)]);
    const jpeg = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), randomBytes(40)]);
    const program = Buffer.concat([Buffer.from('MZ'), randomBytes(40)]);
    const rows: [string, Buffer, boolean][] = [
      ['image/png', png, true],
      // As on hosted Supabase: it is a picture all the same.
      ['image/png', jpeg, true],
      ['image/jpeg', jpeg, false],
      ['text/plain;charset=UTF-8', Buffer.from('words'), true],
      ['text/markdown', Buffer.from('# words'), true],
      ['image/png', Buffer.from('<svg/>'), false],
      ['image/png', program, false],
      ['text/plain', program, false],
      ['text/plain', png, false],
      ['application/json', Buffer.from('{}'), false],
    ];
    for (const [at, [contentType, body, isTaken]] of rows.entries()) {
      const { error } = await service.from('typed').upload(`${at}`, body, { contentType });
      expect([at, error?.statusCode]).toEqual([at, isTaken ? undefined : '415']);
    }
  });

  test('of what is said beside a file', async () => {
    const files = storage.storage('service').from('pictures');
    const metadata = (bytes: number) => ({ x: 'a'.repeat(bytes - '{"x":""}'.length) });
    expect((await files.upload('beside/1', 'x', { metadata: metadata(8192) })).error).toBeNull();
    expect((await files.upload('beside/2', 'x', { metadata: metadata(8193) })).error).toMatchObject(
      { statusCode: '413' },
    );
    const headers = { 'cache-control': 'max-age=1; evil\u00e9', 'content-type': 'no type' };
    const refused = await storage.send('service', 'object/pictures/beside/3', {
      ...{ method: 'POST', body: 'x', headers },
    });
    expect((await refused.json()).code).toBe('InvalidMimeType');
  });

  test('of what is asked in JSON', async () => {
    const ask = async (bytes: number) => {
      const body = '{"prefix":""}'.padEnd(bytes);
      const answer = await storage.send('service', 'object/list/pictures', {
        method: 'POST',
        body,
      });
      return [answer.status, (await answer.json()).message];
    };
    expect(await ask(2_097_152)).toEqual([200, undefined]);
    expect(await ask(2_097_153)).toEqual([400, 'The body has more than 2097152 bytes']);
    const init = { method: 'POST', body: '{' };
    const broken = await storage.send('service', 'object/list/pictures', init);
    expect((await broken.json()).message).toBe('The body is no JSON');
  });

  test('of the file that keeps an empty folder: it is empty', async () => {
    const files = storage.storage('service').from('pictures');
    const put = (body: string) => files.upload('folder/.emptyFolderPlaceholder', body);
    expect((await put('x')).error).toMatchObject({ statusCode: '413' });
    expect((await put('')).error).toBeNull();
  });

  test('of one’s uploads at a time leave room for others’', async () => {
    const begun: Promise<Response>[] = [];
    const ends: (() => void)[] = [];
    const upload = (at: number) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new Uint8Array(64));
          ends.push(() => controller.close());
        },
      });
      const init = { method: 'POST', body, duplex: 'half', headers: { 'x-upsert': 'true' } };
      return storage.send('ann', `object/papers/${storage.world.ann.userId}/${at}`, init);
    };
    for (let at = 0; at < 21; at += 1) {
      begun.push(upload(at));
    }
    // The one that is too many is answered while the others go on.
    const first = await Promise.race(begun);
    expect([first.status, (await first.json()).code]).toEqual([429, 'SlowDown']);
    expect(first.headers.get('retry-after')).toBe('1');
    const others = storage.storage('bob').from('papers');
    expect((await others.upload(`${storage.world.bob.userId}/1`, 'x')).error).toBeNull();
    for (const end of ends) {
      end();
    }
    const statuses = await Promise.all(begun.map(async (one) => (await one).status));
    expect(statuses.sort()).toEqual([...Array<number>(20).fill(200), 429]);
    const next = upload(30);
    ends.at(-1)?.();
    expect((await next).status).toBe(200);
  });
});

describe('policies', () => {
  test('let each person into their own folder, and nobody else', async () => {
    const { ann, bob } = storage.world;
    const own = storage.storage('ann').from('papers');
    const other = storage.storage('bob').from('papers');
    const path = `${ann.userId}/plan.txt`;
    expect((await own.upload(path, 'mine')).error).toBeNull();
    expect(await (await own.download(path)).data?.text()).toBe('mine');
    expect((await own.upload(path, 'mine too', { upsert: true })).error).toBeNull();

    const denied = { statusCode: '403', message: 'new row violates row-level security policy' };
    expect((await other.upload(`${ann.userId}/x`, 'x')).error).toMatchObject(denied);
    expect((await other.upload(path, 'x', { upsert: true })).error).toMatchObject(denied);
    expect((await other.update(path, 'x')).error).toMatchObject(denied);
    expect((await other.info(path)).error).toMatchObject({ statusCode: '404' });
    expect((await other.remove([path])).data).toEqual([]);
    const alone = await storage.send('bob', `object/papers/${path}`, { method: 'DELETE' });
    expect((await alone.json()).code).toBe('AccessDenied');
    expect((await storage.storage('anon').from('papers').info(path)).error).not.toBeNull();
    expect(await (await own.download(path)).data?.text()).toBe('mine too');

    const [row] = await storage.world.database.query(
      'select owner, owner_id, path_tokens from storage.objects where name = $1',
      [path],
    );
    const tokens = [ann.userId, 'plan.txt'];
    expect(row).toEqual({ owner: ann.userId, owner_id: ann.userId, path_tokens: tokens });
    expect((await other.upload(`${bob.userId}/plan.txt`, 'his')).error).toBeNull();
  });

  test('may let somebody write who reads nothing', async () => {
    const files = storage.storage('anon').from('vault');
    const sent = await files.upload('drop/1.txt', 'for you');
    expect(sent).toMatchObject({
      error: null,
      data: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
    expect((await files.info('drop/1.txt')).error).toMatchObject({ statusCode: '404' });
    expect((await files.upload('other/1.txt', 'x')).error).toMatchObject({ statusCode: '403' });
    expect((await files.upload('drop/1.txt', 'x')).error).toMatchObject({ statusCode: '409' });
    const service = storage.storage('service').from('vault');
    expect(await (await service.download('drop/1.txt')).data?.text()).toBe('for you');
  });

  test('see what is asked and what comes in', async () => {
    const { database } = storage.world;
    await database.query(`
      insert into storage.buckets (id, name) values ('asked', 'asked');
      create policy "small texts" on storage.objects for insert to anon with check (bucket_id = 'asked'
        and storage.allow_only_operation('object.upload') and metadata ->> 'mimetype' = 'text/plain'
        and coalesce((metadata ->> 'size')::int, 0) < 10 and user_metadata ->> 'why' = 'test');`);
    const files = storage.storage('anon').from('asked');
    const plain = { contentType: 'text/plain', metadata: { why: 'test' } };
    expect((await files.upload('a', 'short', plain)).error).toBeNull();
    // Its size is known only once it is there: the policy is asked again then, and nothing is left.
    expect((await files.upload('b', 'longer than ten', plain)).error).toMatchObject({
      statusCode: '403',
    });
    expect((await files.upload('c', 'short', { contentType: 'text/plain' })).error).not.toBeNull();
    expect((await files.update('d', 'short', plain)).error).not.toBeNull();
    const [{ left } = { left: null }] = await database.query<{ left: number }>(
      'select count(*)::integer as left from private.stored_bytes where named_at is null',
    );
    expect(left).toBe(0);
  });
});

test('a policy’s function finds what storage and the league have without saying where', async () => {
  const { database } = storage.world;
  await database.query(`
    insert into storage.buckets (id, name) values ('worded', 'worded');
    create table public.open_folders (name text);
    insert into public.open_folders values ('open');
    create function public.is_open(path text) returns boolean language plpgsql stable security definer as $$
      begin return exists (select from open_folders o where o.name = (foldername(path))[1]); end $$;
    create policy "open folders" on storage.objects for insert to anon
      with check (bucket_id = 'worded' and public.is_open(name));`);
  const files = storage.storage('anon').from('worded');
  expect((await files.upload('open/a', 'x')).error).toBeNull();
  expect((await files.upload('shut/a', 'x')).error).toMatchObject({ statusCode: '403' });
});

test('a bucket takes no more than the service, whatever is written down of it', async () => {
  await using own = await createStorageWorld({ objectBytes: 10 });
  await own.world.database.query(
    `update storage.buckets set file_size_limit = case id when 'vault' then 20 when 'papers' then 5 end`,
  );
  const takes = async (bucket: string, bytes: number) => {
    const files = own.storage('service').from(bucket);
    return (await files.upload('a', new Uint8Array(bytes), { upsert: true })).error === null;
  };
  // What is less counts, and where nothing is written down the service's own.
  expect([await takes('vault', 10), await takes('vault', 11)]).toEqual([true, false]);
  expect([await takes('papers', 5), await takes('papers', 6)]).toEqual([true, false]);
  expect([await takes('pictures', 10), await takes('pictures', 11)]).toEqual([true, false]);
});

describe('who asks', () => {
  test('is said by a token that is ours and good', async () => {
    const path = 'object/papers/x';
    const refused = async (headers: Record<string, string>) => {
      const answer = await storage.send('nobody', path, { method: 'POST', body: 'x', headers });
      return [answer.status, await answer.json()];
    };
    const toBody = (message: string) => [
      400,
      { statusCode: '403', code: 'AccessDenied', error: 'Unauthorized', message },
    ];
    // The official client says what `msg` says, Supabase's service has it in the message.
    expect(await refused({})).toMatchObject([
      400,
      {
        ...{ statusCode: '400', error: 'Error', msg: 'Invalid Compact JWS' },
        message: "headers must have required property 'authorization'",
      },
    ]);
    expect(await refused({ authorization: 'Bearer ' })).toEqual(toBody('Invalid Compact JWS'));
    expect(await refused({ authorization: 'Bearer nonsense' })).toEqual(
      toBody('Invalid Compact JWS'),
    );
    const token = storage.token('ann');
    expect(await refused({ authorization: `Bearer ${token.slice(0, -4)}AAAA` })).toEqual(
      toBody('signature verification failed'),
    );
    const sign = (claims: object) =>
      signAccessToken(storage.world.keys, { role: 'authenticated', exp: 4_000_000_000, ...claims });
    expect(await refused({ authorization: `Bearer ${await sign({ exp: 1 })}` })).toEqual(
      toBody('"exp" claim timestamp check failed'),
    );
    expect(await refused({ authorization: `Bearer ${await sign({ role: 'postgres' })}` })).toEqual(
      toBody('permission denied to set role "postgres"'),
    );
    const ended = await sign({ sub: storage.world.ann.userId, session_id: randomUUID() });
    expect((await refused({ authorization: `Bearer ${ended}` }))[1]).toMatchObject({
      ...{ statusCode: '403', code: 'AccessDenied' },
    });
  });

  test('by a token that is over is nobody where nobody is enough', async () => {
    await storage.storage('service').from('pictures').upload('over.txt', 'open');
    const over = await signAccessToken(storage.world.keys, { role: 'authenticated', exp: 1 });
    const ask = async (path: string) => {
      const headers = { authorization: `Bearer ${over}` };
      const answer = await storage.send('nobody', path, { headers });
      return answer.ok ? answer.text() : (await answer.json()).code;
    };
    expect(await ask('object/pictures/over.txt')).toBe('open');
    expect(await ask('object/authenticated/pictures/over.txt')).toBe('AccessDenied');
    expect(await ask('object/papers/over.txt')).toBe('NoSuchBucket');
  });

  test('may be nobody where a bucket is public', async () => {
    await storage.storage('service').from('pictures').upload('open.txt', 'open');
    await storage.storage('service').from('papers').upload('closed.txt', 'closed');
    for (const path of ['object/public/pictures/open.txt', 'object/pictures/open.txt']) {
      expect(await (await storage.send('nobody', path)).text()).toBe('open');
    }
    for (const path of ['object/public/papers/closed.txt', 'object/papers/closed.txt']) {
      const answer = await storage.send('nobody', path);
      expect([answer.status, (await answer.json()).code]).toEqual([400, 'NoSuchBucket']);
    }
  });

  test('may ask whether the service is there', async () => {
    expect((await storage.send('nobody', 'status')).status).toBe(200);
    expect(await (await storage.send('nobody', 'version')).text()).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test('is told by a policy of 404 where nothing is served', async () => {
    const answer = await storage.send('service', 'nowhere/at/all');
    expect([answer.status, (await answer.json()).error]).toEqual([404, 'Not Found']);
    const broken = await storage.send('service', 'object/pictures/%E0%A4%A');
    expect((await broken.json()).code).toBe('InvalidKey');
  });
});
