import type { WeeklyAvailability } from '../context.ts';
import type { PersonId, TeamId, Zone } from '../ids.ts';
import { toSkeleton } from '../name.ts';
import { createUuid, type Random } from './random.ts';

/** Somebody who plays in a simulated season. */
export interface SimulatedPerson {
  person_id: PersonId;
  username: string;
  locale: string;
  zone: Zone;
  availability: WeeklyAvailability;
  /** How well they play: around 0, deviation 1. */
  skill: number;
}

/** A team of a simulated season, before it is founded. */
export interface SimulatedTeam {
  team_id: TeamId;
  name: string;
  tag: string;
  slug: string;
  zone: Zone;
  locale: string;
  region: 'europe' | 'america';
  captain: SimulatedPerson;
  members: SimulatedPerson[];
  skill: number;
}

const homes = {
  europe: [
    ['Europe/Berlin', 'de'],
    ['Europe/Warsaw', 'pl'],
    ['Europe/Paris', 'fr'],
    ['Europe/Madrid', 'es'],
    ['Europe/Helsinki', 'fi'],
    ['Europe/London', 'en'],
    ['Europe/Lisbon', 'pt'],
  ],
  america: [
    ['America/New_York', 'en'],
    ['America/Chicago', 'en'],
    ['America/Los_Angeles', 'en'],
    ['America/Toronto', 'fr'],
    ['America/Sao_Paulo', 'pt'],
    ['America/Mexico_City', 'es'],
  ],
} as const;

const firstWords = [
  'Iron',
  'Silent',
  'Crimson',
  'Northern',
  'Broken',
  'Golden',
  'Midnight',
  'Frozen',
  'Hollow',
  'Electric',
  'Scarlet',
  'Savage',
  'Lucky',
  'Phantom',
  'Granite',
  'Amber',
  'Copper',
  'Ashen',
  'Velvet',
  'Burning',
  'Stubborn',
  'Arctic',
  'Desert',
  'Thunder',
  'Quiet',
  'Rusty',
];
const secondWords = [
  'Foxes',
  'Lanterns',
  'Ravens',
  'Badgers',
  'Comets',
  'Harbour',
  'Vipers',
  'Bison',
  'Anvils',
  'Falcons',
  'Wolves',
  'Meridian',
  'Turtles',
  'Owls',
  'Saints',
  'Pirates',
  'Engines',
  'Herons',
  'Kodiaks',
  'Nomads',
  'Tempest',
  'Battery',
  'Marauders',
  'Lynx',
  'Sparrows',
  'Outriders',
];
const handles = [
  'kestrel',
  'nordlys',
  'pixelpaul',
  'tanja',
  'moss',
  'halva',
  'rookie',
  'brisket',
  'zephyr',
  'mikko',
  'duda',
  'lena',
  'bolt',
  'pierogi',
  'sable',
  'otto',
  'ximena',
  'juno',
  'grisou',
  'tuuli',
  'wren',
  'cobalt',
  'basil',
  'ember',
  'fjord',
  'gizmo',
  'hazel',
  'indigo',
  'jasper',
  'koala',
  'lumen',
  'maple',
  'nacho',
  'olive',
  'pepper',
  'quartz',
  'raptor',
  'sushi',
  'tango',
  'umbra',
  'vesper',
  'walnut',
  'yarrow',
  'ziggy',
  'anis',
  'bruno',
  'carmen',
  'dario',
  'elina',
  'flint',
];
const tails = [
  '',
  '',
  '_',
  'x',
  'ito',
  'Q',
  'fps',
  'GG',
  'tv',
  '77',
  '42',
  '_pl',
  '_de',
  'one',
  'ska',
  'ado',
  'is',
  'land',
  'er',
  'kid',
];

const toSlug = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** People of one region, their names, homes and evenings. */
function createPerson(
  random: Random,
  epoch: number,
  home: { zone: Zone; locale: string },
  taken: Set<string>,
): SimulatedPerson {
  let username = '';
  for (let tries = 0; username === '' || taken.has(toSkeleton(username)); tries += 1) {
    username = `${random.pick(handles)}${random.pick(tails)}${tries > 3 ? random.whole(2, 999) : ''}`;
  }
  taken.add(toSkeleton(username));
  const weekdays = random.shuffle([1, 2, 3, 4, 5, 6, 7]).slice(0, random.whole(3, 5)).sort();
  const ranges = weekdays.map((weekday) => ({
    weekday,
    from: weekday > 5 ? '14:00' : `${random.whole(18, 20)}:00`,
    until: '23:00',
  }));
  return {
    person_id: createUuid(random, epoch),
    username,
    ...home,
    skill: random.normal(),
    availability: { zone: home.zone, ranges: random.chance(0.7) ? ranges : [] },
  };
}

/** Five teams of eight: three in Europe, two in America. */
const isLarge = (index: number) => [0, 1, 2, 5, 6].includes(index % 8);

/** The teams and people of a simulation: at least two a team, the rest spread by the seed. */
export function createCast(
  random: Random,
  epoch: number,
  counts: { teams: number; people: number; large?: number },
): SimulatedTeam[] {
  // Of people; the officials of a demonstration are called so.
  const taken = new Set(['Arbiter', 'Steward'].map(toSkeleton));
  const skeletons = new Set<string>();
  const sizes = Array.from({ length: counts.teams }, () =>
    Math.max(2, Math.floor(counts.people / counts.teams) - 1),
  );
  for (let rest = counts.people - sizes.reduce((sum, size) => sum + size, 0); rest > 0; rest -= 1) {
    const index = random.whole(0, counts.teams - 1);
    sizes[index] = (sizes[index] ?? 0) + 1;
  }
  return sizes.map((usual, index) => {
    const size = counts.large !== undefined && isLarge(index) ? counts.large : usual;
    const region = index % 8 < 5 ? 'europe' : 'america';
    const [zone, locale] = random.pick<readonly [Zone, string]>(homes[region]);
    const { name, tag } = createNames(random, skeletons);
    const members = Array.from({ length: size }, () =>
      createPerson(random, epoch, { zone, locale }, taken),
    );
    const captain = members[0];
    if (!captain) {
      throw new Error('A team without people');
    }
    const skill =
      members.reduce((sum, { skill: own }) => sum + own, 0) / members.length + random.normal();
    return {
      team_id: createUuid(random, epoch),
      name,
      tag,
      slug: toSlug(name),
      zone,
      locale,
      region,
      captain,
      members,
      skill,
    };
  });
}

function createNames(random: Random, skeletons: Set<string>): { name: string; tag: string } {
  for (let tries = 0; ; tries += 1) {
    const first = random.pick(firstWords);
    const second = random.pick(secondWords);
    const name = tries > 20 ? `${first} ${second} ${random.whole(2, 9999)}` : `${first} ${second}`;
    const letters = `${first[0]}${second.slice(0, 2)}`.toUpperCase();
    const tag = tries > 5 ? `${letters}${random.whole(10, 999)}` : letters;
    const [nameSkeleton, tagSkeleton] = [toSkeleton(name), `tag ${toSkeleton(tag)}`];
    if (skeletons.has(nameSkeleton) || skeletons.has(tagSkeleton)) {
      continue;
    }
    skeletons.add(nameSkeleton);
    skeletons.add(tagSkeleton);
    return { name, tag };
  }
}
