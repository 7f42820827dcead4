import type { ArticleContent } from '../types.ts';
import { welcome } from './welcome.ts';

export const articles: readonly ArticleContent[] = [welcome];
