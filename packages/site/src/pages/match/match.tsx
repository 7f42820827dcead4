import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useHint } from '../../client/live/hints.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import type { MatchData } from './data.ts';
import { Evidence } from './evidence.tsx';
import { Lineups } from './lineups.tsx';
import { MatchMaps } from './maps.tsx';
import { MatchDialog } from './match-dialog.tsx';
import { MatchNext } from './match-next.tsx';
import type { MatchForm } from './match-step.ts';
import { MatchTop } from './match-top.tsx';
import { ServerPlace } from './server-place.tsx';
import {
  Disputes,
  DrawFacts,
  Lacks,
  ListedServer,
  LogLines,
  Scores,
  StepLine,
  WhyThisTime,
} from './stills.ts';
import { Talk } from './talk.tsx';
import './match.css';

export const stills = [
  LogLines,
  Scores,
  Disputes,
  StepLine,
  ListedServer,
  WhyThisTime,
  DrawFacts,
  Lacks,
];

export default function MatchPage({ data }: { data: MatchData }) {
  const t = useTranslations('match');
  const [form, setForm] = useState<MatchForm | null>(null);
  const reload = useReload();
  useHint(`match:${data.id}`, () => void reload());
  // Evidence comes first once there is something to prove; keys keep what is typed where it moves.
  const evidence = <Evidence key="evidence" data={data} />;
  const maps = <MatchMaps key="maps" data={data} />;
  const lineups = <Lineups key="lineups" data={data} />;
  return (
    <>
      <MatchTop data={data} />
      <div className="page columns">
        <div className="stack">
          <div>
            <MatchNext data={data} onOpen={setForm} />
            <noscript>
              <p className="soft">{t('no_script')}</p>
            </noscript>
            <WhyThisTime data={data} />
          </div>
          <Scores data={data} />
          <Disputes data={data} />
          {data.dispute === null ? [maps, lineups, evidence] : [evidence, maps, lineups]}
        </div>
        <aside className="stack" aria-label={t('aside')}>
          <ServerPlace data={data} onOpen={setForm} />
          <Talk data={data} />
          <section aria-labelledby="log">
            <SectionHead title={t('log')} id="log">
              <a href={`/ladders/${data.ladder.slug}/log`}>{t('whole_log')}</a>
            </SectionHead>
            <LogLines
              lines={data.log.toReversed()}
              names={data.names}
              ladder={data.ladder.slug}
              sides={{
                challenger: data.sides.challenger.entry_id,
                defender: data.sides.defender.entry_id,
              }}
            />
          </section>
        </aside>
      </div>
      <MatchDialog data={data} form={form} onClose={() => setForm(null)} />
    </>
  );
}
