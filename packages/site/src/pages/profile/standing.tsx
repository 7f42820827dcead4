import { useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { RatingChart } from '../rating/rating-chart.tsx';
import type { ProfileData, SanctionInForce } from './data.ts';
import { StandingLine } from './standing-line.tsx';

/** What applies to oneself now, until when, why, and by which rule: all in one place. */
export function MyStanding({ data }: { data: ProfileData }) {
  const t = useTranslations('profile.standing');
  const { standing, sanctions } = data;
  if (standing === null) {
    return null;
  }
  return (
    <section aria-labelledby="standing">
      <SectionHead title={t('title')} id="standing">
        {t('private')}
      </SectionHead>
      {standing.length + sanctions.length === 0 ? (
        <p>{t('nothing')}</p>
      ) : (
        <ul className="lines">
          {sanctions.map((sanction) => (
            <SanctionLine key={`${sanction.kind} ${sanction.from}`} sanction={sanction} isOwn />
          ))}
          {standing.map((item) => (
            <StandingLine
              key={`${item.kind} ${item.entry.name} ${item.ladder.slug} ${item.from} ${item.until}`}
              item={item}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Sanctions in force, for everybody: what it is, until when, why. */
export function Sanctions({ data }: { data: ProfileData }) {
  const t = useTranslations('profile.standing');
  // One's own stand among everything else that applies.
  if (data.sanctions.length === 0 || data.standing !== null) {
    return null;
  }
  return (
    <section aria-labelledby="sanctions">
      <SectionHead title={t('sanctions')} id="sanctions" />
      <ul className="lines">
        {data.sanctions.map((sanction) => (
          <SanctionLine key={`${sanction.kind} ${sanction.from}`} sanction={sanction} />
        ))}
      </ul>
    </section>
  );
}

function SanctionLine({ sanction, isOwn = false }: { sanction: SanctionInForce; isOwn?: boolean }) {
  const t = useTranslations('profile.standing');
  const { kind, ladder, until, reason, by } = sanction;
  return (
    <li>
      <p>
        <b>{t(`sanction.${kind}`)}</b>{' '}
        {until === null
          ? t('for_good')
          : t.rich('until', { time: () => <Time instant={until} look="full" /> })}{' '}
        <span className="soft">
          {ladder === null ? (
            t('everywhere')
          ) : (
            <a href={`/ladders/${ladder.slug}`}>{ladder.name}</a>
          )}
        </span>
      </p>
      <p className="soft">
        {reason === null ? t('no_reason') : t('reason', { reason })}
        {by !== null && ` · ${by}`}
        {isOwn && (
          <>
            {' · '}
            <a href="/account/standing">{t('appeal')}</a>
          </>
        )}
      </p>
    </li>
  );
}

/** How the ratings of the entries that the person plays for came about. */
export function Ratings({ data }: { data: ProfileData }) {
  const t = useTranslations('profile.standing');
  if (data.ratings.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby="ratings">
      <SectionHead title={t('ratings')} id="ratings" />
      {data.ratings.map((rated) => (
        <div key={rated.entry_id} className="profile-rating">
          <p>
            <b>{rated.name}</b>{' '}
            <span className="soft">
              <a href={`/ladders/${rated.ladder.slug}`}>{rated.ladder.name}</a>
              {rated.season !== null && ` · ${rated.season}`}
            </span>
          </p>
          <RatingChart name={rated.name} points={rated.points} />
        </div>
      ))}
    </section>
  );
}
