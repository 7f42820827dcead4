import type { Transaction } from '@muster/database';
import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import { refuse, refuseField, refuseMissing } from '../engine/refusal.ts';
import {
  type ApiParts,
  limitBody,
  parseBody,
  readJson,
  requireOwnOrigin,
  requireRate,
  requireViewer,
} from '../http/command-route.ts';
import { toProse } from '../page/markdown.ts';
import { isTextKind, isUnmade, textKindNames, textKinds, textLimits, textLocale } from './kinds.ts';
import { holdTexts } from './revisions.ts';
import { mayWrite } from './who.ts';

const revisionsAPage = 50;
const previewsPerMinute = 120;

interface RevisionRow {
  number: number;
  locale: string;
  at: Date;
  by: string | null;
  of: number | null;
}

const columns = `r.number, r.locale, r.at, r.renders as of,
  (select p.username from public.profiles p where p.id = r.person_id) as by`;

/** Reads a thing's revisions for somebody who may write it, those included that nobody has read yet. */
async function read<T>(
  parts: ApiParts,
  context: Context,
  work: (transaction: Transaction, textId: string) => Promise<T>,
): Promise<T> {
  const { kind = '', slug = '' } = context.req.param();
  const viewer = requireViewer((await parts.resolveContext(context.req.raw)).viewer);
  if (!isTextKind(kind)) {
    refuseMissing('kind');
  }
  const { database, now } = parts.league;
  return database.transaction(async (transaction) => {
    if (!(await mayWrite(transaction, viewer, { kind, slug, at: now() }))) {
      refuse({ code: 'not_editor', params: {} });
    }
    const making = { transaction, at: now().toISOString(), person: null };
    const held = await holdTexts(making, { kind, slug });
    return held === null ? refuseMissing(textKinds[kind].one) : work(transaction, held.id);
  });
}

function readNumber(text: string, name: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 2_000_000_000) {
    refuseField(name, 'integer');
  }
  return value;
}

const toAnswer = ({ at, ...row }: RevisionRow) => ({ ...row, at: at.toISOString() });

async function list(parts: ApiParts, context: Context) {
  const locale = context.req.query('locale') ?? null;
  const before = context.req.query('before');
  const last = before === undefined ? null : readNumber(before, 'before');
  if (locale !== null && !v.is(textLocale, locale)) {
    refuseField('locale', 'picklist');
  }
  return read(parts, context, async (transaction, id) => {
    const rows = await transaction.query<RevisionRow>(
      `select ${columns} from private.text_revisions r
       where r.text_id = $1 and ($2::text is null or r.locale = $2) and ($3::integer is null or r.number < $3)
       order by r.number desc limit $4`,
      [id, locale, last, revisionsAPage + 1],
    );
    const revisions = rows.slice(0, revisionsAPage).map(toAnswer);
    return { revisions, has_more: rows.length > revisionsAPage };
  });
}

/** One revision's texts, with those of the one before it in its language. */
async function find(parts: ApiParts, context: Context) {
  const number = readNumber(context.req.param('number') ?? '', 'number');
  return read(parts, context, async (transaction, id) => {
    const [row] = await transaction.query<RevisionRow & { texts: object; before: object | null }>(
      `select ${columns}, r.texts, (select b.texts from private.text_revisions b
         where b.text_id = r.text_id and b.locale = r.locale and b.number < r.number
         order by b.number desc limit 1) as before
       from private.text_revisions r where r.text_id = $1 and r.number = $2`,
      [id, number],
    );
    return row === undefined ? refuseMissing('revision') : { ...row, at: row.at.toISOString() };
  });
}

const previewed = v.object({
  kind: v.picklist(textKindNames),
  slug: v.pipe(v.string(), v.maxLength(80)),
  body: v.pipe(v.string(), v.maxLength(textLimits.body)),
});

/** What has been written of a thing, and how what is being written will look. */
export function mountRevisions(api: Hono, parts: ApiParts): void {
  api.get('/writing/:kind/:slug/revisions', async (context) =>
    context.json({ data: await list(parts, context) }),
  );
  api.get('/writing/:kind/:slug/revisions/:number', async (context) =>
    context.json({ data: await find(parts, context) }),
  );
  api.post('/writing/preview', limitBody, async (context) => {
    requireOwnOrigin(context, parts.config);
    const { kind, slug: named, body } = parseBody(previewed, await readJson(context));
    const viewer = requireViewer((await parts.resolveContext(context.req.raw)).viewer);
    const key = `preview:${viewer.person_id}`;
    await requireRate(parts, { key, most: previewsPerMinute, seconds: 60 });
    const { database, now } = parts.league;
    const slug = isUnmade(kind, named) ? null : named;
    if (!(await mayWrite(database, viewer, { kind, slug, at: now() }))) {
      refuse({ code: 'not_editor', params: {} });
    }
    return context.json({ data: { prose: toProse(body) } });
  });
}
