import type { FilterChoices, Find, Named } from '../client/form/find-choices.ts';
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
 * a part of the name. Without a script the part is sent, and the page comes back with those that bear it as a list.
 */
export function FilterChoice({ name, label, any, of, find }: FilterChoiceProps) {
  const { is_long, list, chosen } = of;
  const slug = chosen?.slug ?? null;
  if (!is_long || list.length > 0) {
    return <Choice name={name} label={label} any={any} of={list} chosen={slug} />;
  }
  return (
    <Field label={label}>
      {(control) => (
        <>
          <div className="choice-scripted">
            <FinderInput
              key={slug}
              control={control}
              name={name}
              first={chosen}
              none={any}
              find={find}
            />
          </div>
          <noscript>
            <input
              name={`${name}_words`}
              maxLength={80}
              placeholder={chosen?.name ?? any}
              aria-label={label}
            />
          </noscript>
        </>
      )}
    </Field>
  );
}
