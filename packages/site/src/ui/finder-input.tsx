import { useState } from 'react';
import type { Find, Named } from '../client/form/find-choices.ts';
import type { FieldControl } from './field.tsx';
import { Finder } from './finder.tsx';

interface FinderInputProps {
  control: FieldControl;
  name: string;
  first: Named | null;
  none?: string | undefined;
  find: Find<Named>;
  /** Told of a choice, as the form itself only hears of what is typed. */
  onChoose?: () => void;
}

/** A finder in a form that is read whole: under `name` stands the address word of what is chosen, or nothing. */
export function FinderInput({ control, name, first, none, find, onChoose }: FinderInputProps) {
  const [chosen, setChosen] = useState(first);
  function choose(thing: Named | null): void {
    setChosen(thing);
    onChoose?.();
  }
  return (
    <>
      <Finder control={control} chosen={chosen} none={none} find={find} onChoose={choose} />
      <input type="hidden" name={name} value={chosen?.slug ?? ''} />
    </>
  );
}
