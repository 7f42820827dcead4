import type { ReactNode } from 'react';

/** A line may end after a dash, but not within `11–7`. */
export function keepPairs(sentence: string): ReactNode[] {
  const places = sentence.matchAll(/\d+–\d+/g);
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: pair, index } of places) {
    parts.push(
      sentence.slice(end, index),
      <span className="log-pair" key={index}>
        {pair}
      </span>,
    );
    end = index + pair.length;
  }
  return [...parts, sentence.slice(end)];
}
