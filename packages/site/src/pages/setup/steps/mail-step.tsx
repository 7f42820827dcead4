import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { sendCommand } from '../../../client/command/command.ts';
import type { CommandError } from '../../../client/command/command-answer.ts';
import { useRefusal } from '../../../client/command/use-refusal.ts';
import { Button } from '../../../ui/button.tsx';
import type { MailTest, SetupStepData } from '../data.ts';

/** How mail leaves, which variable says so, and a test with the mail server's own answer. */
export function MailStep({ data }: { data: SetupStepData['mail'] }) {
  const t = useTranslations('setup.mail');
  if (data === null) {
    return null;
  }
  const { way, server, sender, own_address } = data;
  const words = {
    variable: () => <code>SMTP_URL</code>,
    mailbox: () => (
      <a href="/dev/mail" data-native>
        /dev/mail
      </a>
    ),
  };
  const health = <a href="/admins/health#mail">{t('health')}</a>;
  if (way !== 'smtp') {
    return (
      <p>
        {t.rich(way, words)} {health}
      </p>
    );
  }
  return (
    <div className="setup-part">
      <p>
        {t.rich('by_host', {
          ...words,
          server: () => <code>{server}</code>,
          sender: () => <code>{sender}</code>,
        })}
      </p>
      {own_address === null ? (
        <p className="soft">{t('no_address')}</p>
      ) : (
        <Test address={own_address} />
      )}
      <p>{health}</p>
    </div>
  );
}

function Test({ address }: { address: string }) {
  const t = useTranslations('setup.mail');
  const toSentence = useRefusal();
  const [isBusy, setIsBusy] = useState(false);
  const [said, setSaid] = useState<MailTest | null>(null);
  const [error, setError] = useState<CommandError | null>(null);
  async function send() {
    setIsBusy(true);
    setSaid(null);
    const sent = await sendCommand<MailTest>('/api/setup/mail/test');
    setIsBusy(false);
    setSaid(sent.ok ? sent.data : null);
    setError(sent.ok ? null : sent.error);
  }
  return (
    <>
      <p className="setup-acts">
        <Button isBusy={isBusy} onClick={() => void send()}>
          {t('test', { address })}
        </Button>
      </p>
      <div role="status">
        {error !== null && <p>{toSentence(error)}</p>}
        {said !== null && (
          <>
            <p>{t(said.outcome)}</p>
            <p className="setup-answer">
              <bdi>{said.answer}</bdi>
            </p>
          </>
        )}
      </div>
    </>
  );
}
