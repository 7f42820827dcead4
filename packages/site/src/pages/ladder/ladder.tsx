import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useHint } from '../../client/live/hints.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { MatterStrip } from '../me/matter-still.ts';
import { PastProvider } from '../past/past-href.tsx';
import { PastBar } from '../past/past-still.ts';
import { ChallengeDialog } from './challenge-dialog.tsx';
import type { Opponent } from './challenge-form.tsx';
import type { LadderData, StandingRow } from './data.ts';
import { JoinDialog } from './join-dialog.tsx';
import { LadderAside } from './ladder-aside.tsx';
import { LadderNext } from './ladder-next.tsx';
import { LadderTop, RulesInShort } from './ladder-top.tsx';
import { Standings } from './standings.tsx';
import { ComingAndResults, LatestRuns, RulesWords } from './stills.ts';
import { TimeAttackPage } from './time-attack-page.tsx';
import { WhyNotDialog } from './why-not-dialog.tsx';
import '../../ui/reach-bracket.css';
import './ladder.css';

export const stills = [PastBar, MatterStrip, ComingAndResults, LatestRuns, RulesWords];

export default function LadderPage({ data }: { data: LadderData }) {
  const reload = useReload();
  useHint(data.at === null ? `ladder:${data.ladder.id}` : null, () => void reload());
  return (
    <PastProvider past={data.past}>
      {data.time_attack === null ? (
        <MatchLadder data={data} />
      ) : (
        <TimeAttackPage data={data} timeAttack={data.time_attack} />
      )}
    </PastProvider>
  );
}

/** A ladder on which entries challenge each other. */
function MatchLadder({ data }: { data: LadderData }) {
  const t = useTranslations('ladder');
  const [opponent, setOpponent] = useState<Opponent | null>(null);
  const [refused, setRefused] = useState<StandingRow | null>(null);
  const [isJoining, setIsJoining] = useState(false);
  return (
    <>
      <LadderTop data={data} next={<LadderNext data={data} onJoin={() => setIsJoining(true)} />} />
      <div className="page columns ladder-columns">
        <div className="stack">
          <div className="ladder-lines">
            <RulesInShort data={data} />
            <PastBar past={data.past} path={`/ladders/${data.ladder.slug}`} />
          </div>
          <noscript>
            <p className="soft">{t('no_script')}</p>
          </noscript>
          <Standings data={data} onChallenge={setOpponent} onWhyNot={setRefused} />
        </div>
        <LadderAside data={data} onChallenge={setOpponent} />
      </div>
      <ChallengeDialog data={data} opponent={opponent} onClose={() => setOpponent(null)} />
      <WhyNotDialog data={data} row={refused} onClose={() => setRefused(null)} />
      <JoinDialog data={data} isOpen={isJoining} onClose={() => setIsJoining(false)} />
    </>
  );
}
