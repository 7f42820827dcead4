import { RestFailure } from '../failure.ts';

/** What a request prefers, as its `Prefer` headers say it; null where they say nothing. */
export interface Preferences {
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  return: 'representation' | 'minimal' | 'headers-only' | null;
  count: 'exact' | 'planned' | 'estimated' | null;
  tx: 'commit' | 'rollback' | null;
  missing: 'default' | 'null' | null;
  handling: 'strict' | 'lenient' | null;
  timezone: string | null;
  maxAffected: number | null;
}

/** In the order in which PostgREST names those that it applied. */
const choices = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
} as const;

type Choice = keyof typeof choices;

/** Reads the `Prefer` header; under `handling=strict` what is unknown is refused (PGRST122). */
export function readPreferences(headers: Headers): Preferences {
  const words = (headers.get('prefer') ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const choose = <Name extends Choice>(name: Name): (typeof choices)[Name][number] | null => {
    const values: readonly string[] = choices[name];
    const word = words.find((each) => values.some((value) => each === `${name}=${value}`));
    return (word?.slice(name.length + 1) ?? null) as (typeof choices)[Name][number] | null;
  };
  const preferences: Preferences = {
    resolution: choose('resolution'),
    return: choose('return'),
    count: choose('count'),
    tx: choose('tx'),
    missing: choose('missing'),
    handling: choose('handling'),
    timezone: findAfter(words, 'timezone='),
    maxAffected: toCount(findAfter(words, 'max-affected=')),
  };
  const unknown = words.filter((word) => !isKnown(word));
  if (preferences.handling === 'strict' && unknown.length > 0) {
    throw refuseUnknown(unknown);
  }
  return preferences;
}

/** The `Preference-Applied` header for those of them that this request applied; null for none. */
export function toPreferenceApplied(
  preferences: Preferences,
  applied: readonly (keyof Preferences)[],
): string | null {
  const isApplied = (name: keyof Preferences) => applied.includes(name);
  const words = (Object.keys(choices) as Choice[])
    .filter((name) => isApplied(name) && preferences[name] !== null)
    .map((name) => `${name}=${preferences[name]}`);
  const { timezone, maxAffected, handling } = preferences;
  if (timezone !== null && isApplied('timezone')) {
    words.push(`timezone=${timezone}`);
  }
  if (maxAffected !== null && handling === 'strict' && isApplied('maxAffected')) {
    words.push(`max-affected=${maxAffected}`);
  }
  return words.length === 0 ? null : words.join(', ');
}

function isKnown(word: string): boolean {
  if (word.startsWith('timezone=') || word.startsWith('max-affected=')) {
    return true;
  }
  return Object.entries(choices).some(([name, values]) =>
    values.some((value) => word === `${name}=${value}`),
  );
}

function findAfter(words: readonly string[], start: string): string | null {
  return words.find((word) => word.startsWith(start))?.slice(start.length) ?? null;
}

function toCount(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function refuseUnknown(words: readonly string[]): RestFailure {
  return new RestFailure(400, {
    code: 'PGRST122',
    message: 'Invalid preferences given with handling=strict',
    details: `Invalid preferences: ${words.join(', ')}`,
  });
}
