import { hintChannel, toHintPayload } from '@muster/backend';
import { type Queryable, type Transaction, takeRow } from '@muster/database';
import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import type { Viewer } from '../context.ts';
import { createId } from '../engine/ids.ts';
import { refuse, refuseMissing } from '../engine/refusal.ts';
import { type FileKind, toFileName } from '../files/kinds.ts';
import { drawEvidence } from '../files/pictures.ts';
import { type Incoming, takeWhole } from '../files/receive.ts';
import { serveFile } from '../files/serve.ts';
import { deleteFile, type ReceivedFile, settleFile, writeFile } from '../files/stored-files.ts';
import { mountUpload, readQuery, uploadLimits } from '../files/upload-route.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { getId, getMatchStream, isUuid } from '../http/find.ts';
import { tellOfEvidence } from './notices.ts';
import { type EvidenceRoom, getEvidenceRoom, maySeeEvidence, requireGiver } from './rights.ts';

const most = { pieces: 20, bytes: 256 * 1024 * 1024 };
const noteLength = 300;
const note = v.pipe(v.string(), v.trim(), v.maxLength(noteLength));

/** One piece of evidence on its way into the table. */
interface NewEvidence {
  kind: 'image' | 'demo' | 'link';
  url?: string;
  name?: string;
  note: string;
  fileId?: string;
  previewId?: string;
  width?: number;
  height?: number;
}

interface Giver {
  viewer: Viewer;
  matchId: string;
  now: Date;
}

const toBringer = ({ viewer, now }: Giver) => ({
  personId: viewer.person_id,
  at: now.toISOString(),
});

/** A person's pieces come in one after the other, so that they are counted right. */
async function takeTurn(transaction: Transaction, { viewer, matchId }: Giver): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [
    `${matchId} ${viewer.person_id}`,
  ]);
}

async function requireSpace(
  queryable: Queryable,
  { viewer, matchId }: Giver,
  bytes: number,
): Promise<void> {
  const given = takeRow(
    await queryable.query<{ pieces: number; bytes: string }>(
      `select count(*)::integer as pieces, coalesce(sum(f.size), 0) as bytes
       from private.match_evidence e left join private.files f on f.id = e.file_id
       where e.match_id = $1 and e.person_id = $2`,
      [matchId, viewer.person_id],
    ),
  );
  if (given.pieces >= most.pieces || Number(given.bytes) + bytes > most.bytes) {
    const params = { pieces: most.pieces, megabytes: most.bytes / 1024 / 1024 };
    refuse({ code: 'evidence_full', params });
  }
}

/** Writes a piece down and tells the room; the same thing again is the piece that is there already. */
async function keepEvidence(
  transaction: Transaction,
  giver: Giver,
  evidence: NewEvidence,
): Promise<{ id: string }> {
  const { room, side } = await requireGiver(transaction, giver.matchId, toBringer(giver));
  const id = createId();
  const [kept] = await transaction.query<{ id: string }>(
    `insert into private.match_evidence
       (id, match_id, person_id, side, kind, url, name, note, file_id, preview_id, width, height, added_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict do nothing returning id`,
    [
      ...[id, room.id, giver.viewer.person_id, side, evidence.kind, evidence.url ?? null],
      ...[evidence.name ?? '', evidence.note, evidence.fileId ?? null, evidence.previewId ?? null],
      ...[evidence.width ?? null, evidence.height ?? null, giver.now],
    ],
  );
  if (kept !== undefined) {
    await hint(transaction, room);
    if (room.status === 'disputed' || room.is_contested) {
      await tellOfEvidence(transaction, {
        matchId: room.id,
        personId: giver.viewer.person_id,
        side,
        isAppealed: room.is_appealed,
        at: giver.now.toISOString(),
      });
    }
    return kept;
  }
  const [same] = await transaction.query<{ id: string }>(
    `select id from private.match_evidence
     where match_id = $1 and person_id = $2 and (file_id = $3 or url = $4)`,
    [room.id, giver.viewer.person_id, evidence.fileId ?? null, evidence.url ?? null],
  );
  return same ?? { id };
}

/** Evidence changes nothing of the match: the hint only says that there is something to look at. */
async function hint(transaction: Transaction, { id, version }: EvidenceRoom): Promise<void> {
  await transaction.notify(hintChannel, toHintPayload({ topic: `match:${id}`, id, version }));
}

/** The file as it is kept: a picture drawn anew with a smaller one beside it, a demo as it came. */
interface KeptFile extends Omit<NewEvidence, 'fileId' | 'previewId' | 'note'> {
  file: ReceivedFile;
  preview?: ReceivedFile;
}

interface Upload {
  giver: Giver;
  incoming: Incoming;
  kind: FileKind;
  name: string;
}

async function receive({ league }: ApiParts, upload: Upload): Promise<KeptFile> {
  const { giver, incoming, kind, name } = upload;
  const about = { personId: giver.viewer.person_id, at: giver.now };
  if (kind.kind === 'demo') {
    const { mediaType, ending } = kind;
    const bytes = incoming.take(uploadLimits.demo);
    const file = await writeFile(league, { ...about, mediaType }, bytes);
    return { kind: 'demo', name: toFileName(name, { ending, fallback: 'demo' }), file };
  }
  const bytes = await takeWhole(incoming, uploadLimits.image);
  const { whole, preview } = await drawEvidence(giver.viewer.person_id, bytes);
  const picture = { ...about, mediaType: 'image/webp' };
  const file = await writeFile(league, picture, [whole.bytes]);
  const small = await writeFile(league, picture, [preview.bytes]);
  const shown = toFileName(name, { ending: 'webp', fallback: 'picture' });
  const { width, height } = whole;
  return { kind: 'image', name: shown, file, preview: small, width, height };
}

async function settle(
  { league }: ApiParts,
  giver: Giver,
  { file, preview, ...kept }: KeptFile & { note: string },
): Promise<{ id: string }> {
  try {
    return await league.database.transaction(async (transaction) => {
      await takeTurn(transaction, giver);
      await requireSpace(transaction, giver, file.size);
      const fileId = await settleFile(transaction, file);
      const previewId =
        preview === undefined ? {} : { previewId: await settleFile(transaction, preview) };
      return keepEvidence(transaction, giver, { ...kept, fileId, ...previewId });
    });
  } catch (error) {
    await deleteFile(league, file.id);
    if (preview !== undefined) {
      await deleteFile(league, preview.id);
    }
    throw error;
  }
}

function mountFiles(api: Hono, parts: ApiParts): void {
  mountUpload(api, parts, {
    path: '/matches/:id/evidence',
    kinds: ['image', 'demo'],
    async before(viewer, context) {
      const giver = toGiver(parts, viewer, context);
      readQuery(context, 'note', noteLength);
      await requireGiver(parts.league.database, giver.matchId, toBringer(giver));
      await requireSpace(parts.league.database, giver, 0);
    },
    async work({ viewer, context, incoming, kind }) {
      const giver = toGiver(parts, viewer, context);
      const name = readQuery(context, 'name', 500);
      const kept = await receive(parts, { giver, incoming, kind, name });
      return settle(parts, giver, { ...kept, note: readQuery(context, 'note', noteLength).trim() });
    },
  });
}

function toGiver({ league }: ApiParts, viewer: Viewer, context: Context): Giver {
  return { viewer, matchId: context.req.param('id') ?? '', now: league.now() };
}

/** Where a video or a scoreboard stands elsewhere. Nothing is fetched from there. */
const address = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(500),
  v.check((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url?.protocol === 'https:' && url.username === '' && url.hostname.includes('.');
  }, 'https'),
  v.transform((text) => new URL(text).href),
);

function mountLinks(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/matches/:id/evidence/links',
    perMinute: 20,
    schema: v.object({ url: address, note: v.optional(note, '') }),
    async work(unit, { body, parameters }) {
      const viewer = unit.viewer ?? refuse({ code: 'not_signed_in', params: {} });
      const giver = { viewer, matchId: parameters.id ?? '', now: new Date(unit.at) };
      await takeTurn(unit.transaction, giver);
      await requireGiver(unit.transaction, giver.matchId, toBringer(giver));
      await requireSpace(unit.transaction, giver, 0);
      return keepEvidence(unit.transaction, giver, { kind: 'link', ...body });
    },
  });
}

/** One's own may be taken back as long as nobody has ruled on it. */
function mountTakingBack(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'DELETE',
    path: '/matches/:id/evidence/:evidence',
    schema: v.object({}),
    async work(unit, { parameters }) {
      const id = getId(parameters, 'evidence', 'evidence');
      // A ruling that is being given waits, or is waited for.
      await unit.hold([await getMatchStream(unit.transaction, parameters.id ?? '')]);
      const room = await getEvidenceRoom(
        unit.transaction,
        parameters.id ?? '',
        unit.viewer?.person_id ?? null,
      );
      if (room.ruled_at !== null) {
        refuse({ code: 'evidence_ruled', params: {} });
      }
      const gone = await unit.transaction.query(
        'delete from private.match_evidence where id = $1 and match_id = $2 and person_id = $3 and hidden_at is null returning id',
        [id, room.id, unit.viewer?.person_id],
      );
      if (gone.length === 0) {
        refuse({ code: 'not_found', params: { what: 'evidence', id } });
      }
      await hint(unit.transaction, room);
      return {};
    },
  });
}

interface EvidenceRow {
  match_id: string;
  kind: 'image' | 'demo' | 'link';
  name: string;
  file_id: string | null;
  preview_id: string | null;
}

function mountReading(api: Hono, parts: ApiParts): void {
  const { database } = parts.league;
  const serve = async (context: Context, size: 'whole' | 'preview') => {
    const id = context.req.param('evidence') ?? '';
    const [row] = isUuid(id)
      ? await database.query<EvidenceRow>(
          'select match_id, kind, name, file_id, preview_id from private.match_evidence where id = $1 and hidden_at is null',
          [id],
        )
      : [];
    const file = size === 'whole' ? row?.file_id : row?.preview_id;
    if (row === undefined || file == null) {
      refuseMissing('evidence');
    }
    const { viewer } = await parts.resolveContext(context.req.raw);
    const room = await getEvidenceRoom(database, row.match_id, viewer?.person_id ?? null);
    // Who may not see it is not told either that it is there.
    if (!maySeeEvidence(room)) {
      refuseMissing('evidence');
    }
    const answer = await serveFile(parts.league, context.req.raw, {
      id: file,
      caching: 'asked',
      ...(row.kind === 'demo' ? { attachment: row.name } : {}),
    });
    if (answer === null) {
      refuseMissing('evidence');
    }
    return answer;
  };
  api.get('/evidence/:evidence', (context) => serve(context, 'whole'));
  api.get('/evidence/:evidence/preview', (context) => serve(context, 'preview'));
}

/** What the sides of a match bring to prove what happened. */
export function mountEvidence(api: Hono, parts: ApiParts): void {
  mountFiles(api, parts);
  mountLinks(api, parts);
  mountTakingBack(api, parts);
  mountReading(api, parts);
}
