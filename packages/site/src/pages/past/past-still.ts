import { still } from '../../app/still.tsx';
import './past.css';

/** Says at which instant a page is looked at; links and a form that works without a script. */
export const PastBar = still(
  ['past'],
  () => import('./past-bar.tsx'),
  (module) => module.PastBar,
);
