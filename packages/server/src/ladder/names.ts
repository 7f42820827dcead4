import type { LadderName, LadderSeason } from '@muster/site/pages/ladder/data.ts';
import { toInstant, toInstantOrNull } from '../page/instants.ts';
import type { LadderRow, SeasonRow } from './query.ts';

export function toLadderName(row: LadderRow): LadderName {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    format: row.format,
    region: row.region,
    zone: row.zone,
    is_test: row.is_test,
    game: { slug: row.game_slug, name: row.game_name },
  };
}

export function toLadderSeason(season: SeasonRow): LadderSeason {
  // One that an admin closed early ended on that day, not on the planned one.
  const closed = season.status === 'closed' ? season.closed_at : null;
  return {
    id: season.id,
    name: season.name,
    number: season.number,
    status: season.status,
    is_demo: season.is_demo,
    opens_at: toInstant(season.opens_at),
    ends_at: toInstantOrNull(closed ?? season.ends_at),
    rules: season.rules,
    rules_version: season.rules_version,
  };
}
