import { later, useLater } from '../client/use-later.ts';
import type { Findable, FinderBoxProps } from './finder-box.tsx';

const finderBox = later(['finder'], () => import('./finder-box.tsx'));

/** Chooses one of the league's own things by a part of its name, however many there are. */
export function Finder<Thing extends Findable>(props: FinderBoxProps<Thing>) {
  const part = useLater(finderBox, true);
  const { control, chosen, none = '' } = props;
  // What is chosen can be read before it can be changed.
  return part === null ? (
    <input {...control} readOnly value={chosen?.name ?? none} />
  ) : (
    <part.FinderBox {...props} />
  );
}
