import type { DecideContext } from './context.ts';
import type { TeamId } from './ids.ts';
import { parseName, toSkeleton } from './name.ts';
import { refuse } from './refusal.ts';
import { isZone } from './zone.ts';

const nameLength = { minimum: 2, maximum: 40 };
const tagLength = { minimum: 2, maximum: 6 };
const locales = ['en', 'es', 'fr', 'de', 'pl', 'pt', 'fi'];

export interface TeamNames {
  name: string;
  tag: string;
}

const fields = ['name', 'tag'] as const;

/** Name and tag, unique also under look-alike characters. */
export function requireNames(
  { facts }: DecideContext,
  teamId: TeamId,
  named: TeamNames,
): TeamNames {
  const name = parseName(named.name, nameLength) ?? refuse('name_invalid', nameLength, 'name');
  const tag = parseName(named.tag, tagLength) ?? refuse('tag_invalid', tagLength, 'tag');
  const names = { name, tag };
  const others = (facts.similar_names ?? []).filter((other) => other.team_id !== teamId);
  for (const field of fields) {
    const value = names[field];
    const same = others.find((other) => other[field].toLowerCase() === value.toLowerCase());
    if (same) {
      refuse('name_taken', { name: same[field] }, field);
    }
    const alike = others.find((other) => toSkeleton(other[field]) === toSkeleton(value));
    if (alike) {
      refuse('name_confusable', { name: alike[field] }, field);
    }
  }
  return names;
}

/** What an admin took away does not come back by its team's own hand; a name that stays as it was is no new one. */
export function requireNotRemoved(
  { facts }: DecideContext,
  names: TeamNames,
  before: TeamNames | null = null,
): void {
  const removed = facts.removed_names;
  for (const field of fields) {
    const value = names[field];
    const isRemoved = removed?.[field].some((gone) => toSkeleton(gone) === toSkeleton(value));
    if (value !== before?.[field] && isRemoved === true) {
      refuse('name_removed', { name: value }, field);
    }
  }
}

export function requireHome({ zone, locale }: { zone: string; locale: string }): void {
  if (!isZone(zone)) {
    refuse('zone_unknown', { zone }, 'zone');
  }
  if (!locales.includes(locale)) {
    refuse('field_invalid', { field: 'locale' }, 'locale');
  }
}
