import { type Simulation, simulateSeason } from '@muster/league';
import { toNamedId } from '../content/named-id.ts';
import { getStartingContent } from '../content/starting-content.ts';

const seed = 20260;
const teams = 32;
const people = 196;
/** How many people a team has that plays ten a side. */
const large = 13;
const days = 101;
const day = 24 * 3600 * 1000;

const regions = { America: 'america', Europe: 'europe' } as const;

/** Where the season is played by script, so that everything is there whenever somebody looks. */
const scripts: Record<string, 'statuses' | 'justice'> = {
  'bf6-2v2-tanks': 'justice',
  'squad-4v4-cc': 'statuses',
  'aqtion-4v4-teamplay': 'statuses',
};

/** Whose teams play on a ladder of a zone. */
export function toRegion(zone: string): 'america' | 'europe' | 'everywhere' {
  const continent = zone.split('/')[0];
  return continent === 'America' || continent === 'Europe' ? regions[continent] : 'everywhere';
}

/** What part of its region's teams joins: on the first ladder all, and in America, where there are fewer, nearly all. */
function toShare({
  slug,
  zone,
  is_test,
}: {
  slug: string;
  zone: string;
  is_test: boolean;
}): number {
  if (is_test) {
    return 0.25;
  }
  return slug === 'bf6-2v2-tanks' || toRegion(zone) === 'america' ? 1 : 0.75;
}

/** Plays a season on every ladder of the content, from a fixed seed, up to now. */
export function playDemoSeason(now: Date): Simulation {
  const end = Math.floor(now.getTime() / 1000) * 1000;
  return simulateSeason({
    seed,
    teams,
    people,
    large,
    starts_at: new Date(end - days * day).toISOString(),
    ends_at: new Date(end).toISOString(),
    ladders: getStartingContent().ladders.map(
      ({ slug, name, game, format, zone, is_test, rules, region }) => ({
        ladder_id: toNamedId(`ladder:${slug}`),
        season_id: toNamedId(`demo:${slug}`),
        name,
        season_name: 'Demonstration',
        game,
        format,
        zone,
        is_test,
        rules,
        region: region.includes('+') ? 'everywhere' : toRegion(zone),
        share: toShare({ slug, zone, is_test }),
        ...(scripts[slug] === undefined ? {} : { script: scripts[slug] }),
      }),
    ),
  });
}
