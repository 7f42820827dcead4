import type { Queryable } from '@muster/database';
import type { FormatName, StreamName } from '@muster/league';
import { toNamedId } from '../content/named-id.ts';
import { getStartingContent } from '../content/starting-content.ts';
import type { Unit } from '../engine/unit.ts';

const seasonDays = 120;
const day = 24 * 3600 * 1000;
const asSystem = { isSystem: true };

/** A ladder that waits for a first season of its own. */
interface Unopened {
  id: string;
  slug: string;
  name: string;
  game: string;
  format: FormatName;
  zone: string;
  is_test: boolean;
  /** The rules by which its demonstration was played; null where none was. */
  played: Record<string, unknown> | null;
}

/** The rules that ship with each ladder of the starting content, by the ladder's id. */
function listShippedRules(): Map<string, Record<string, unknown>> {
  const { ladders } = getStartingContent();
  return new Map(ladders.map(({ slug, rules }) => [toNamedId(`ladder:${slug}`), rules]));
}

/**
 * The ladders that ship or were played in the demonstration, that are not retired, and that never had a season of
 * their own; without `afterDemo` only those that never had one of the demonstration's either.
 */
export function listUnopened(
  queryable: Queryable,
  { afterDemo }: { afterDemo: boolean },
): Promise<Unopened[]> {
  return queryable.query<Unopened>(
    `select l.id, l.slug, l.name, l.game_slug as game, l.format, l.zone, l.is_test, played.rules as played
     from public.ladders l
     join public.games g on g.slug = l.game_slug and g.retired_at is null
     left join lateral (select s.rules from public.seasons s
       where s.ladder_id = l.id and s.is_demo order by s.opens_at desc limit 1) played on true
     where l.retired_at is null
       and case when played.rules is null then l.id = any($1::uuid[]) else $2 end
       and not exists (select from public.seasons s where s.ladder_id = l.id and not s.is_demo)
     order by l.id`,
    [[...listShippedRules().keys()], afterDemo],
  );
}

/** Opens a ladder's first season by its own rules: what its admins have set, else what it was played by, else what ships. */
async function openFirstSeason(unit: Unit, { id, slug, played, ...ladder }: Unopened) {
  const stream: StreamName<'ladder'> = `ladder:${id}`;
  if (unit.ladder(stream).ladder === null) {
    await unit.decideLadder(stream, { type: 'create_ladder', ladder_id: id, ...ladder }, asSystem);
  }
  const rules = played ?? listShippedRules().get(id) ?? {};
  if (unit.ladder(stream).next_rules === null) {
    await unit.decideLadder(stream, { type: 'edit_rules', rules }, asSystem);
  }
  const starts = Date.parse(unit.at);
  await unit.decideLadder(
    stream,
    {
      type: 'plan_season',
      season_id: toNamedId(`season:${slug}:1:${unit.at}`),
      name: '1',
      starts_at: unit.at,
      ends_at: new Date(starts + seasonDays * day).toISOString(),
    },
    asSystem,
  );
  await unit.decideLadder(stream, { type: 'open_season' }, asSystem);
}

/** Opens a first season on each of these ladders. */
export async function openFirstSeasons(unit: Unit, ladders: readonly Unopened[]): Promise<void> {
  await unit.hold(ladders.map(({ id }): StreamName => `ladder:${id}`));
  for (const ladder of ladders) {
    await openFirstSeason(unit, ladder);
  }
}
