import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Viewer } from '../context.ts';
import {
  type ApiLeague,
  createApiLeague,
  startMatch,
  type TestTeam,
} from '../testing/api-league.ts';
import * as drawingProcess from './drawing/drawing-process.ts';
import { beginUpload, endUpload, sweepUploads } from './uploads.ts';

/** What was begun to be drawn, by the size of its file, and a gate before it. */
const drawing = {
  begun: [] as number[],
  gate: null as Promise<void> | null,
};

let own: ApiLeague;
let teams: [TestTeam, TestTeam];
let match: string;
let large: Buffer;
let small: Buffer;

const picture = (side: number) =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();

beforeAll(async () => {
  const { drawApart } = drawingProcess;
  vi.spyOn(drawingProcess, 'drawApart').mockImplementation(async (kind, bytes) => {
    drawing.begun.push(bytes.length);
    await drawing.gate;
    return drawApart(kind, bytes);
  });
  own = await createApiLeague();
  await own.addLadder('tanks', 'rung');
  teams = [await own.addTeam('Above', 'tanks'), await own.addTeam('Below', 'tanks')];
  ({ match } = await startMatch(own, 'tanks', [teams[1], teams[0]]));
  [large, small] = [await picture(900), await picture(20)];
});
beforeEach(() => {
  drawing.begun = [];
  drawing.gate = null;
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

async function upload(
  who: Viewer,
  bytes: Uint8Array | ReadableStream,
  path = `matches/${match}/evidence`,
) {
  const length = bytes instanceof Uint8Array ? { 'content-length': String(bytes.length) } : {};
  return own.app.request(`http://localhost:3000/api/${path}`, {
    method: 'POST',
    headers: { origin: 'http://localhost:3000', 'x-test-person': who.person_id, ...length },
    body: bytes as BodyInit,
    duplex: 'half',
  } as RequestInit);
}

/** A body that tells whether anybody looked at it. */
function watch(bytes: Uint8Array, seen: { reads: number }): ReadableStream {
  return new ReadableStream(
    {
      pull(controller) {
        seen.reads += 1;
        controller.enqueue(bytes);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Waits as long as it takes; the test's own limit ends what never comes. */
const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 60_000 });

async function closeGate(): Promise<() => void> {
  let open = () => {};
  drawing.gate = new Promise((resolve) => {
    open = resolve;
  });
  return open;
}

const countUploads = async () => (await own.database.query('select 1 from private.uploads')).length;

it('refuses the fourth before any of it is kept or drawn, and draws another’s at once', async () => {
  const open = await closeGate();
  const seen = { reads: 0 };
  const first = Array.from({ length: 18 }, () =>
    upload(teams[0].captain, watch(large, seen)).then(async (response) => ({
      status: response.status,
      wait: response.headers.get('retry-after'),
      body: await response.json(),
    })),
  );
  await until(() => seen.reads === 18 && drawing.begun.length === 1);
  const other = upload(teams[1].captain, small);
  await until(() => drawing.begun.length === 2);
  // One of the first person's, and the other's before all that the first still has waiting.
  expect(drawing.begun).toEqual([large.length, small.length]);
  open();
  expect((await other).status).toBe(200);
  const answers = await Promise.all(first);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(15);
  for (const { wait, body } of refused) {
    expect(wait).toBe('30');
    expect(body).toMatchObject({ error: { code: 'rate_limited' } });
  }
  // What was refused was read on for its sender alone, who would not hear of it otherwise.
  expect(drawing.begun).toHaveLength(4);
  expect(await countUploads()).toBe(0);
});

it('counts a person’s over all processes, and not what a dead one left', async () => {
  const { person_id: personId } = await own.addPerson('Everywhere');
  const begun = await Promise.all(
    Array.from({ length: 9 }, () => beginUpload(own.database, personId)),
  );
  const places = begun.filter((id) => id !== null);
  expect(places).toHaveLength(3);
  expect(await beginUpload(own.database, personId)).toBeNull();
  await endUpload(own.database, places[0] ?? '');
  expect(await beginUpload(own.database, personId)).not.toBeNull();
  expect(await beginUpload(own.database, personId)).toBeNull();
  const age = (minutes: string) =>
    own.database.query('update private.uploads set started_at = now() - $1::interval', [minutes]);
  await age('19 minutes');
  expect(await beginUpload(own.database, personId)).toBeNull();
  await age('20 minutes');
  expect(await beginUpload(own.database, personId)).not.toBeNull();
  await age('19 minutes');
  await sweepUploads(own.database);
  expect(await countUploads()).toBe(1);
  await age('20 minutes');
  await sweepUploads(own.database);
  expect(await countUploads()).toBe(0);
});

it('ends what was refused for what it is, so that it does not count', async () => {
  const { captain } = teams[1];
  for (let index = 0; index < 5; index += 1) {
    expect((await upload(captain, Buffer.from('no picture at all'))).status).toBe(415);
    expect((await upload(captain, large.subarray(0, 500))).status).toBe(422);
  }
  expect(await countUploads()).toBe(0);
});

it('takes no more into memory than there is room for, and says when to come again', async () => {
  const open = await closeGate();
  const path = (team: TestTeam) => `teams/${team.slug}/logo`;
  const many: TestTeam[] = [];
  for (let index = 0; index < 9; index += 1) {
    many.push(await own.addTeam(`${index} Clan`, 'tanks'));
  }
  const seen = { reads: 0 };
  // Without a length each may be as large as a picture may be: eight fill the room.
  const taken = many
    .slice(0, 8)
    .map((team) => upload(team.captain, watch(large, seen), path(team)));
  await until(() => seen.reads === 8 && drawing.begun.length === 2);
  const [last] = many.slice(8);
  if (last === undefined) {
    throw new Error('no team');
  }
  const refused = await upload(last.captain, small, path(last));
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('10');
  expect(await refused.json()).toEqual({
    error: { code: 'uploads_busy', params: { seconds: 10 } },
  });
  expect(drawing.begun).toHaveLength(2);
  open();
  for (const answer of await Promise.all(taken)) {
    expect(answer.status).toBe(200);
  }
  expect((await upload(last.captain, small, path(last))).status).toBe(200);
});
