import { useState } from 'react';
import { later, useLater } from '../client/fetch/use-later.ts';
import type { Findable, FinderBoxProps, FinderTouch } from './finder-box.tsx';

const finderBox = later(['finder'], () => import('./finder-box.tsx'));

/** Chooses one of the league's own things by a part of its name, however many there are. */
export function Finder<Thing extends Findable>(props: Omit<FinderBoxProps<Thing>, 'touch'>) {
  const part = useLater(finderBox, true);
  const [touch, setTouch] = useState<FinderTouch>(null);
  const { control, chosen, none = '' } = props;
  // What is chosen can be read before it can be changed, and whoever was quicker than the list is not asked again.
  return part === null ? (
    <input
      {...control}
      readOnly
      value={chosen?.name ?? none}
      onFocus={() => setTouch('focus')}
      onClick={() => setTouch('press')}
      onBlur={() => setTouch(null)}
    />
  ) : (
    <part.FinderBox {...props} touch={touch} />
  );
}
