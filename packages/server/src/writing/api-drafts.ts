import { randomUUID } from 'node:crypto';
import type { Transaction } from '@muster/database';
import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import type { Viewer } from '../context.ts';
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
import {
  isTextKind,
  isUnmade,
  listFields,
  revision,
  type TextKind,
  textKinds,
  textLimits,
  textLocale,
} from './kinds.ts';
import { listOpen } from './presence.ts';
import { holdTexts } from './revisions.ts';
import { mayWrite } from './who.ts';

const draftsAPerson = 200;
const perMinute = { draft: 120, presence: 60 };
/** What the draft of an article that is not made yet holds beside its texts. */
const fieldsOfNew = ['slug', 'game', 'ladder'];

/** A thing's kind and address word, and whether it is an article that is not made yet. */
interface Subject {
  kind: TextKind;
  slug: string;
  isNew: boolean;
}

function readSubject(context: Context): Subject {
  const { kind = '', slug = '' } = context.req.param();
  if (!isTextKind(kind)) {
    refuseMissing('kind');
  }
  return { kind, slug, isNew: isUnmade(kind, slug) };
}

interface Asked {
  subject: Subject;
  viewer: Viewer;
  body: unknown;
}

/** Reads what an editor's page sends by itself while it is open: the same again changes nothing, so it needs no id. */
async function readAsked(
  parts: ApiParts,
  context: Context,
  name: keyof typeof perMinute,
): Promise<Asked> {
  requireOwnOrigin(context, parts.config);
  const body = await readJson(context);
  const viewer = requireViewer((await parts.resolveContext(context.req.raw)).viewer);
  const key = `${name}:${viewer.person_id}`;
  await requireRate(parts, { key, most: perMinute[name], seconds: 60 });
  const subject = readSubject(context);
  const { database, now } = parts.league;
  const { kind, isNew } = subject;
  const slug = isNew ? null : subject.slug;
  if (!(await mayWrite(database, viewer, { kind, slug, at: now() }))) {
    refuse({ code: 'not_editor', params: {} });
  }
  return { subject, viewer, body };
}

async function hold(
  transaction: Transaction,
  { kind, slug }: Subject,
  now: Date,
): Promise<{ id: string; revision: number }> {
  const making = { transaction, at: now.toISOString(), person: null };
  const held = await holdTexts(making, { kind, slug });
  return held ?? refuse({ code: 'not_found', params: { what: textKinds[kind].one, id: slug } });
}

const text = v.pipe(v.string(), v.maxLength(textLimits.body));
const version = v.pipe(v.string(), v.uuid(), v.toLowerCase());
const draft = v.object({
  locale: textLocale,
  revision,
  texts: v.record(v.pipe(v.string(), v.maxLength(40)), text),
  version: v.optional(version),
  seen: v.optional(v.nullable(version), null),
});

/** Refuses to write over a version of the draft that whoever writes has not seen. */
async function requireSeen(
  transaction: Transaction,
  key: readonly string[],
  { version: own, seen }: Pick<v.InferOutput<typeof draft>, 'version' | 'seen'>,
): Promise<void> {
  const [kept] = await transaction.query<{ version: string }>(
    `select version from private.drafts
     where person_id = $1 and kind = $2 and slug = $3 and locale = $4`,
    [...key],
  );
  // What arrived before, and was sent again since nobody heard so, is the same.
  if (kept !== undefined && kept.version !== seen && kept.version !== own) {
    refuse({ code: 'draft_changed', params: { version: kept.version } });
  }
}

async function keepDraft(parts: ApiParts, { subject, viewer, body }: Asked) {
  const { kind, slug } = subject;
  const { locale, texts, seen, version: own = randomUUID(), ...begun } = parseBody(draft, body);
  const fields = subject.isNew ? [...listFields(kind), ...fieldsOfNew] : listFields(kind);
  const strange = Object.keys(texts).find((field) => !fields.includes(field));
  if (strange !== undefined) {
    refuseField(`texts.${strange}`, 'strict_object');
  }
  const at = parts.league.now();
  const key = [viewer.person_id, kind, slug, locale];
  await parts.league.database.transaction(async (transaction) => {
    if (!subject.isNew) {
      await hold(transaction, subject, at);
    }
    // One after the other for a person, so that two at once do not both take the last place.
    await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 3))', [
      viewer.person_id,
    ]);
    await requireSeen(transaction, key, { version: own, seen });
    const kept = await transaction.query(
      `insert into private.drafts (person_id, kind, slug, locale, texts, revision, at, version)
       select $1, $2, $3, $4, $5, $6, $7, $8
       where (select count(*) from private.drafts where person_id = $1
         and (kind, slug, locale) <> ($2, $3, $4)) < $9
       on conflict (person_id, kind, slug, locale) do update set texts = excluded.texts,
         revision = excluded.revision, at = excluded.at, version = excluded.version
       returning 1`,
      [...key, JSON.stringify(texts), begun.revision, at, own, draftsAPerson],
    );
    if (kept.length === 0) {
      refuse({ code: 'drafts_full', params: { most: draftsAPerson } });
    }
  });
  return { at: at.toISOString(), version: own };
}

const dropped = v.object({ locale: v.optional(textLocale), seen: v.optional(version) });

async function dropDraft(parts: ApiParts, { subject, viewer, body }: Asked) {
  const { locale, seen } = parseBody(dropped, body);
  await parts.league.database.query(
    `delete from private.drafts where person_id = $1 and kind = $2 and slug = $3
       and ($4::text is null or locale = $4) and ($5::uuid is null or version = $5)`,
    [viewer.person_id, subject.kind, subject.slug, locale ?? null, seen ?? null],
  );
  return {};
}

interface DraftRow {
  texts: Record<string, string>;
  revision: number;
  at: Date;
  version: string;
}

/** One's own draft of a language, for a page that wrote on an older one. */
async function readDraft(parts: ApiParts, context: Context) {
  const locale = parseBody(textLocale, context.req.query('locale'));
  const viewer = requireViewer((await parts.resolveContext(context.req.raw)).viewer);
  const { kind, slug } = readSubject(context);
  const [row] = await parts.league.database.query<DraftRow>(
    `select texts, revision, at, version from private.drafts
     where person_id = $1 and kind = $2 and slug = $3 and locale = $4`,
    [viewer.person_id, kind, slug, locale],
  );
  return { draft: row === undefined ? null : { ...row, at: row.at.toISOString() } };
}

/** Says that somebody has the texts open, and answers who that is, who else has, and the newest revision. */
async function keepPresence(parts: ApiParts, { subject, viewer, body }: Asked) {
  const { locale } = parseBody(v.object({ locale: textLocale }), body);
  const person = viewer.person_id;
  if (subject.isNew) {
    return { person, open: [], revision: 0 };
  }
  const at = parts.league.now();
  return parts.league.database.transaction(async (transaction) => {
    const held = await hold(transaction, subject, at);
    await transaction.query(
      `insert into private.text_presence as p (text_id, person_id, locale, since, seen_at)
       values ($1, $2, $3, $4, $4)
       on conflict (text_id, person_id) do update set locale = excluded.locale, seen_at = $4,
         since = case when p.seen_at < $4::timestamptz - interval '60 seconds' then $4 else p.since end`,
      [held.id, viewer.person_id, locale, at],
    );
    const open = await listOpen(transaction, held.id, { person, at });
    return { person, open, revision: held.revision };
  });
}

/** What an editor's page keeps on the server while somebody writes: their draft, and that they are there. */
export function mountDrafts(api: Hono, parts: ApiParts): void {
  const mount = (
    method: 'POST' | 'DELETE',
    name: keyof typeof perMinute,
    work: (parts: ApiParts, asked: Asked) => Promise<unknown>,
  ) =>
    api.on(method, `/writing/:kind/:slug/${name}`, limitBody, async (context) =>
      context.json({ data: await work(parts, await readAsked(parts, context, name)) }),
    );
  api.get('/writing/:kind/:slug/draft', async (context) =>
    context.json({ data: await readDraft(parts, context) }),
  );
  mount('POST', 'draft', keepDraft);
  mount('DELETE', 'draft', dropDraft);
  mount('POST', 'presence', keepPresence);
}
