import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';
import { type StatusKind, StatusMark } from '../../ui/status-mark.tsx';
import { Time } from '../../ui/time.tsx';
import type { LadderData } from './data.ts';
import { EntryLink } from './entry-link.tsx';
import { useFirstRows } from './more-rows.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { formatRunTime, toProofLink } from './run-time.ts';
import type { RunStatus, StageRun, TimeAttackData } from './time-attack-data.ts';

interface StageTablesProps {
  data: LadderData;
  timeAttack: TimeAttackData;
}

/** Each stage's runs, the fastest first; folded, but for the first. */
export function StageTables({ data, timeAttack }: StageTablesProps) {
  const t = useTranslations('ladder.time_attack');
  const [rejected, setRejected] = useState<StageRun | null>(null);
  const rejectable = timeAttack.viewer?.rejectable ?? [];
  return (
    <section aria-labelledby="stages">
      <SectionHead title={t('stages')} id="stages" />
      {timeAttack.stages.map((stage, index) => {
        const leader = stage.runs.find(({ place }) => place === 1);
        return (
          <details key={stage.name} className="stage" open={index === 0}>
            <summary>
              <h3 className="stage-name">{stage.name}</h3>
              <span className="stage-leader">
                {leader === undefined
                  ? t('runs', { count: stage.runs.length })
                  : t('leader', {
                      driver: leader.driver.name,
                      time: formatRunTime(leader.time_ms + leader.penalty_ms),
                    })}
              </span>
            </summary>
            {stage.runs.length === 0 ? (
              <p className="soft stage-empty">{t('no_runs')}</p>
            ) : (
              <StageTable
                name={stage.name}
                runs={stage.runs}
                own={data.viewer?.entry?.entry_id ?? null}
                rejectable={rejectable}
                onReject={setRejected}
              />
            )}
          </details>
        );
      })}
      <RejectDialog run={rejected} isLikely={false} onClose={() => setRejected(null)} />
    </section>
  );
}

interface StageTableProps {
  name: string;
  runs: StageRun[];
  /** The viewer's entry. */
  own: string | null;
  /** The runs that may be rejected; those that wait have their button where they are asked for. */
  rejectable: readonly string[];
  onReject: (run: StageRun) => void;
}

function StageTable({ name, runs, own, rejectable, onReject }: StageTableProps) {
  const t = useTranslations('ladder.time_attack');
  const ownRow = own === null ? -1 : runs.findIndex(({ driver }) => driver.entry_id === own);
  const { foldClass, toRowClass, press } = useFirstRows(runs.length, ownRow);
  return (
    <>
      <table className={`stage-runs ${foldClass}`}>
        <caption className="visually-hidden">{name}</caption>
        <thead>
          <tr>
            <th scope="col">{t('place')}</th>
            <th scope="col">{t('driver')}</th>
            <th scope="col">{t('time')}</th>
            <th scope="col">{t('status')}</th>
            <th scope="col">{t('date')}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run, index) => (
            <tr key={run.id} className={toRowClass(index, run.driver.entry_id === own)}>
              <td className="stage-place display">{run.place ?? '–'}</td>
              <th scope="row" className="drivers-name">
                <EntryLink of={run.driver} />
              </th>
              <td className="stage-time">
                <RunTime run={run} />
              </td>
              <td className="stage-status">
                <RunStatusMark status={run.status} />
              </td>
              <td className="stage-date">
                <Time instant={run.driven_at} look="date" />
                <Proof run={run} />
                {run.place !== null && rejectable.includes(run.id) && (
                  <button
                    type="button"
                    className="stage-reject"
                    onClick={() => onReject(run)}
                    aria-label={t('waiting.reject_for', { driver: run.driver.name, stage: name })}
                  >
                    {t('waiting.reject')}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {press}
    </>
  );
}

/** The time that counts, and what of it is penalty. */
export function RunTime({ run }: { run: StageRun }) {
  const t = useTranslations('ladder.time_attack');
  return (
    <>
      <b>{formatRunTime(run.time_ms + run.penalty_ms)}</b>
      {run.penalty_ms > 0 && (
        <span className="stage-penalty">
          {t('with_penalty', {
            time: formatRunTime(run.time_ms),
            penalty: formatRunTime(run.penalty_ms),
          })}
        </span>
      )}
    </>
  );
}

export function Proof({ run }: { run: StageRun }) {
  const t = useTranslations('ladder.time_attack');
  const link = toProofLink(run.proof);
  if (link === null) {
    return null;
  }
  return (
    <a
      className="stage-proof"
      href={link}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      aria-label={t('proof_of', { driver: run.driver.name })}
    >
      {t('proof')}
    </a>
  );
}

const marks: Record<RunStatus, StatusKind> = {
  submitted: 'quiet',
  confirmed: 'available',
  waiting_for_admin: 'check_in',
  verified: 'won',
};

export function RunStatusMark({ status }: { status: RunStatus }) {
  const t = useTranslations('ladder.time_attack.state');
  return <StatusMark kind={marks[status]} label={t(status)} />;
}
