import type { Transaction } from '@muster/database';
import type { FormatName, StreamName } from '@muster/league';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { keepAudit, listChanges } from '../engine/audit.ts';
import { createId } from '../engine/ids.ts';
import { refuse, refuseField } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { label, line, slug } from '../http/fields.ts';
import { getLadderRow } from '../http/find.ts';
import { renameSlug, requireFreeSlug } from '../http/former-slugs.ts';
import { requireSiteAdmin, requireWithin, requireWriter } from '../http/office.ts';
import { mountOrder } from '../http/order-route.ts';
import { renders, revision, textKinds } from '../writing/kinds.ts';
import { addWithTexts, editTexts } from '../writing/texts-of-things.ts';
import { holdLadder } from './hold-ladder.ts';
import { requireOutsider } from './require-outsider.ts';
import { createTemplate, type GivenRules, mergeRules } from './templates.ts';

const formats = ['rung', 'rating', 'time_attack'] as const;
const word = v.pipe(v.string(), v.maxLength(80));
const region = v.pipe(v.string(), v.trim(), v.maxLength(40));
const { texts } = textKinds.ladders;
const rules = v.record(v.string(), v.unknown());

const newLadder = v.object({
  game: word,
  slug: slug(60),
  name: line(80),
  format: v.picklist(formats),
  region,
  zone: label,
  ...texts,
  template: v.optional(v.picklist(formats)),
  copy_of: v.optional(word),
  rules: v.optional(rules, {}),
});
type NewLadder = v.InferOutput<typeof newLadder>;

const position = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000));
const editedLadder = v.object({
  slug: v.exactOptional(slug(60)),
  name: v.exactOptional(line(80)),
  region: v.exactOptional(region),
  zone: v.exactOptional(label),
  position: v.exactOptional(position),
  ...texts,
  revision: v.exactOptional(revision),
  of: renders,
});
type EditedLadder = v.InferOutput<typeof editedLadder>;

interface Game {
  slug: string;
  name: string;
  maps: string[];
  sides: string[];
  retired_at: Date | null;
}

async function getGame(transaction: Transaction, asked: string): Promise<Game> {
  const [game] = await transaction.query<Game>(
    'select slug, name, maps, sides, retired_at from public.games where slug = $1 for share',
    [asked],
  );
  if (game === undefined) {
    refuse({ code: 'not_found', params: { what: 'game', id: asked }, field: 'game' });
  }
  if (game.retired_at !== null) {
    refuse({ code: 'retired', params: { name: game.name }, field: 'game' });
  }
  return game;
}

/** The rules that the next season of a ladder would begin with. */
async function readRules(
  transaction: Transaction,
  asked: string,
  format: FormatName,
): Promise<GivenRules> {
  const ladder = await getLadderRow(transaction, asked);
  if (ladder.format !== format) {
    refuseField('copy_of', 'format');
  }
  const [row] = await transaction.query<{ rules: GivenRules | null }>(
    `select coalesce(
       (select s.state -> 'next_rules' -> 'rules' from private.stream_states s
         where s.stream = 'ladder:' || $1 and s.state -> 'next_rules' <> 'null'),
       (select s.rules from public.seasons s where s.ladder_id = $1::uuid
         order by s.number desc limit 1)) as rules`,
    [ladder.id],
  );
  return row?.rules ?? {};
}

/** What a ladder begins with: another's rules or the format's, and over them what is given. */
async function toRules(unit: Unit, body: NewLadder, game: Game): Promise<GivenRules> {
  const { format, template = format, copy_of } = body;
  if (template !== format) {
    refuseField('template', 'format');
  }
  const base = createTemplate(format, game);
  const copied = copy_of === undefined ? {} : await readRules(unit.transaction, copy_of, format);
  return mergeRules(mergeRules(base, copied), body.rules);
}

async function addLadder(unit: Unit, body: NewLadder) {
  await requireSiteAdmin(unit);
  const { transaction } = unit;
  const game = await getGame(transaction, body.game);
  const given = await toRules(unit, body, game);
  await requireFreeSlug(transaction, 'ladders', { slug: body.slug });
  const ladder_id = createId();
  const { summary, description, rules: _rules, ...told } = body;
  const { slug: word, name, format, region, zone } = told;
  await transaction.query(
    `insert into public.ladders (id, slug, game_slug, name, format, region, zone, position)
     select $1, $2, $3, $4, $5, $6, $7, coalesce(max(position), 0) + 1 from public.ladders`,
    [ladder_id, word, game.slug, name, format, region, zone],
  );
  const stream: StreamName<'ladder'> = `ladder:${ladder_id}`;
  await unit.hold([stream]);
  const about = { ladder_id, name, game: game.slug, format, zone, is_test: false };
  await unit.decideLadder(stream, { type: 'create_ladder', ...about });
  await unit.decideLadder(stream, { type: 'edit_rules', rules: given });
  await requireOutsider(unit, stream);
  const added = await addWithTexts(unit, {
    kind: 'ladders',
    slug: word,
    texts: { summary, description },
    act: 'ladder_added',
    changes: listChanges({}, told),
  });
  return { ...added, id: ladder_id };
}

type Row = {
  slug: string;
  name: string;
  region: string;
  zone: string;
  position: number;
};

async function editLadder(
  unit: Unit,
  asked: string,
  { summary, description, revision: read, of, ...body }: EditedLadder,
) {
  const { transaction } = unit;
  const { id } = await getLadderRow(transaction, asked);
  const isOfTexts = Object.keys(body).length === 0;
  if (isOfTexts) {
    const { reach } = await requireWriter(unit);
    requireWithin(reach, id);
  } else {
    await requireSiteAdmin(unit);
  }
  // Before its row, in the order of everybody who changes a ladder.
  const stream = await holdLadder(unit, asked);
  const [before] = await transaction.query<Row>(
    'select slug, name, region, zone, position from public.ladders where id = $1 for update',
    [id],
  );
  if (before === undefined) {
    return refuse({ code: 'not_found', params: { what: 'ladder', id: asked } });
  }
  const after: Row = { ...before, ...body };
  const changes = listChanges(before, after);
  if ('name' in changes || 'zone' in changes) {
    const { name, zone } = after;
    await unit.decideLadder(stream, { type: 'edit_ladder', name, zone });
  }
  if ('slug' in changes) {
    await renameSlug(transaction, 'ladders', { from: before.slug, to: after.slug });
  }
  await transaction.query('update public.ladders set region = $2, position = $3 where id = $1', [
    id,
    after.region,
    after.position,
  ]);
  const { slug: word } = after;
  return editTexts(unit, {
    kind: 'ladders',
    slug: word,
    texts: { summary, description },
    revision: read,
    of,
    changes,
  });
}

/** Retires a ladder that plays no season, or brings it back. */
async function setRetired(unit: Unit, asked: string, isRetired: boolean) {
  await requireSiteAdmin(unit);
  const { transaction } = unit;
  const ladder = await getLadderRow(transaction, asked);
  // A season that is planned or opened meanwhile is there before, or finds the ladder retired.
  await holdLadder(unit, asked);
  const running = await transaction.query(
    `select 1 from public.seasons where ladder_id = $1 and status <> 'closed' and not is_demo`,
    [ladder.id],
  );
  if (isRetired && running.length > 0) {
    refuse({ code: 'season_running', params: {} });
  }
  const changed = await transaction.query(
    `update public.ladders set retired_at = case when $2 then $3::timestamptz end
     where id = $1 and (retired_at is null) = $2 returning 1`,
    [ladder.id, isRetired, unit.at],
  );
  if (changed.length > 0) {
    const act = isRetired ? 'ladder_retired' : 'ladder_brought_back';
    await keepAudit(unit, { act, kind: 'ladder', subject: ladder.slug });
  }
  return { slug: ladder.slug };
}

/** Ladders themselves: added, edited, ordered, retired and brought back. */
export function mountLadderMaking(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/ladders',
    schema: newLadder,
    work: (unit, { body }) => addLadder(unit, body),
  });
  mountOrder(api, parts, 'ladders');
  mountCommand(api, parts, {
    method: 'POST',
    path: '/ladders/:slug/edit',
    schema: editedLadder,
    work: (unit, { body, parameters }) => editLadder(unit, parameters.slug ?? '', body),
  });
  for (const method of ['POST', 'DELETE'] as const) {
    mountCommand(api, parts, {
      method,
      path: '/ladders/:slug/retirement',
      schema: v.object({}),
      work: (unit, { parameters }) => setRetired(unit, parameters.slug ?? '', method === 'POST'),
    });
  }
}
