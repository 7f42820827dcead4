import type { GameContent } from '../types.ts';
import { aqtion } from './aqtion.ts';
import { arma3 } from './arma3.ts';
import { battlefield6 } from './battlefield6.ts';
import { battlefield2042 } from './battlefield2042.ts';
import { dirt2 } from './dirt2.ts';
import { finals } from './finals.ts';
import { modernWarfare } from './modern-warfare.ts';
import { paintballers } from './paintballers.ts';
import { squad } from './squad.ts';

export const games: readonly GameContent[] = [
  aqtion,
  arma3,
  battlefield2042,
  battlefield6,
  dirt2,
  finals,
  squad,
  modernWarfare,
  paintballers,
];
