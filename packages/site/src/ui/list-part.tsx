import { useTranslations } from 'use-intl';
import { Field } from './field.tsx';
import './list-part.css';
import { Pager } from './pager.tsx';

/** The part of a long list that a page shows: all of it, or what holds the words that are looked for. */
export interface ListPart {
  query: string;
  /** The first row shown, from 1; how many there are to a page, and in all that was looked for. */
  from: number;
  limit: number;
  total: number;
  /** How many are kept, whatever is looked for: as many places there are. */
  kept: number;
}

interface SearchProps {
  part: Pick<ListPart, 'query' | 'total' | 'limit'>;
  path: string;
}

/** Looks for words in a list that is longer than a page; nothing where all of it is there. */
export function ListSearch({ part: { query, total, limit }, path }: SearchProps) {
  const t = useTranslations('long-list');
  if (query === '' && total <= limit) {
    return null;
  }
  return (
    <form action={path} className="list-search">
      <Field label={t('search')}>
        {(control) => (
          <input
            {...control}
            type="search"
            name="q"
            maxLength={80}
            key={query}
            defaultValue={query}
          />
        )}
      </Field>
      {query !== '' && (
        <p className="soft">
          {t('found', { count: total })} <a href={path}>{t('all')}</a>
        </p>
      )}
    </form>
  );
}

interface PagerProps {
  part: Omit<ListPart, 'kept'>;
  path: string;
  /** The word for its place in the address, where a page has two such lists, and what the address says of the other. */
  word?: string;
  others?: Record<string, string>;
}

/** To the page before and after, where a list has more than one. */
export function ListPager({ part: { query, ...place }, path, word, others }: PagerProps) {
  const t = useTranslations('long-list');
  const words = { pages: t('pages'), previous: t('previous'), next: t('next') };
  const chosen = { ...(query === '' ? {} : { q: query }), ...others };
  return <Pager place={place} total={place.total} {...{ path, chosen, words, word }} />;
}
