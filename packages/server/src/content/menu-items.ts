import type { MenuItemContent } from './types.ts';

const casual: readonly [slug: string, label: string][] = [
  ['aqtion', 'AQtion'],
  ['arma3', 'Arma 3'],
  ['battlefield2042', 'Battlefield 2042'],
  ['battlefield6', 'Battlefield 6'],
  ['dirt2', 'DiRT Rally 2.0'],
  ['finals', 'THE FINALS'],
  ['squad', 'Squad'],
];

/** The ids outlive the addresses: `token` is the place that a league fills with a ladder of its own. */
const competitions: readonly [id: string, label: string, slug: string][] = [
  ['bf6-2v2-tanks', 'Battlefield 6 2v2 Tanks', 'bf6-2v2-tanks'],
  ['bf6-10v10-eu', 'Battlefield 6 10v10 EU', 'bf6-10v10-eu'],
  ['bf6-10v10-na', 'Battlefield 6 10v10 NA', 'bf6-10v10-na'],
  ['token', 'AQtion 4v4 Teamplay', 'aqtion-4v4-teamplay'],
  ['mw-2v2-na', 'Modern Warfare 2v2 NA', 'mw-2v2-na'],
  ['paintballers-5v5-na', 'Paintballers 5v5 NA', 'paintballers-5v5-na'],
  ['test-ladder', 'Test Ladder', 'test-ladder'],
  ['dirt2-intl-open-classic', 'DiRT Rally 2.0 Open Classic', 'dirt2-intl-open-classic'],
];

const servers: readonly [slug: string, label: string][] = [
  ['bf2042', 'Battlefield 2042'],
  ['space-engineers', 'Space Engineers'],
];

export const menuItems: readonly MenuItemContent[] = [
  ...casual.map(([slug, label], index) => ({
    id: `games-${slug}`,
    menu: 'casual' as const,
    position: index + 1,
    label,
    path: `/games/${slug}`,
  })),
  ...competitions.map(([id, label, slug], index) => ({
    id,
    menu: 'competitions' as const,
    position: index + 1,
    label,
    path: `/ladders/${slug}`,
  })),
  ...servers.map(([slug, label], index) => ({
    id: `servers-${slug}`,
    menu: 'servers' as const,
    position: index + 1,
    label,
    path: `/servers/${slug}`,
  })),
];
