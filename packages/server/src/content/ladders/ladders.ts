import type { LadderContent } from '../types.ts';
import { aqtionTeamplay } from './aqtion-4v4-teamplay.ts';
import { bf6Tanks } from './bf6-2v2-tanks.ts';
import { bf6TenAmerica, bf6TenEurope } from './bf6-10v10.ts';
import { dirtClassic } from './dirt2-intl-open-classic.ts';
import { modernWarfareDuo } from './mw-2v2-na.ts';
import { paintballersFives } from './paintballers-5v5-na.ts';
import { squadCloseCombat } from './squad-4v4-cc.ts';
import { testLadder } from './test-ladder.ts';

export const ladders: readonly LadderContent[] = [
  bf6Tanks,
  bf6TenEurope,
  bf6TenAmerica,
  aqtionTeamplay,
  modernWarfareDuo,
  paintballersFives,
  squadCloseCombat,
  testLadder,
  dirtClassic,
];
