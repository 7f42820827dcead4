import fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { VetoAction } from './rules.ts';
import { parseRules } from './rules-schema.ts';
import type { VetoTurn } from './state.ts';
import { holds } from './testing/holds.ts';
import { findVetoStep, listVetoOptions } from './veto.ts';

const pool = ['Ash', 'Birch', 'Cedar', 'Dune', 'Elm', 'Fjord', 'Gorge'];
const game = fc.record({
  veto: fc.array(fc.constantFrom<VetoAction>('ban', 'pick', 'side', 'decider'), {
    minLength: 1,
    maxLength: 12,
  }),
  size: fc.integer({ min: 1, max: pool.length }),
  hasSides: fc.boolean(),
});

interface Part {
  parse: typeof parseRules;
  find: typeof findVetoStep;
  list: typeof listVetoOptions;
}
const part: Part = { parse: parseRules, find: findVetoStep, list: listVetoOptions };

describe('a veto', () => {
  holds(
    'has exactly one mover at each step, for every sequence and pool that the rules let through',
    ({ parse, find, list }: Part) =>
      fc.property(game, ({ veto, size, hasSides }) => {
        const count = veto.filter((action) => action === 'pick' || action === 'decider').length;
        const maps = {
          pool: pool.slice(0, size),
          count: Math.max(1, count),
          choice: 'veto',
          veto,
          sides: hasSides ? ['attack', 'defence'] : [],
        };
        const parsed = parse({ maps });
        if (!parsed.ok) {
          return;
        }
        const match: { veto: VetoTurn[] } = { veto: [] };
        for (const [index, action] of veto.entries()) {
          const step = find(parsed.rules, match);
          expect(step?.action).toBe(action);
          expect(step?.by === 'draw').toBe(action === 'decider');
          const options = list(parsed.rules, match, action);
          expect(options.length).toBeGreaterThan(0);
          const value = options[index % options.length] ?? '';
          match.veto.push({ action, by: step?.by ?? 'draw', value, at: '' });
        }
        expect(find(parsed.rules, match)).toBeNull();
      }),
    {
      part,
      runs: 500,
      faults: {
        'did the side to move take what is drawn': {
          ...part,
          find: (rules, match) => {
            const step = findVetoStep(rules, match);
            return step && { ...step, by: 'defender' };
          },
        },
        'were a map played again': {
          ...part,
          list: (rules, match, action) =>
            listVetoOptions(rules, match, action).slice(match.veto.length),
        },
        'did a veto begin again': {
          ...part,
          find: (rules, match) => findVetoStep(rules, match) ?? findVetoStep(rules, { veto: [] }),
        },
      },
    },
  );
});
