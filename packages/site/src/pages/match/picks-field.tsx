import type { PickLetter, Rules } from '@muster/league';
import { useTranslations } from 'use-intl';
import { Field } from '../../ui/field.tsx';

/** What one side names; an empty text leaves it to the draw. */
export interface NamedPicks {
  maps: string[];
  sides: string[];
}

export const noPicks: NamedPicks = { maps: [], sides: [] };

/** The picks as a command has them: a pick that is left open ends the list, and the rest is drawn. */
export function toPicks({ maps, sides }: NamedPicks): NamedPicks {
  return { maps: cut(maps), sides: cut(sides) };
}

function cut(names: readonly string[]): string[] {
  const end = names.indexOf('');
  return names.slice(0, end < 0 ? names.length : end);
}

interface PicksFieldProps {
  rule: Rules['maps'];
  letter: PickLetter;
  /** Maps that the other steps have named already. */
  taken?: readonly string[];
  picks: NamedPicks;
  onChange: (picks: NamedPicks) => void;
}

/** One choice for each map and side that the rules give to this step; what is left open is drawn. */
export function PicksField({ rule, letter, taken = [], picks, onChange }: PicksFieldProps) {
  const t = useTranslations('picks');
  if (rule.pool.length === 0) {
    return null;
  }
  if (rule.choice === 'veto') {
    return <p className="soft">{t('veto')}</p>;
  }
  const closed = rule.distinct ? [...taken, ...picks.maps] : [];
  return (
    <>
      <Choices
        places={listPlaces(rule.letters, letter)}
        options={rule.pool.filter((map) => !rule.distinct || !taken.includes(map))}
        closed={closed}
        kind="map"
        values={picks.maps}
        onChange={(maps) => onChange({ ...picks, maps })}
      />
      {rule.sides.length > 0 && (
        <Choices
          places={listPlaces(rule.sideLetters, letter)}
          options={rule.sides}
          closed={[]}
          kind="side"
          values={picks.sides}
          onChange={(sides) => onChange({ ...picks, sides })}
        />
      )}
    </>
  );
}

const listPlaces = (letters: readonly PickLetter[], letter: PickLetter) =>
  letters.flatMap((other, index) => (other === letter ? [index + 1] : []));

interface ChoicesProps {
  places: number[];
  options: readonly string[];
  closed: readonly string[];
  kind: 'map' | 'side';
  values: readonly string[];
  onChange: (values: string[]) => void;
}

function Choices({ places, options, closed, kind, values, onChange }: ChoicesProps) {
  const t = useTranslations('picks');
  return places.map((place, index) => (
    <Field key={place} label={t(kind, { number: place })} hint={t('hint')}>
      {(control) => (
        <select
          {...control}
          value={values[index] ?? ''}
          onChange={(event) =>
            onChange(
              places.map((_, at) => (at === index ? event.target.value : (values[at] ?? ''))),
            )
          }
        >
          <option value="">{t('drawn')}</option>
          {options.map((option) => (
            <option key={option} disabled={closed.includes(option) && values[index] !== option}>
              {option}
            </option>
          ))}
        </select>
      )}
    </Field>
  ));
}
