import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import { toMegabytes } from '../backup/find-lack.ts';
import { refuse, refuseField, refuseMissing } from '../engine/refusal.ts';
import { openIncoming, takeWhole, UploadRefused } from '../files/receive.ts';
import {
  type ApiParts,
  limitBody,
  parseBody,
  readJson,
  requireOwnOrigin,
  requireRate,
} from '../http/command-route.ts';
import { FileFault } from '../league-file/file-fault.ts';
import { goOnWithSetup } from '../setup/open-setup.ts';
import { Hindrance } from './replace-league.ts';
import type { Restoring } from './restoring.ts';
import { mostBackupBytes, pieceBytes, StagingRefused } from './staging.ts';

const megabyte = 1024 * 1024;
/** Gigabytes on a fast line come in so many pieces. */
const piecesPerMinute = 1200;
const actsPerMinute = 20;
const pieceMinutes = 4;
/** A list of two hundred thousand who have left. */
const mostForgottenBytes = 8 * megabyte;

const unlocking = v.object({ identity: v.pipe(v.string(), v.minLength(1), v.maxLength(20_000)) });

/** What is refused here, as the API answers it. */
function toRefusal(error: unknown): never {
  if (error instanceof StagingRefused) {
    const { refused } = error;
    if (refused.code === 'out_of_step') {
      return refuse({ code: 'restore_out_of_step', params: {} });
    }
    const [wanted, free] = [toMegabytes(refused.wanted), toMegabytes(refused.free)];
    return refuse({ code: 'restore_no_room', params: { wanted, free } });
  }
  if (error instanceof Hindrance) {
    return refuse({ code: 'restore_hindered', params: { reason: error.code } });
  }
  if (error instanceof FileFault) {
    return refuseField('file', 'value');
  }
  if (error instanceof UploadRefused) {
    return error.code === 'file_too_large'
      ? refuse({ code: error.code, params: { megabytes: pieceBytes / megabyte } })
      : refuse({ code: error.code, params: {} });
  }
  throw error;
}

function readNumber(context: Context, name: string): number {
  const text = context.req.query(name) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : refuseField(name);
}

/**
 * A restore from the set-up page, for the browser of the set-up session alone: nobody else finds any of it. It ends an
 * hour after the last piece of a backup has come in, and with the first admin.
 */
export function mountRestore(api: Hono, parts: ApiParts, restoring: Restoring): void {
  const { config, league } = parts;
  const { database } = league;

  async function requireSetup(context: Context): Promise<void> {
    const { sets_up } = await parts.resolveContext(context.req.raw);
    if (sets_up !== true) {
      refuseMissing(context.req.path);
    }
  }
  async function enter(context: Context, most = actsPerMinute): Promise<void> {
    requireOwnOrigin(context, config);
    await requireSetup(context);
    await requireRate(parts, { key: `restore:${context.req.path}`, most, seconds: 60 });
  }
  const answer = (context: Context) => context.json({ data: restoring.data });

  api.get('/setup/restore', async (context) => {
    await requireSetup(context);
    return answer(context);
  });
  api.post('/setup/restore/file', async (context) => {
    await enter(context, piecesPerMinute);
    const [size, at] = [readNumber(context, 'size'), readNumber(context, 'at')];
    if (size > mostBackupBytes) {
      refuse({ code: 'file_too_large', params: { megabytes: mostBackupBytes / megabyte } });
    }
    const incoming = await openIncoming(context.req.raw).catch(toRefusal);
    try {
      const bytes = incoming.take({ bytes: pieceBytes, minutes: pieceMinutes });
      await restoring.take(database, { size, at, bytes });
      // A slow line takes longer than the hour: it goes on with each piece.
      await goOnWithSetup(context, { config, database, now: league.now() });
    } catch (error) {
      await incoming.refuse();
      toRefusal(error);
    }
    return answer(context);
  });
  api.post('/setup/restore/forgotten', async (context) => {
    await enter(context);
    try {
      const incoming = await openIncoming(context.req.raw);
      const limit = { bytes: mostForgottenBytes, minutes: pieceMinutes };
      await restoring.noteForgotten(await takeWhole(incoming, limit));
    } catch (error) {
      toRefusal(error);
    }
    return answer(context);
  });
  api.post('/setup/restore/key', limitBody, async (context) => {
    await enter(context);
    const { identity } = parseBody(unlocking, await readJson(context));
    await restoring.unlock(database, identity).catch(toRefusal);
    return answer(context);
  });
  api.post('/setup/restore/begin', limitBody, async (context) => {
    await enter(context);
    await restoring.begin(database).catch(toRefusal);
    return answer(context);
  });
  api.delete('/setup/restore', async (context) => {
    await enter(context);
    await restoring.drop().catch(toRefusal);
    return answer(context);
  });
}
