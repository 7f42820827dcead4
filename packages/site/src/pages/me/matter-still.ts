import { still } from '../../app/still.tsx';

/** A matter at the head of a page that acts on other things: a link alone. */
export const MatterStrip = still(
  ['next-step'],
  () => import('./matter-strip.tsx'),
  (module) => module.MatterStrip,
);
