import * as v from 'valibot';
import { parseDuration } from './duration.ts';
import { type RuleField, ruleFields } from './rule-fields.ts';
import type { RulePath, Rules } from './rules.ts';

const clockTime = /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/;

/** What is wrong with one field of a rules object. */
type RuleFault = { path: RulePath | string; minimum: string | null; maximum: string | null };

/** What the kind of an account looks like: a rule that asked for another would let nobody in. */
export const identityKind = /^[a-z0-9][a-z0-9_-]{1,31}$/;

type AnySchema = v.GenericSchema<unknown, unknown>;

function createFieldSchema(field: RuleField): AnySchema {
  const schema = createValueSchema(field);
  return 'nullable' in field ? v.nullable(schema) : schema;
}

function createValueSchema(field: RuleField): AnySchema {
  switch (field.kind) {
    case 'integer':
      return v.pipe(v.number(), v.integer(), v.minValue(field.minimum), v.maxValue(field.maximum));
    case 'decimal':
      return v.pipe(v.number(), v.finite(), v.minValue(field.minimum), v.maxValue(field.maximum));
    case 'duration':
      return v.pipe(
        v.string(),
        v.check((text) => isWithin(text, field.minimum, field.maximum)),
      );
    case 'flag':
      return v.boolean();
    case 'choice':
      return v.picklist(field.options);
    case 'clock_time':
      return v.pipe(v.string(), v.regex(clockTime));
    case 'identity':
      return v.pipe(v.string(), v.trim(), v.toLowerCase(), v.regex(identityKind));
    case 'person':
      return v.pipe(v.string(), v.uuid(), v.toLowerCase());
    case 'names':
      return v.pipe(
        v.array(createNameSchema(80)),
        v.maxLength(field.maximum),
        v.check((list) => !field.distinct || isDistinct(list)),
      );
    case 'choices':
      return v.pipe(
        v.array(v.picklist(field.options)),
        v.minLength(field.minimum),
        v.maxLength(field.maximum),
        v.check((list) => !field.distinct || isDistinct(list)),
      );
    case 'integers':
      return v.pipe(
        v.array(
          v.pipe(v.number(), v.integer(), v.minValue(field.minimum), v.maxValue(field.maximum)),
        ),
        v.maxLength(field.length),
      );
  }
}

const createNameSchema = (maximum: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maximum));
const isDistinct = (list: readonly unknown[]) => new Set(list).size === list.length;

function isWithin(text: string, minimum: string, maximum: string): boolean {
  const length = parseDuration(text);
  return (
    length !== null &&
    length >= (parseDuration(minimum) ?? 0) &&
    length <= (parseDuration(maximum) ?? 0)
  );
}

function createSections(): Record<string, AnySchema> {
  const sections: Record<string, Record<string, AnySchema>> = {};
  for (const field of ruleFields) {
    const [section = '', name = ''] = field.path.split('.');
    sections[section] ??= {};
    sections[section][name] = v.optional(
      createFieldSchema(field),
      structuredClone(field.default) as never,
    );
  }
  return Object.fromEntries(
    Object.entries(sections).map(([name, entries]) => [
      name,
      v.optional(v.strictObject(entries), {}),
    ]),
  );
}

/** The schema of a season's rules: unknown fields are refused, missing ones take their default. */
const rulesSchema = v.strictObject(createSections()) as unknown as v.GenericSchema<unknown, Rules>;

/** The rules with every default in place. */
export function createDefaultRules(): Rules {
  return v.parse(rulesSchema, {});
}

/** Rules of before some field was, with that field's default: what a new season begins with. */
export function completeRules(rules: Partial<Rules>): Rules {
  const defaults = createDefaultRules();
  const sections = Object.entries(defaults).map(([name, fields]) => [
    name,
    { ...fields, ...rules[name as keyof Rules] },
  ]);
  return Object.fromEntries(sections) as Rules;
}

/**
 * Parses a rules object; the first fault names its field and that field's limits. `by` says what
 * forbids the value: the field's own `limits`, or its `neighbours`.
 */
export function parseRules(
  input: unknown,
): { ok: true; rules: Rules } | { ok: false; fault: RuleFault; by: 'limits' | 'neighbours' } {
  const parsed = v.safeParse(rulesSchema, input);
  if (!parsed.success) {
    return { ok: false, fault: toFault(v.getDotPath(parsed.issues[0]) ?? ''), by: 'limits' };
  }
  const contradiction = findContradiction(parsed.output);
  return contradiction
    ? { ok: false, fault: toFault(contradiction), by: 'neighbours' }
    : { ok: true, rules: parsed.output };
}

function toFault(path: string): RuleFault {
  const name = path.split('.').slice(0, 2).join('.');
  const field = ruleFields.find((candidate) => candidate.path === name);
  const limits =
    field && 'maximum' in field
      ? {
          minimum: 'minimum' in field ? String(field.minimum) : null,
          maximum: String(field.maximum),
        }
      : null;
  return { path: name, minimum: limits?.minimum ?? null, maximum: limits?.maximum ?? null };
}

/** Fields that are right each by itself and wrong together; the one to mend is named. */
function findContradiction(rules: Rules): RulePath | null {
  const { minimum, maximum } = getRosterLimits(rules);
  const length = (duration: string) => parseDuration(duration) ?? 0;
  const faults: [boolean, RulePath][] = [
    [minimum < rules.team.size, 'team.rosterMinimum'],
    [maximum < minimum, 'team.rosterMaximum'],
    [rules.schedule.timesMaximum < rules.schedule.timesMinimum, 'schedule.timesMaximum'],
    [length(rules.schedule.latest) <= length(rules.schedule.earliest), 'schedule.latest'],
    [rules.schedule.hoursFrom === '24:00', 'schedule.hoursFrom'],
    [rules.schedule.defaultTime === '24:00', 'schedule.defaultTime'],
    [
      length(rules.schedule.rescheduleUntil) < length(rules.checkIn.opens),
      'schedule.rescheduleUntil',
    ],
    [rules.maps.sides.length === 1, 'maps.sides'],
    [rules.rest.maximum < rules.rest.minimum, 'rest.maximum'],
    [length(rules.idle.dropAfter) <= length(rules.idle.warnAfter), 'idle.dropAfter'],
    [length(rules.idle.removeAfter) <= length(rules.idle.dropAfter), 'idle.removeAfter'],
    [
      length(rules.dispute.voidUnruled) <= length(rules.dispute.rulingWithin),
      'dispute.voidUnruled',
    ],
  ];
  return faults.find(([isFault]) => isFault)?.[1] ?? findMapContradiction(rules);
}

function findMapContradiction({ maps }: Rules): RulePath | null {
  if (maps.pool.length === 0) {
    return null;
  }
  if (maps.choice === 'letters') {
    if (maps.letters.length !== maps.count) {
      return 'maps.letters';
    }
    if (maps.sides.length > 0 && maps.sideLetters.length !== maps.count) {
      return 'maps.sideLetters';
    }
    return maps.distinct && maps.pool.length < maps.count ? 'maps.pool' : null;
  }
  const taken = maps.veto.filter((action) => action !== 'side').length;
  const kept = maps.veto.filter((action) => action === 'pick' || action === 'decider').length;
  if (kept !== maps.count || taken > maps.pool.length) {
    return 'maps.veto';
  }
  return hasStraySide(maps.veto, maps.sides.length > 0) ? 'maps.veto' : null;
}

/** A side is chosen for the map just picked, once, and only where maps have sides. */
function hasStraySide(veto: Rules['maps']['veto'], hasSides: boolean): boolean {
  return veto.some((action, index) => {
    const before = veto[index - 1];
    return action === 'side' && (!hasSides || (before !== 'pick' && before !== 'decider'));
  });
}

/** How many people an entry's roster may have. */
export function getRosterLimits(rules: Rules): { minimum: number; maximum: number } {
  return {
    minimum: rules.team.rosterMinimum ?? rules.team.size,
    maximum: rules.team.rosterMaximum ?? 2 * rules.team.size + 2,
  };
}
