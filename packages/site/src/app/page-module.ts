import type { ComponentType } from 'react';
import type { Still } from './still.tsx';

/** What the file of a page gives. */
export interface PageModule<Data> {
  default: ComponentType<{ data: Data }>;
  /** What it shows and a document does without; a navigation and the server bring these with the page. */
  stills?: readonly Still[];
}
