import { useTranslations } from 'use-intl';
import { still } from '../../app/still.tsx';
import { useHint } from '../../client/live/hints.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListPager, ListSearch } from '../../ui/list-part.tsx';
import { OfficeClosed } from '../../ui/office-closed.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { WebhookForm } from '../notices/webhook-form.tsx';
import { CaseQueue } from './case-queue.tsx';
import type { LadderAdminData } from './data.ts';
import { EntryDesk } from './entry-desk.tsx';
import './ladder-admin.css';
import { RunningMatches } from './running-matches.tsx';
import { SeasonForms } from './season-forms.tsx';

const AdminActs = still(
  ['ladder-admin', 'events', 'rule-names'],
  () => import('./admin-acts.tsx'),
  (module) => module.AdminActs,
);

export const stills = [AdminActs];

/** What waits for a ladder's admins, the most urgent first, and what only they may do. */
export default function LadderAdminPage({ data }: { data: LadderAdminData }) {
  const t = useTranslations('ladder-admin');
  const { ladder, desk } = data;
  const reload = useReload();
  useHint(desk === null ? null : `ladder:${ladder.id}`, () => void reload());
  return (
    <>
      <PageTop
        title={t('heading')}
        kicker={<a href={`/ladders/${ladder.slug}`}>{ladder.name}</a>}
      />
      {desk === null ? (
        <div className="page columns">
          <OfficeClosed isHeld={data.is_held}>
            <EmptyState title={t('not_yours')} reason={t('not_yours_reason')} />
          </OfficeClosed>
        </div>
      ) : (
        <div className="page columns">
          <div className="stack">
            <DeskLists ladder={ladder.slug} desk={desk} />
            <AdminActs desk={desk} />
          </div>
          <div className="stack">
            <noscript>
              <p className="soft">{t('no_script')}</p>
            </noscript>
            {/* Once a season is over nothing can be done with who played it. */}
            {desk.season !== null && desk.season.status !== 'closed' && (
              <section aria-labelledby="entries">
                <SectionHead title={t('entries')} id="entries" />
                <EntryDesk ladder={ladder.slug} desk={desk} />
              </section>
            )}
            <section aria-labelledby="season">
              <SectionHead title={t('season')} id="season" />
              <SeasonForms
                ladder={ladder.slug}
                desk={desk}
                carriesOrder={ladder.format === 'rung'}
              />
            </section>
            <WebhookForm path={`/api/ladders/${ladder.slug}/webhook`} />
          </div>
        </div>
      )}
    </>
  );
}

interface DeskListsProps {
  ladder: string;
  desk: NonNullable<LadderAdminData['desk']>;
}

/** Cases and running matches: what is looked for is looked for in both, and each has pages of its own. */
function DeskLists({ ladder, desk }: DeskListsProps) {
  const path = `/ladders/${ladder}/admin`;
  const { cases_part: cases, matches_part: matches } = desk;
  const longest = Math.max(cases.kept, matches.kept);
  const total = cases.query === '' ? longest : cases.total + matches.total;
  return (
    <>
      <ListSearch part={{ ...cases, total }} path={path} />
      <CaseQueue desk={desk}>
        <ListPager part={cases} path={path} word="cases" others={toOther('from', matches.from)} />
      </CaseQueue>
      <RunningMatches desk={desk}>
        <ListPager part={matches} path={path} others={toOther('cases', cases.from)} />
      </RunningMatches>
    </>
  );
}

const toOther = (word: string, from: number) => (from === 1 ? {} : { [word]: String(from) });
