import {
  type LadderEventType,
  type RefusalCode,
  ruleFields,
  type SiteEventType,
  type TeamEventType,
} from '@muster/league';
import compile from 'icu-minify/compile';
import { describe, expect, it } from 'vitest';
import { locales } from '../intl/locales.ts';
import events from './en/events.json' with { type: 'json' };
import refusals from './en/refusals.json' with { type: 'json' };
import ruleNames from './en/rule-names.json' with { type: 'json' };
import rules from './en/rules.json' with { type: 'json' };

// The types hold what cannot be listed at run time: each code and each event type has its sentence.
const everyRefusal: Record<RefusalCode, string> = refusals;
const everyEvent: Record<LadderEventType | TeamEventType | SiteEventType, string> = events;

type Texts = { [key: string]: string | Texts };

function flatten(texts: Texts, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : flatten(value, `${path}${key}.`),
  );
}

/** The arguments of a compiled message: `[name]`, `[name, kind, branches]`, with text between. */
function listArguments(compiled: unknown): string[] {
  if (Array.isArray(compiled)) {
    const [name, kind, branches] = compiled as unknown[];
    const isArgument =
      typeof name === 'string' && (compiled.length === 1 || (typeof kind === 'number' && kind > 0));
    return isArgument ? [name, ...listArguments(branches)] : compiled.flatMap(listArguments);
  }
  return typeof compiled === 'object' && compiled !== null
    ? Object.values(compiled).flatMap(listArguments)
    : [];
}

async function load(code: string, area: string): Promise<Map<string, string>> {
  const module = (await import(`./${code}/${area}.json`, { with: { type: 'json' } })) as {
    default: Texts;
  };
  return new Map(flatten(module.default));
}

describe.each(['refusals', 'events', 'rules', 'rule-names'])(
  'the %s in seven languages',
  (area) => {
    it.each(locales.map(({ code }) => code))(
      'have every key in %s, with its figures, as valid ICU',
      async (code) => {
        const english = await load('en', area);
        const texts = await load(code, area);
        expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
        for (const [key, text] of texts) {
          expect(text.length, key).toBeGreaterThan(0);
          const known = new Set(listArguments(compile(english.get(key) ?? '')));
          for (const name of listArguments(compile(text))) {
            expect([...known], `${key}: ${text}`).toContain(name);
          }
        }
      },
    );
  },
);

describe('the texts of the rules', () => {
  it('name every field of the rules, its section and its unit', () => {
    const fields = new Map(flatten(rules.fields));
    const names = new Map(flatten(ruleNames.names));
    for (const { path, unit } of ruleFields) {
      expect([...fields.keys()]).toContain(path);
      expect([...names.keys()]).toContain(path);
      expect(ruleNames.sections).toHaveProperty(path.split('.')[0] ?? '');
      if (unit && !['duration', 'clock_time', 'weekday'].includes(unit)) {
        expect(rules.units).toHaveProperty(unit);
      }
    }
    expect([fields.size, names.size]).toEqual([ruleFields.length, ruleFields.length]);
    expect(Object.keys(everyRefusal).length).toBeGreaterThan(80);
    expect(Object.keys(everyEvent).length).toBeGreaterThan(70);
  });

  it('name every option of a choice', () => {
    for (const field of ruleFields) {
      if (field.kind !== 'choice' && field.kind !== 'choices') {
        continue;
      }
      for (const option of field.options) {
        if (typeof option === 'string') {
          expect(rules.options).toHaveProperty(option);
        }
      }
    }
  });
});
