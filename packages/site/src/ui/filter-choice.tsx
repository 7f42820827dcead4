import type { FilterChoices, Find, Named } from '../client/find-choices.ts';
import { Choice } from './choice.tsx';
import { Field } from './field.tsx';
import { FinderInput } from './finder-input.tsx';

interface FilterChoiceProps {
  name: string;
  label: string;
  /** What it is called to choose nothing. */
  any: string;
  of: FilterChoices;
  /** Looks for them where they are too many for a list; the same from one drawing to the next. */
  find: Find<Named>;
}

/**
 * A game or a ladder by which readers narrow a list, in a form that asks for the same page: a list of few, and of many
 * a part of the name. Without a script what the address asks for stays chosen.
 */
export function FilterChoice({ name, label, any, of, find }: FilterChoiceProps) {
  const { is_long, list, chosen } = of;
  const slug = chosen?.slug ?? null;
  if (!is_long) {
    return <Choice name={name} label={label} any={any} of={list} chosen={slug} />;
  }
  return (
    <Field label={label}>
      {(control) => (
        <FinderInput
          key={slug}
          control={control}
          name={name}
          first={chosen}
          none={any}
          find={find}
        />
      )}
    </Field>
  );
}
