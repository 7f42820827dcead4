import { useTranslations } from 'use-intl';
import { useReload } from '../../client/live/use-reload.ts';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import { useCommand } from '../team/use-command.ts';
import type { AccountData, OwnSession } from './data.ts';
import { toDevice } from './device.ts';
import { useChange } from './use-change.ts';

/** The browsers in which the person is signed in; any of them can be signed out from here. */
export function Sessions({ sessions }: Pick<AccountData, 'sessions'>) {
  const t = useTranslations('account.sessions');
  const reload = useReload();
  const { run, isBusy, problem } = useChange();
  async function endOthers() {
    const answer = await run(async () => {
      const { signOutElsewhere } = await import('../../client/session/account-security.ts');
      return signOutElsewhere();
    });
    if (answer.ok) {
      await reload();
    }
  }
  return (
    <>
      <p className="soft">{t('reason')}</p>
      <ul className="lines">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <p role="status" className="account-problem">
        {problem}
      </p>
      {sessions.length > 1 && (
        <p className="account-acts">
          <Button look="danger" isBusy={isBusy} onClick={() => void endOthers()}>
            {t('end_others')}
          </Button>
        </p>
      )}
    </>
  );
}

function SessionRow({ session }: { session: OwnSession }) {
  const t = useTranslations('account.sessions');
  const { send, isBusy } = useCommand();
  const { browser, system } = toDevice(session.user_agent);
  const device = t('device', { browser: browser ?? t('browser'), system: system ?? t('system') });
  return (
    <li className="account-linked">
      <p>
        <b>{device}</b>{' '}
        <span className="soft">
          {session.is_current
            ? t('current')
            : t.rich('seen', { time: () => <Time instant={session.seen_at} /> })}
        </span>
      </p>
      {!session.is_current && (
        <Button
          isBusy={isBusy}
          aria-label={t('end_named', { device })}
          onClick={() => void send({ path: `/api/me/sessions/${session.id}`, method: 'DELETE' })}
        >
          {t('end')}
        </Button>
      )}
    </li>
  );
}
