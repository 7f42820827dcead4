import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { LogLines } from '../match/log-lines.tsx';
import type { ChainVerdict } from './check-chain.ts';
import type { LadderLogData } from './data.ts';
import './ladder.css';
import '../match/match.css';

// Hashes weigh as much as the page; they come with the first check.
const loadCheck = () => import('./check-chain.ts');

/** Everything that happened on the ladder, in plain sentences, and the proof that none of it was changed. */
export default function LadderLogPage({ data }: { data: LadderLogData }) {
  const t = useTranslations('ladder-log');
  const { ladder, entry } = data;
  const address = `/ladders/${ladder.slug}/log`;
  const filter = entry === null ? '' : `&entry=${entry.entry_id}`;
  return (
    <>
      <PageTop
        title={t('heading')}
        terrain={{ place: 'ladder', name: ladder.slug }}
        kicker={<a href={`/ladders/${ladder.slug}`}>{ladder.name}</a>}
      />
      <div className="page columns">
        <section aria-labelledby="events">
          <SectionHead
            title={entry === null ? t('events') : t('way', { team: entry.name })}
            id="events"
          >
            {entry !== null && <a href={address}>{t('whole')}</a>}
          </SectionHead>
          <LogLines
            lines={data.lines}
            names={data.names}
            ladder={ladder.slug}
            moves={entry?.moves ?? null}
            ratings={entry?.ratings ?? null}
            showsPlaces
          />
          <p className="log-pages">
            {!data.is_latest && (
              <a href={entry === null ? address : `${address}?entry=${entry.entry_id}`}>
                {t('newest')}
              </a>
            )}
            {data.older !== null && (
              <a href={`${address}?before=${data.older}${filter}`}>{t('older')}</a>
            )}
          </p>
        </section>
        <ChainCheck data={data} />
      </div>
    </>
  );
}

function ChainCheck({ data }: { data: LadderLogData }) {
  const t = useTranslations('ladder-log');
  const [verdict, setVerdict] = useState<ChainVerdict | null>(null);
  const [lines, setLines] = useState<number | null>(null);
  const check = async () => {
    setVerdict(null);
    setLines(0);
    const { checkChain } = await loadCheck();
    setVerdict(await checkChain(data.ladder.slug, setLines));
    setLines(null);
  };
  return (
    <aside aria-labelledby="chain" className="chain">
      <SectionHead title={t('chain')} id="chain" />
      <p>{t('how')}</p>
      {data.head !== null && (
        <dl>
          <dt>{t('head', { sequence: data.head.sequence })}</dt>
          <dd className="chain-hash">{data.head.hash}</dd>
        </dl>
      )}
      <Button onClick={() => void check()} isBusy={lines !== null}>
        {t('check')}
      </Button>
      <output className="chain-verdict">
        {lines !== null && t('checking', { lines })}
        {verdict !== null && <Verdict verdict={verdict} data={data} />}
      </output>
      <p>
        <a href={`/api/ladders/${data.ladder.slug}/log.ndjson`}>{t('download')}</a>
      </p>
      {data.has_masks && (
        <p>
          {t('masked')} <a href={`/ladders/${data.ladder.slug}/log?exact=1`}>{t('exact')}</a>
        </p>
      )}
    </aside>
  );
}

function Verdict({ verdict, data }: { verdict: ChainVerdict; data: LadderLogData }) {
  const t = useTranslations('ladder-log');
  if (verdict.kind === 'failed') {
    return t('failed');
  }
  if (verdict.kind === 'broken') {
    return t('broken', { sequence: verdict.sequence });
  }
  const isNewer = verdict.lines !== data.head?.sequence;
  return t(isNewer || verdict.hash === data.head?.hash ? 'holds' : 'other_head', {
    lines: verdict.lines,
  });
}
