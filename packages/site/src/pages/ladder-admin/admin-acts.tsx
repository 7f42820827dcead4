import { useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { EventSentence } from '../match/event-sentence.tsx';
import type { LadderAdminData } from './data.ts';

type Desk = NonNullable<LadderAdminData['desk']>;

/** Who did what by hand, and why. */
export function AdminActs({ desk }: { desk: Desk }) {
  const t = useTranslations('ladder-admin');
  const { acts, names } = desk;
  return (
    <section aria-labelledby="acts">
      <SectionHead title={t('acts')} id="acts" />
      {acts.length === 0 ? (
        <p className="soft">{t('no_acts')}</p>
      ) : (
        <ol className="lines">
          {acts.map((act) => {
            const person = names.people[act.actor_id ?? ''];
            return (
              <li key={`${act.stream} ${act.sequence}`} className="desk-did">
                <p className="soft">
                  <Time instant={act.at} />
                  {' · '}
                  {person?.user_id == null ? (
                    (person?.username ?? t('somebody'))
                  ) : (
                    <a href={`/profiles/${person.user_id}`}>{person.username}</a>
                  )}
                </p>
                <p>
                  <EventSentence line={act} names={names} sides={null} />
                </p>
                {act.reason !== null && <blockquote>{act.reason}</blockquote>}
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
