import { useEffect, useState } from 'react';
import { ask } from './ask.ts';

/** A game or a ladder, by its address word. */
export interface Choice {
  slug: string;
  name: string;
}

/** What an article may belong to. */
export interface Choices {
  games: readonly Choice[];
  ladders: readonly Choice[];
}

/** Asks for the games and ladders of the league once they are wanted; none until they are here. */
export function useChoices(isWanted: boolean): Choices | null {
  const [choices, setChoices] = useState<Choices | null>(null);
  const isMissing = isWanted && choices === null;
  useEffect(() => {
    if (!isMissing) {
      return;
    }
    let isGone = false;
    void ask<Choices>('/api/writing/choices').then((answer) => {
      if (answer.ok && !isGone) {
        setChoices(answer.data);
      }
    });
    return () => {
      isGone = true;
    };
  }, [isMissing]);
  return choices;
}
