import { randomUUID } from 'node:crypto';
import type { Queryable, Transaction } from '@muster/database';
import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import type { Viewer } from '../context.ts';
import { keepAudit, listChanges } from '../engine/audit.ts';
import { execute } from '../engine/execute.ts';
import { Refused, refuse } from '../engine/refusal.ts';
import { takeWhole } from '../files/receive.ts';
import { mountText, readQuery } from '../files/upload-route.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { requireEditor, requireSiteAdmin } from '../http/office.ts';
import {
  archiveFields,
  checkImport,
  findGame,
  joinFacts,
  keepImport,
  planImport,
} from './import-archive.ts';
import { type ImportFacts, importLimits, readImport } from './read-import.ts';
import { mayImport } from './who.ts';

/** Refused before a file is read. */
async function requireImporter(queryable: Queryable, viewer: Viewer, at: Date): Promise<void> {
  if (!(await mayImport(queryable, viewer, at))) {
    refuse({ code: 'not_editor', params: {} });
  }
}

function readFacts(context: Context): ImportFacts {
  const names = ['title', 'origin', 'ladder', 'season', 'game', 'ended_on'] as const;
  return Object.fromEntries(names.map((name) => [name, readQuery(context, name, 500)]));
}

/** Imports a file, or says what it would come to; the file is the whole body, and the address says the rest. */
function mountImport(api: Hono, parts: ApiParts): void {
  const { league } = parts;
  mountText(api, parts, {
    path: '/archives/import',
    limit: importLimits,
    before: (viewer) => requireImporter(league.database, viewer, league.now()),
    async work({ viewer, context, incoming }) {
      const bytes = await takeWhole(incoming, { bytes: importLimits.bytes, minutes: 3 });
      const read = await readImport(bytes);
      const facts = joinFacts(read, readFacts(context));
      const plan = planImport(read, facts);
      if (context.req.query('dry_run') === 'true') {
        // Of a file of which nothing can be taken its faults are of use, not what else stands against it.
        if (plan.total > 0) {
          await checkImport(league.database, facts, bytes);
        }
        return { ...plan, slug: null };
      }
      const name = readQuery(context, 'name', 200);
      const answer = await execute(
        league,
        { viewer, commandId: randomUUID(), body: { path: context.req.path, facts } },
        async (unit) => {
          await requireEditor(unit);
          return { slug: await keepImport(unit, { read, facts, file: { name, bytes } }) };
        },
      );
      if ('error' in answer.body) {
        throw new Refused(answer.body.error);
      }
      return { ...plan, ...v.parse(v.object({ slug: v.string() }), answer.body.data) };
    },
  });
}

interface KeptFacts {
  id: string;
  title: string;
  origin: string;
  ladder: string;
  season: string;
  game: string | null;
  ended_on: string;
}

/** An imported archive, held; what is frozen, or a text, is none. */
async function holdImported(transaction: Transaction, slug: string): Promise<KeptFacts> {
  const [row] = await transaction.query<KeptFacts>(
    `select id, title, origin, ladder_name as ladder, season_name as season, game_slug as game, ended_on::text
     from public.imported_archives where slug = $1 for update`,
    [slug],
  );
  return row ?? refuse({ code: 'not_found', params: { what: 'archive', id: slug } });
}

function mountEditing(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/archives/:slug/edit',
    schema: v.partial(v.object(archiveFields)),
    async work(unit, { body, parameters }) {
      await requireEditor(unit);
      const { transaction } = unit;
      const slug = parameters.slug ?? '';
      const { id, ...before } = await holdImported(transaction, slug);
      const after = { ...before, ...body };
      const game = await findGame(transaction, after.game ?? null);
      await transaction.query(
        `update public.imported_archives set title = $2, origin = $3, ladder_name = $4, season_name = $5,
           game_slug = $6, ended_on = $7 where id = $1`,
        [id, after.title, after.origin, after.ladder, after.season, game, after.ended_on],
      );
      const changes = listChanges(before, { ...after, game });
      if (Object.keys(changes).length > 0) {
        await keepAudit(unit, { act: 'archive_edited', kind: 'archive', subject: slug, changes });
      }
      return { slug };
    },
  });
  mountCommand(api, parts, {
    method: 'DELETE',
    path: '/archives/:slug',
    schema: v.object({}),
    async work(unit, { parameters }) {
      await requireSiteAdmin(unit);
      const slug = parameters.slug ?? '';
      const { id, title, origin } = await holdImported(unit.transaction, slug);
      await unit.transaction.query('delete from public.imported_archives where id = $1', [id]);
      const changes = listChanges({ title, origin }, {});
      await keepAudit(unit, { act: 'archive_removed', kind: 'archive', subject: slug, changes });
      return { slug };
    },
  });
}

/** Histories of other places: brought in, described anew, taken back. */
export function mountArchives(api: Hono, parts: ApiParts): void {
  mountImport(api, parts);
  mountEditing(api, parts);
}
