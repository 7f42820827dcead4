import { useTranslations } from 'use-intl';
import { ButtonLink } from '../../ui/button.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import type { SetupData, SetupLine, SetupStepName } from './data.ts';
import './setup.css';
import { OpenSetupStep } from './steps.tsx';

// On a phone the step stands below the whole list.
const toAddress = (name: SetupStepName) => `/setup?step=${name}#step`;

/** The first evening: what there is to settle, as it stands, and one step of it at a time. */
export default function SetupPage({ data }: { data: SetupData }) {
  const t = useTranslations('setup');
  const { lines, open, is_admin } = data;
  return (
    <>
      <PageTop title={t('title')}>
        <p className="page-top-lead">{t('lead')}</p>
        {open === null && <Onward lines={lines} />}
      </PageTop>
      <div className="page setup">
        <nav aria-label={t('steps_label')}>
          <ol className="setup-steps">
            {lines.map((line) => (
              <StepLine key={line.name} line={line} isOpen={line.name === open?.name} />
            ))}
          </ol>
        </nav>
        <div className="stack">
          {!is_admin && open?.name !== 'sign-in' && open?.name !== 'restore' && (
            <p className="setup-note">{t('sign_in_first')}</p>
          )}
          {open === null ? (
            <p className="prose">{t(findNext(lines) === undefined ? 'ready' : 'overview')}</p>
          ) : (
            <OpenStepPart data={data} open={open} />
          )}
        </div>
      </div>
    </>
  );
}

function StepLine({
  line: { name, is_done, facts },
  isOpen,
}: {
  line: SetupLine;
  isOpen: boolean;
}) {
  const t = useTranslations('setup');
  return (
    <li className={is_done ? 'setup-step setup-step-done' : 'setup-step'}>
      <a href={toAddress(name)} aria-current={isOpen ? 'step' : undefined}>
        {t(`steps.${name}.title`)}
      </a>
      <span className="soft setup-state">
        {is_done || name === 'restore' ? facts.join(', ') || t(`steps.${name}.done`) : t('not_yet')}
      </span>
    </li>
  );
}

// How mail leaves is the host's to set, and a backup is for whoever has one: neither holds anybody up.
const findNext = (lines: readonly SetupLine[]) =>
  lines.find(({ name, is_done }) => !is_done && name !== 'mail' && name !== 'restore');

/** What comes next, above the list: on a phone nobody need look for it below eleven steps. */
function Onward({ lines }: { lines: readonly SetupLine[] }) {
  const t = useTranslations('setup');
  const next = findNext(lines);
  return (
    <p className="setup-acts">
      {next !== undefined && (
        <ButtonLink look="main" href={toAddress(next.name)}>
          {t('begin', { step: t(`steps.${next.name}.title`) })}
        </ButtonLink>
      )}
      <ButtonLink look={next === undefined ? 'main' : 'quiet'} href="/">
        {t('see')}
      </ButtonLink>
    </p>
  );
}

interface OpenStepPartProps {
  data: SetupData;
  open: NonNullable<SetupData['open']>;
}

function OpenStepPart({ data: { lines }, open }: OpenStepPartProps) {
  const t = useTranslations('setup');
  const place = lines.findIndex(({ name }) => name === open.name);
  const [before, line, after] = [lines[place - 1], lines[place], lines[place + 1]];
  return (
    <section className="setup-open">
      <SectionHead title={t(`steps.${open.name}.title`)} id="step">
        {t('place', { place: place + 1, count: lines.length })}
      </SectionHead>
      <p className="setup-lead">{t(`steps.${open.name}.lead`)}</p>
      <OpenSetupStep key={open.name} open={open} />
      <p className="setup-acts">
        {before !== undefined && <ButtonLink href={toAddress(before.name)}>{t('back')}</ButtonLink>}
        {after !== undefined ? (
          <ButtonLink href={toAddress(after.name)}>
            {line?.is_done === true ? t('next') : t('skip')}
          </ButtonLink>
        ) : (
          <ButtonLink href="/setup">{t('finish')}</ButtonLink>
        )}
      </p>
    </section>
  );
}
