import type { Hono } from 'hono';
import * as v from 'valibot';
import { refuse } from '../engine/refusal.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { requireEditor } from '../http/office.ts';
import { pickTexts, renders, revision, textKinds } from '../writing/kinds.ts';
import { saveTexts } from '../writing/save-texts.ts';
import { isPageSlug } from './slugs.ts';

/** What the league says of itself, written by editors: a page is there once it has a text. */
export function mountSitePages(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/pages/:slug/edit',
    schema: v.object({ ...textKinds.pages.texts, revision, of: renders }),
    async work(unit, { body, parameters }) {
      await requireEditor(unit);
      const { slug = '' } = parameters;
      if (!isPageSlug(slug)) {
        return refuse({ code: 'not_found', params: { what: 'page', id: slug } });
      }
      await unit.transaction.query(
        'insert into public.pages (slug) values ($1) on conflict do nothing',
        [slug],
      );
      const { of } = body;
      const texts = pickTexts('pages', body);
      return saveTexts(unit, { kind: 'pages', slug, revision: body.revision, texts, of });
    },
  });
}
