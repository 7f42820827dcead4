import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';

interface RetiredListProps<Thing> {
  items: readonly Thing[];
  children: (thing: Thing) => ReactNode;
}

/** What is retired of a kind, below what is kept; nothing where nothing is. */
export function RetiredList<Thing extends { slug: string }>({
  items,
  children,
}: RetiredListProps<Thing>) {
  const t = useTranslations('owner');
  if (items.length === 0) {
    return null;
  }
  return (
    <section>
      <SectionHead title={t('retired')} id="retired" />
      <ul className="lines">
        {items.map((thing) => (
          <li key={thing.slug} className="owner-row">
            <div className="owner-row-body">{children(thing)}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}
