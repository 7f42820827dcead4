import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Choices, Find } from '../client/form/find-choices.ts';

const pause = 200;

interface Finding<Thing> {
  find: Find<Thing>;
  /** Whether nothing may be chosen. */
  hasNone: boolean;
  onChoose: (thing: Thing | null) => void;
  /** Whether the list is open from the first. */
  isPressed: boolean;
}

interface Answer<Thing> {
  words: string;
  found: Choices<Thing> | null;
}

/** What the server has for the words that are typed; the former answer until then. Null words ask for nothing. */
function useAnswer<Thing>(find: Find<Thing>, words: string | null): Answer<Thing> | null {
  const [answer, setAnswer] = useState<Answer<Thing> | null>(null);
  useEffect(() => {
    if (words === null) {
      setAnswer(null);
      return;
    }
    const ending = new AbortController();
    const ask = () =>
      void find(words, ending.signal).then((found) => {
        if (!ending.signal.aborted) {
          setAnswer({ words, found });
        }
      });
    const timer = setTimeout(ask, words === '' ? 0 : pause);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [find, words]);
  return answer;
}

/** The state of a choice that is looked for by its name: what is typed, what is offered, which of it the keys stand on. */
export function useFinder<Thing extends { name: string }>(finding: Finding<Thing>) {
  const { find, hasNone, onChoose, isPressed } = finding;
  // Null while the list is closed.
  const [typed, setTyped] = useState<string | null>(isPressed ? '' : null);
  const [active, setActive] = useState(-1);
  const words = typed?.trim() ?? null;
  const answer = useAnswer(find, words);
  const isCurrent = answer !== null && answer.words === words;
  const things = answer?.found?.choices ?? [];
  const options: readonly (Thing | null)[] =
    hasNone && answer?.words === '' ? [null, ...things] : things;
  // What somebody quicker than the answer has done: it is done when that is there.
  const hurried = useRef({ hasEntered: false, hasLeft: false });
  function open(text: string): void {
    hurried.current = { hasEntered: false, hasLeft: false };
    setTyped(text);
    setActive(text.trim() === '' ? -1 : 0);
  }
  const close = () => setTyped(null);
  function choose(thing: Thing | null): void {
    close();
    onChoose(thing);
  }
  function chooseActive(): void {
    const thing = options[active];
    if (!isCurrent) {
      hurried.current.hasEntered = true;
    } else if (thing !== undefined) {
      choose(thing);
    }
  }
  function move(by: number): void {
    const last = options.length - 1;
    setActive(active + by < 0 ? last : active + by > last ? 0 : active + by);
  }
  function press(event: KeyboardEvent): void {
    hurried.current.hasLeft = false;
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    const acts: Partial<Record<string, () => void>> =
      typed === null
        ? { ArrowDown: () => open(''), ArrowUp: () => open('') }
        : { ArrowDown: () => move(1), ArrowUp: () => move(-1), Enter: chooseActive, Escape: close };
    const act = acts[event.key];
    if (act !== undefined && (!event.altKey || isArrow)) {
      event.preventDefault();
      event.stopPropagation();
      act();
    }
  }
  /** Whoever goes on has chosen what they typed to the last letter, and nothing else. */
  function leave(): void {
    if (!isCurrent && words !== null && words !== '') {
      hurried.current.hasLeft = true;
      return;
    }
    const wanted = words?.toLocaleLowerCase();
    const named = things.filter(({ name }) => name.toLocaleLowerCase() === wanted);
    const [only] = named;
    if (only !== undefined && named.length === 1) {
      choose(only);
    } else {
      close();
    }
  }
  useEffect(() => {
    if (isCurrent) {
      const { hasEntered, hasLeft } = hurried.current;
      hurried.current = { hasEntered: false, hasLeft: false };
      if (hasEntered && options[active] !== undefined) {
        chooseActive();
      } else if (hasLeft) {
        leave();
      }
    }
  });
  return { typed, active, answer, isCurrent, options, open, choose, press, leave };
}
