import type { FormatName } from '../ids.ts';
import type { LadderState } from '../state.ts';
import type { Format } from './format.ts';
import { ratingFormat } from './rating.ts';
import { rungFormat } from './rung.ts';
import { timeAttackFormat } from './time-attack.ts';

const formats: Record<FormatName, Format> = {
  rung: rungFormat,
  rating: ratingFormat,
  time_attack: timeAttackFormat,
};

export function getFormat(state: LadderState): Format {
  return formats[state.ladder?.format ?? 'rung'];
}
