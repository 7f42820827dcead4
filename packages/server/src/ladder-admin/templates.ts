import { createDefaultRules, type FormatName, parseRules, type Rules } from '@muster/league';

interface Game {
  maps: readonly string[];
  sides: readonly string[];
}

/** Rules as somebody gives them: only what differs. */
export type GivenRules = Readonly<Record<string, unknown>>;

const mostMaps = 60;

const isSection = (value: unknown): value is GivenRules =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rules with others over them, field by field. */
export function mergeRules(base: object, given: GivenRules): GivenRules {
  const merged: Record<string, unknown> = Object.fromEntries(Object.entries(base));
  for (const [section, fields] of Object.entries(given)) {
    const usual = merged[section];
    merged[section] = isSection(usual) && isSection(fields) ? { ...usual, ...fields } : fields;
  }
  return merged;
}

/** A game's maps and sides as rules have them, the most of them first that fits the rest of the rules. */
function listMapRules({ maps, sides }: Game): GivenRules[] {
  const pool = maps.slice(0, mostMaps);
  return [{ maps: { pool, sides } }, { maps: { pool } }, { maps: { sides } }, {}];
}

/** The rules that a new ladder of a format begins with: the defaults, with what the game has. */
export function createTemplate(format: FormatName, game: Game): Rules {
  const defaults = createDefaultRules();
  const given: GivenRules[] =
    format === 'time_attack'
      ? [{ team: { size: 1 }, timeAttack: { stages: game.maps.slice(0, mostMaps) } }]
      : listMapRules(game);
  for (const rules of given) {
    const parsed = parseRules(mergeRules(defaults, rules));
    if (parsed.ok) {
      return parsed.rules;
    }
  }
  return defaults;
}
