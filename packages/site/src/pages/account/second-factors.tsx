import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useReload } from '../../client/live/use-reload.ts';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import type { AccountData, OwnFactor } from './data.ts';
import { NewAppForm } from './new-app-form.tsx';
import { NewKeyForm } from './new-key-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useChange } from './use-change.ts';

/** The second step of signing in: what it is taken with, and what helps when that is lost. */
export function SecondFactors({ data }: { data: AccountData }) {
  const t = useTranslations('account.second');
  const [adding, setAdding] = useState<'app' | 'key' | null>(null);
  const [isFresh, setIsFresh] = useState(false);
  const { factors } = data;
  function finish(isAdded: boolean) {
    setAdding(null);
    // The first factor brings the codes that stand in for it.
    if (isAdded && factors.length === 0) {
      setIsFresh(true);
    }
  }
  return (
    <>
      <p className="soft">{factors.length > 0 ? t('on') : t('off')}</p>
      {factors.length > 0 && (
        <ul className="lines">
          {factors.map((factor) => (
            <FactorRow key={factor.id} factor={factor} />
          ))}
        </ul>
      )}
      {adding === 'app' && <NewAppForm taken={factors.map(({ name }) => name)} onDone={finish} />}
      {adding === 'key' && <NewKeyForm onDone={finish} />}
      {adding === null && (
        <p className="account-acts">
          <Button onClick={() => setAdding('app')}>{t('add_app')}</Button>
          <Button onClick={() => setAdding('key')}>{t('add_key')}</Button>
        </p>
      )}
      {factors.length > 0 && <RecoveryCodes left={data.recovery_codes} makesAtOnce={isFresh} />}
    </>
  );
}

function FactorRow({ factor }: { factor: OwnFactor }) {
  const t = useTranslations('account.second');
  const reload = useReload();
  const { run, isBusy, problem } = useChange();
  const [isSure, setIsSure] = useState(false);
  const name = factor.name || t(factor.kind);
  async function remove() {
    if (!isSure) {
      setIsSure(true);
      return;
    }
    const answer = await run(async () => {
      const { removeFactor } = await import('../../client/session/account-security.ts');
      return removeFactor(factor.id);
    });
    if (answer.ok) {
      await reload();
    }
  }
  return (
    <li className="account-linked">
      <p>
        <b>{name}</b>{' '}
        <span className="soft">
          {t(factor.kind)} · <Time instant={factor.added_at} look="date" />
        </span>
      </p>
      <Button
        look="danger"
        isBusy={isBusy}
        aria-label={isSure ? t('remove_sure', { name }) : t('remove_named', { name })}
        onClick={() => void remove()}
        onBlur={() => setIsSure(false)}
      >
        {isSure ? t('remove_sure', { name }) : t('remove')}
      </Button>
      {problem !== null && (
        <p role="status" className="account-problem">
          {problem}
        </p>
      )}
    </li>
  );
}
