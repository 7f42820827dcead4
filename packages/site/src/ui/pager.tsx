interface PagerProps {
  /** The first row shown, from 1, and how many there are to a page. */
  place: { from: number; limit: number };
  total: number;
  path: string;
  /** What else the address says. */
  chosen?: Record<string, string>;
  words: { pages: string; previous: string; next: string };
  /** What the place is called in the address. */
  word?: string | undefined;
}

/** To the page before and the page after, where there is one: plain links, so that every page of a list has an address. */
export function Pager({
  place: { from, limit },
  total,
  path,
  chosen = {},
  words,
  word = 'from',
}: PagerProps) {
  const toAddress = (start: number) =>
    `${path}?${new URLSearchParams({ ...chosen, [word]: String(start) })}`;
  if (from <= 1 && from + limit > total) {
    return null;
  }
  return (
    <nav className="pager" aria-label={words.pages}>
      {from > 1 && (
        <a rel="prev" href={toAddress(Math.max(1, Math.min(from - limit, total)))}>
          {words.previous}
        </a>
      )}
      {from + limit <= total && (
        <a rel="next" href={toAddress(from + limit)}>
          {words.next}
        </a>
      )}
    </nav>
  );
}
