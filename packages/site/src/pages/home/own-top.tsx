import { useTranslations } from 'use-intl';
import { PageTop } from '../../ui/page-top.tsx';
import { MatterStrip } from '../me/matter-strip.tsx';
import type { HomeData, NextStep } from './data.ts';
import { NextStepStrip } from './next-step.tsx';
import { NextUp } from './next-up.tsx';

/** The head for who is signed in: what waits for them instead of the words for visitors. */
export function OwnTop({ data, next }: { data: HomeData; next: NextStep }) {
  const t = useTranslations('home');
  const title = useTranslations('shell.titles')('me');
  const [first] = data.tonight;
  return (
    <PageTop title={title}>
      <div className="home-own">
        <NextStepStrip step={next} />
        {data.more.map((matter) => (
          <MatterStrip key={JSON.stringify(matter)} matter={matter} isFirst={false} />
        ))}
      </div>
      <p className="home-more">
        <a href="/me">{t('all_matters')}</a>
      </p>
      {first !== undefined && <NextUp match={first} zone={data.zone_name} />}
    </PageTop>
  );
}
