import { locales } from '@muster/site';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { keepAudit, listChanges } from '../engine/audit.ts';
import { createId } from '../engine/ids.ts';
import { refuse, refuseField } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { line } from '../http/fields.ts';
import { requireSiteAdmin } from '../http/office.ts';
import { isMenuPath } from '../page/menu-path.ts';
import { menuNames, mostEntries, readMenus } from './menus.ts';

const label = line(80);
const item = v.object({
  id: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(80))),
  /** One for all languages, or one a language. */
  label: v.union([
    label,
    v.pipe(
      v.record(v.picklist(locales.map(({ code }) => code)), label),
      v.check((texts) => Object.keys(texts).length > 0, 'in one language at least'),
    ),
  ]),
  path: v.pipe(v.string(), v.maxLength(300), v.check(isMenuPath, 'a page, or an https address')),
});
const items = v.pipe(v.array(item), v.maxLength(mostEntries));
const menusSchema = v.object({
  /** Of the lists as they were read. */
  revision: v.pipe(v.string(), v.maxLength(64)),
  casual: items,
  competitions: items,
  servers: items,
});

type Given = v.InferOutput<typeof menusSchema>;

function requireOwnIds(given: Given): void {
  const ids = menuNames.flatMap((menu) =>
    given[menu].flatMap(({ id }, place) => (id === undefined ? [] : [{ id, menu, place }])),
  );
  const twice = ids.find(({ id }, index) => ids.findIndex((one) => one.id === id) < index);
  if (twice !== undefined) {
    refuseField(`${twice.menu}.${twice.place}.id`, 'unique');
  }
}

async function writeMenus(unit: Unit, given: Given) {
  await requireSiteAdmin(unit);
  requireOwnIds(given);
  const { transaction } = unit;
  await transaction.query('lock table public.menu_items in share row exclusive mode');
  const before = await readMenus(transaction);
  if (before.revision !== given.revision) {
    refuse({ code: 'menus_changed', params: {} });
  }
  const rows = menuNames.flatMap((menu) =>
    given[menu].map((one, place) => ({
      ...one,
      id: one.id ?? createId(),
      menu,
      position: place + 1,
    })),
  );
  await transaction.query('delete from public.menu_items');
  await transaction.query(
    `insert into public.menu_items (id, menu, position, label, path)
     select id, menu, position, label, path
     from jsonb_populate_recordset(null::public.menu_items, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
  const after = await readMenus(transaction);
  const changes = listChanges(before.menus, after.menus);
  if (Object.keys(changes).length > 0) {
    await keepAudit(unit, { act: 'menus_edited', kind: 'menus', subject: 'menus', changes });
  }
  return after;
}

/** `POST /menus`: the three lists of the bar, whole. */
export function mountMenus(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/menus',
    schema: menusSchema,
    work: (unit, { body }) => writeMenus(unit, body),
  });
}
