import type { Hono } from 'hono';
import * as v from 'valibot';
import { keepAudit } from '../engine/audit.ts';
import { refuse, refuseMissing } from '../engine/refusal.ts';
import { type ApiParts, mountCommand, requireViewer } from '../http/command-route.ts';
import { isTextKind, textKinds, textLimits, textLocale } from './kinds.ts';
import { settleOffered } from './offered.ts';
import { mayWrite } from './who.ts';

const text = v.pipe(v.string(), v.maxLength(textLimits.body));

/** A newer text that ships, where the laid one was changed: the league keeps its own, and is not asked again. */
export function mountOffered(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'DELETE',
    path: '/writing/:kind/:slug/offered',
    schema: v.object({
      locale: textLocale,
      texts: v.record(v.pipe(v.string(), v.maxLength(40)), text),
    }),
    async work(unit, { body, parameters }) {
      const { kind = '', slug = '' } = parameters;
      if (!isTextKind(kind)) {
        return refuseMissing('kind');
      }
      const asked = { kind, slug, at: unit.at };
      if (!(await mayWrite(unit.transaction, requireViewer(unit.viewer), asked))) {
        refuse({ code: 'not_editor', params: {} });
      }
      const isSettled = await settleOffered(unit.transaction, { kind, slug, ...body });
      if (isSettled) {
        const { one } = textKinds[kind];
        const changes = { [`offered.${body.locale}`]: { from: 'offered', to: 'kept' } };
        await keepAudit(unit, { act: `${one}_kept`, kind: one, subject: slug, changes });
      }
      return { is_settled: isSettled };
    },
  });
}
