import { useTranslations } from 'use-intl';
import type { ReportedThing } from './data.ts';

/** A thing as it was when it was reported, and where it stands. */
export function ThingView({ thing }: { thing: ReportedThing }) {
  const t = useTranslations('moderation');
  const { author, title, words, path, picture } = thing;
  return (
    <figure className="case-thing">
      {picture !== null && <img src={picture} alt="" loading="lazy" />}
      <blockquote>
        {title !== '' && <p className="case-title">{title}</p>}
        {words !== '' && <p className="case-quote">{words}</p>}
      </blockquote>
      <figcaption className="soft">
        {author !== '' && `${author} · `}
        <a href={path}>{t('place')}</a>
      </figcaption>
    </figure>
  );
}
