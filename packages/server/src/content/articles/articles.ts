import type { ArticleContent } from '../types.ts';
import { howDisputesAreDecided } from './how-disputes-are-decided.ts';
import { howTheLadderWorks } from './how-the-ladder-works.ts';
import { howToReadTheLog } from './how-to-read-the-log.ts';
import { welcome } from './welcome.ts';

export const articles: readonly ArticleContent[] = [
  welcome,
  howTheLadderWorks,
  howDisputesAreDecided,
  howToReadTheLog,
];
