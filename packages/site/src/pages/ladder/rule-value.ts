import { getRosterLimits, type RuleField, type Rules, ruleFields } from '@muster/league';
import { createContext, useContext } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { loosen } from '../../intl/intl-root.tsx';
import { useDurationWords } from './use-duration-words.ts';

/** Sections that say something only on ladders of one format. */
const onlyFor: Partial<Record<string, string[]>> = {
  reach: ['rung'],
  idle: ['rung'],
  rating: ['rating'],
  timeAttack: ['time_attack'],
  challenge: ['rung', 'rating'],
  schedule: ['rung', 'rating'],
  checkIn: ['rung', 'rating'],
  maps: ['rung', 'rating'],
  score: ['rung', 'rating'],
  report: ['rung', 'rating'],
  forfeit: ['rung', 'rating'],
  dispute: ['rung', 'rating'],
  rest: ['rung', 'rating'],
  transfer: ['rung', 'rating'],
};

/** What of a team's rules holds of a driver, who enters alone. */
const driverFields: readonly string[] = ['team.identityRequired'];

interface RuleSection {
  /** As its heading is called. */
  section: string;
  fields: RuleField[];
}

/** The rules' fields that apply to a ladder's format by section, in the order in which people read them. */
export function listRuleSections(format: string): RuleSection[] {
  const sections: RuleSection[] = [];
  for (const field of ruleFields) {
    const [name = ''] = field.path.split('.');
    const isOfDriver = name === 'team' && format === 'time_attack';
    if (
      onlyFor[name]?.includes(format) === false ||
      (isOfDriver && !driverFields.includes(field.path))
    ) {
      continue;
    }
    const section = isOfDriver ? 'drivers' : name;
    const last = sections.at(-1);
    if (last?.section === section) {
      last.fields.push(field);
    } else {
      sections.push({ section, fields: [field] });
    }
  }
  return sections;
}

/** The value that a field has in these rules. */
export function readRule(rules: Rules, { path }: RuleField): unknown {
  // Roster limits that are not set follow from the size on the field.
  if (path === 'team.rosterMinimum') {
    return getRosterLimits(rules).minimum;
  }
  if (path === 'team.rosterMaximum') {
    return getRosterLimits(rules).maximum;
  }
  const [section = '', name = ''] = path.split('.');
  // A path is text; no type ties it to the rules.
  return (rules as unknown as Record<string, Record<string, unknown>>)[section]?.[name];
}

/** What those are called whom rules name, by their ids. */
export const RulePeople = createContext<Readonly<Record<string, string>>>({});

/** A rule's value in words: durations, units, choices and lists. */
export function useRuleWords(): (field: RuleField, value: unknown) => string {
  const t = loosen(useTranslations('rules'));
  const format = useFormatter();
  const words = useDurationWords();
  const people = useContext(RulePeople);
  const toWeekday = (day: unknown) =>
    format.dateTime(new Date(Date.UTC(2024, 0, Number(day))), { weekday: 'long', timeZone: 'UTC' });
  const toOption = (option: unknown) =>
    typeof option === 'number' ? toWeekday(option) : t(`options.${option}`);
  return (field, value) => {
    if (value === null || value === undefined) {
      return t(`values.${toEmpty(field)}`);
    }
    switch (field.kind) {
      case 'integer':
      case 'decimal':
        return field.unit === 'weekday'
          ? toWeekday(value)
          : t(`units.${field.unit}`, { value: Number(value) });
      case 'duration':
        return words(String(value));
      case 'person':
        return people[String(value)] ?? '?';
      case 'flag':
        return t(value === true ? 'values.yes' : 'values.no');
      case 'choice':
        return toOption(value);
      case 'names':
      case 'integers':
        return toList(value).map(String).join(', ') || t('values.none');
      case 'choices':
        return toList(value).map(toOption).join(', ') || t('values.none');
      default:
        return String(value);
    }
  };
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function toEmpty({ path, kind }: RuleField): 'unlimited' | 'nobody' | 'none' {
  if (kind === 'person') {
    return 'nobody';
  }
  return path === 'score.mapLimit' ? 'unlimited' : 'none';
}
