import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { sendCommand } from '../../client/command/command.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { Button } from '../../ui/button.tsx';

interface RecoveryCodesProps {
  left: number;
  /** Right after the first factor was added. */
  makesAtOnce: boolean;
}

/** Codes for the day on which the second factor is lost: shown once, and never again. */
export function RecoveryCodes({ left, makesAtOnce }: RecoveryCodesProps) {
  const t = useTranslations('account.recovery');
  const toSentence = useRefusal();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const hasMade = useRef(false);
  async function make() {
    setIsBusy(true);
    const answer = await sendCommand<{ codes: string[] }>('/api/me/recovery-codes');
    setIsBusy(false);
    if (answer.ok) {
      setCodes(answer.data.codes);
    }
    setProblem(answer.ok ? null : toSentence(answer.error));
  }
  const makeNow = useRef(make);
  useEffect(() => {
    if (!makesAtOnce || hasMade.current) {
      return;
    }
    hasMade.current = true;
    void makeNow.current();
  }, [makesAtOnce]);
  return (
    <div className="account-recovery">
      <h3>{t('title')}</h3>
      <p className="soft">{codes === null ? t('left', { count: left }) : t('once')}</p>
      {codes !== null && (
        <ul className="account-codes" aria-label={t('title')}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="account-problem">
        {problem}
      </p>
      <p className="account-row">
        <Button isBusy={isBusy} onClick={() => void make()}>
          {left > 0 || codes !== null ? t('renew') : t('make')}
        </Button>
        {codes !== null && (
          <a
            className="button button-quiet"
            download={t('file')}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`}
          >
            {t('save')}
          </a>
        )}
      </p>
    </div>
  );
}
