import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { sendCommand } from '../../client/command/command.ts';
import type { CommandError } from '../../client/command/command-answer.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toProviderName } from '../profile/provider-name.ts';
import { useCommand } from '../team/use-command.ts';
import type { AccountData } from './data.ts';

/** Who the person is in their games, in their own words. */
export function GameIdentities({ data }: { data: AccountData }) {
  const t = useTranslations('account.identities');
  const { send, isBusy } = useCommand();
  const free = data.identity_kinds.filter(
    (kind) => !data.identities.some((identity) => identity.kind === kind),
  );
  return (
    <>
      <p className="soft">{t('reason')}</p>
      <ul className="lines">
        {data.identities.map(({ kind, handle }) => (
          <li key={kind} className="account-linked">
            <p>
              <b>{toProviderName(kind)}</b> <span className="soft">{handle}</span>
            </p>
            <Button
              isBusy={isBusy}
              aria-label={t('remove_kind', { kind: toProviderName(kind) })}
              onClick={() => void send({ path: `/api/me/identities/${kind}`, method: 'DELETE' })}
            >
              {t('remove')}
            </Button>
          </li>
        ))}
      </ul>
      {free.length > 0 && <IdentityForm key={free.join(' ')} kinds={free} />}
    </>
  );
}

function IdentityForm({ kinds }: { kinds: readonly string[] }) {
  const t = useTranslations('account.identities');
  const toSentence = useRefusal();
  const reload = useReload();
  const [error, setError] = useState<CommandError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setIsBusy(true);
    const answer = await sendCommand('/api/me/identities', {
      kind: String(form.get('kind')),
      handle: String(form.get('handle')),
    });
    setIsBusy(false);
    setError(answer.ok ? null : answer.error);
    if (answer.ok) {
      await reload();
    }
  }
  return (
    <form
      method="post"
      className="account-identity"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <Field label={t('kind')}>
        {(control) => (
          <select {...control} name="kind">
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {toProviderName(kind)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('handle')} error={error === null ? undefined : toSentence(error)}>
        {(control) => <input {...control} name="handle" maxLength={64} autoComplete="off" />}
      </Field>
      <Button type="submit" isBusy={isBusy}>
        {t('add')}
      </Button>
    </form>
  );
}
