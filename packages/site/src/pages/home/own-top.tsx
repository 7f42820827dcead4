import { useTranslations } from 'use-intl';
import { PageTop } from '../../ui/page-top.tsx';
import { MatterRow } from '../me/matter-row.tsx';
import type { HomeData, NextStep } from './data.ts';
import { NextStepStrip } from './next-step.tsx';

/** The head for who is signed in: what waits for them instead of the words for visitors. */
export function OwnTop({ data, next }: { data: HomeData; next: NextStep }) {
  const t = useTranslations('home');
  const title = useTranslations('shell.titles')('me');
  return (
    <PageTop title={title}>
      <div className="home-own">
        <NextStepStrip step={next} />
        {data.more.length > 0 && (
          <ul className="lines">
            {data.more.map((matter) => (
              <MatterRow key={JSON.stringify(matter)} matter={matter} />
            ))}
          </ul>
        )}
      </div>
      <p className="home-more">
        <a href="/me">{t('all_matters')}</a>
      </p>
    </PageTop>
  );
}
