import { useState } from 'react';
import type { Find, Named } from '../client/find-choices.ts';
import type { FieldControl } from './field.tsx';
import { Finder } from './finder.tsx';

interface FinderInputProps {
  control: FieldControl;
  name: string;
  first: Named | null;
  none?: string | undefined;
  find: Find<Named>;
}

/** A finder in a form that is read whole: under `name` stands the address word of what is chosen, or nothing. */
export function FinderInput({ control, name, first, none, find }: FinderInputProps) {
  const [chosen, setChosen] = useState(first);
  return (
    <>
      <Finder control={control} chosen={chosen} none={none} find={find} onChoose={setChosen} />
      <input type="hidden" name={name} value={chosen?.slug ?? ''} />
    </>
  );
}
