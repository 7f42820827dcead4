import { parseDuration, parseRules, type RuleField, type Rules } from '@muster/league';

/** What is wrong with a draft: the field, and whether its own limits or its neighbours forbid it. */
export interface DraftFault {
  path: string;
  by: 'limits' | 'neighbours';
}

/** Rules by the two parts of a field's path, which no type of theirs ties together. */
type Sections = Record<string, Record<string, unknown>>;

function split(path: string): [section: string, name: string] {
  const [section = '', name = ''] = path.split('.');
  return [section, name];
}

/** The value that a field has in a draft, as it stands in the file. */
export function readField(rules: Rules, path: string): unknown {
  const [section, name] = split(path);
  return (rules as unknown as Sections)[section]?.[name];
}

/** The draft with another value in one field. */
export function writeField(rules: Rules, path: string, value: unknown): Rules {
  const [section, name] = split(path);
  const sections = rules as unknown as Sections;
  return {
    ...sections,
    [section]: { ...sections[section], [name]: value },
  } as unknown as Rules;
}

export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The first field that cannot stand; null where the draft is a rules object. */
export function findFault(rules: Rules): DraftFault | null {
  const parsed = parseRules(rules);
  return parsed.ok ? null : { path: parsed.fault.path, by: parsed.by };
}

/** The fields in which two rules objects differ. */
export function listChanges(
  fields: readonly RuleField[],
  before: Rules,
  after: Rules,
): readonly RuleField[] {
  return fields.filter(({ path }) => !isSameValue(readField(before, path), readField(after, path)));
}

export const durationUnits = ['days', 'hours', 'minutes', 'seconds'] as const;
export type DurationUnit = (typeof durationUnits)[number];

const sizes: Record<DurationUnit, number> = {
  days: 86_400_000,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1000,
};

/** A duration as a number and the unit that says it best: PT72H is 72 hours, P10D ten days. */
export function splitDuration(duration: string): { amount: number; unit: DurationUnit } {
  const length = parseDuration(duration) ?? 0;
  const isInDays = /^P\d+D$/.test(duration);
  const unit =
    durationUnits.find(
      (name) => (isInDays || name !== 'days') && length > 0 && length % sizes[name] === 0,
    ) ?? (isInDays ? 'days' : 'hours');
  return { amount: length / sizes[unit], unit };
}

export function joinDuration(amount: number, unit: DurationUnit): string {
  const letter = { days: 'D', hours: 'H', minutes: 'M', seconds: 'S' }[unit];
  return unit === 'days' ? `P${amount}D` : `PT${amount}${letter}`;
}
