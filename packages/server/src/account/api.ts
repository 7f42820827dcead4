import { deleteAccount, logPersonAudit } from '@muster/backend';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { refuseField, refuseMissing } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand, requireRate, requireViewer } from '../http/command-route.ts';
import { isUuid } from '../http/find.ts';
import { streamAccount } from './data.ts';
import { letGo } from './leave-league.ts';

const copiesPerHour = 10;

/**
 * Deletes the account in one transaction with all that follows from it. The account's own triggers
 * forget the person, as they do when an admin deletes the account.
 */
async function leave(unit: Unit, typed: string): Promise<object> {
  const { viewer } = unit;
  if (viewer === null || typed.trim() !== viewer.username) {
    return refuseField('confirm');
  }
  await letGo(unit, viewer.person_id);
  await deleteAccount(unit.transaction, viewer.user_id, new Date(unit.at));
  await unit.transaction.query('delete from private.departures where person_id = $1', [
    viewer.person_id,
  ]);
  return {};
}

/** What a person does with their account as a whole: leaves, takes a copy, ends a sign-in elsewhere. */
export function mountAccount(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/me/deletion',
    schema: v.object({ confirm: v.pipe(v.string(), v.maxLength(100)) }),
    work: (unit, { body }) => leave(unit, body.confirm),
  });
  mountCommand(api, parts, {
    method: 'DELETE',
    path: '/me/sessions/:id',
    schema: v.object({}),
    async work(unit, { parameters }) {
      const id = parameters.id ?? '';
      const userId = unit.viewer?.user_id ?? '';
      if (!isUuid(id)) {
        refuseMissing('session');
      }
      const ended = await unit.transaction.query(
        'delete from auth.sessions where id = $1 and user_id = $2 returning 1',
        [id, userId],
      );
      if (ended.length === 0) {
        refuseMissing('session');
      }
      await logPersonAudit(unit.transaction, userId, {
        action: 'logout',
        address: '',
        now: new Date(unit.at),
        traits: { session_id: id },
      });
      return {};
    },
  });
  api.get('/me/data', async (context) => {
    const viewer = requireViewer((await parts.resolveContext(context.req.raw)).viewer);
    await requireRate(parts, {
      key: `copy:${viewer.person_id}`,
      most: copiesPerHour,
      seconds: 3600,
    });
    const day = parts.league.now().toISOString().slice(0, 10);
    return context.body(streamAccount(parts.league, viewer), 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="muster-${day}.json"`,
    });
  });
}
