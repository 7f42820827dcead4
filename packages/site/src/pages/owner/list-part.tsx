import { useTranslations } from 'use-intl';
import { Field } from '../../ui/field.tsx';
import { Pager } from '../../ui/pager.tsx';
import type { ListPart } from './data.ts';

interface PartProps {
  part: Omit<ListPart, 'kept'>;
  path: string;
}

/** Looks for words in a list that is longer than a page; nothing where all of it is there. */
export function ListSearch({ part: { query, total, limit }, path }: PartProps) {
  const t = useTranslations('owner.list');
  if (query === '' && total <= limit) {
    return null;
  }
  return (
    <form action={path} className="owner-search">
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

/** To the page before and after, where a list has more than one. */
export function ListPager({ part: { query, ...place }, path }: PartProps) {
  const t = useTranslations('owner.list');
  const words = { pages: t('pages'), previous: t('previous'), next: t('next') };
  const chosen = query === '' ? {} : { q: query };
  return <Pager place={place} total={place.total} path={path} chosen={chosen} words={words} />;
}
