import { useEffect, useId, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Choices, Find } from '../client/form/find-choices.ts';
import type { FieldControl } from './field.tsx';
import './finder.css';
import { useFinder } from './use-finder.ts';

/** What is looked for by its name; `note` tells it from others of that name. */
export interface Findable {
  slug: string;
  name: string;
  note?: string | null;
  is_retired?: boolean;
}

/** What was done to the field before it could answer: nothing, it was gone to, or it was pressed. */
export type FinderTouch = 'focus' | 'press' | null;

export interface FinderBoxProps<Thing extends Findable> {
  control: FieldControl;
  chosen: Thing | null;
  /** What it is called to choose nothing; without it something must be chosen. */
  none?: string | undefined;
  /** The same from one drawing to the next. */
  find: Find<Thing>;
  onChoose: (thing: Thing | null) => void;
  touch: FinderTouch;
}

/** Chooses one of the league's own things by a part of its name, however many there are. */
export function FinderBox<Thing extends Findable>(props: FinderBoxProps<Thing>) {
  const { control, chosen, none, find, onChoose, touch } = props;
  const t = useTranslations('finder');
  const id = useId();
  const isPressed = touch === 'press';
  const finder = useFinder({ find, hasNone: none !== undefined, onChoose, isPressed });
  const { typed, active, answer, options } = finder;
  const isOpen = typed !== null && answer !== null;
  const field = useRef<HTMLInputElement>(null);
  const isTouched = useRef(touch !== null);
  useEffect(() => {
    if (isTouched.current) {
      field.current?.focus();
    }
  }, []);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div className="finder">
      <input
        {...control}
        ref={field}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={80}
        placeholder={chosen?.name ?? none ?? t('look_for')}
        value={typed ?? chosen?.name ?? ''}
        onChange={(event) => finder.open(event.target.value)}
        onClick={() => typed === null && finder.open('')}
        onKeyDown={finder.press}
        onBlur={finder.leave}
      />
      <div className="finder-list" hidden={!isOpen} aria-busy={!finder.isCurrent}>
        <div ref={list} role="listbox" id={`${id}-list`} aria-label={t('list')}>
          {options.map((thing, index) => (
            <button
              key={thing?.slug ?? ''}
              type="button"
              role="option"
              id={`${id}-${index}`}
              tabIndex={-1}
              className={index === active ? 'finder-option finder-active' : 'finder-option'}
              aria-selected={thing?.slug === chosen?.slug}
              // The text keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => finder.choose(thing)}
            >
              {thing === null ? none : <OptionWords thing={thing} />}
            </button>
          ))}
        </div>
        <p className="finder-note" role="status">
          {answer?.found === null ? t('failed') : <Count found={answer?.found} />}
        </p>
      </div>
    </div>
  );
}

function Count({ found }: { found: Choices<Findable> | undefined }) {
  const t = useTranslations('finder');
  if (found === undefined) {
    return null;
  }
  const { choices, total } = found;
  return t(choices.length < total ? 'more' : 'found', { shown: choices.length, total });
}

function OptionWords({ thing: { name, note, is_retired } }: { thing: Findable }) {
  const t = useTranslations('finder');
  return (
    <>
      <span>{name}</span>
      {note && <span className="soft">{note}</span>}
      {is_retired === true && <span className="soft">({t('retired')})</span>}
    </>
  );
}
