import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { sendCommand } from '../../client/command/command.ts';
import type { CommandError } from '../../client/command/command-answer.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { useUnsaved } from '../../client/form/use-unsaved.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/check.tsx';
import { Field } from '../../ui/field.tsx';
import { toProviderName } from '../profile/provider-name.ts';
import type { SignInWay, WayFault } from './data.ts';

type Said = { error: CommandError } | { fault: WayFault | null } | 'saved' | 'removed' | null;

const path = '/api/setup/sign-in-ways';
const fields = ['client_id', 'client_secret', 'issuer', 'name'] as const;

/** One provider: what is set of it, a form to set it, a test. */
export function WayForm({ way }: { way: SignInWay }) {
  const t = useTranslations('setup.ways');
  const { provider, variables, client_id, is_enabled } = way;
  const isSet = client_id !== null;
  const title = provider === 'oidc' ? (way.name ?? t('oidc')) : toProviderName(provider);
  return (
    <details className="way" open={isSet}>
      <summary>
        <span className="way-name">{title}</span>{' '}
        <span className="soft">{isSet ? (is_enabled ? t('on') : t('off')) : t('unset')}</span>
      </summary>
      {variables === null ? <OwnWay way={way} /> : <HostWay way={way} variables={variables} />}
    </details>
  );
}

/** What the environment says is shown, and changed there. */
function HostWay({ way, variables }: { way: SignInWay; variables: readonly string[] }) {
  const t = useTranslations('setup.ways');
  const [said, setSaid] = useState<Said>(null);
  return (
    <div className="way-form">
      <p>{t.rich('by_host', { variables: () => <code>{variables.join(', ')}</code> })}</p>
      <p>
        {t('client_id')}: <code>{way.client_id}</code>
      </p>
      {way.issuer !== null && (
        <p>
          {t('issuer')}: <code>{way.issuer}</code>
        </p>
      )}
      <WayAnswer said={said} />
      <p className="way-acts">
        <TestButton provider={way.provider} onSaid={setSaid} />
      </p>
    </div>
  );
}

function OwnWay({ way }: { way: SignInWay }) {
  const t = useTranslations('setup.ways');
  const toSentence = useRefusal();
  const reload = useReload();
  const [said, setSaid] = useState<Said>(null);
  const [isBusy, setIsBusy] = useState(false);
  const unsaved = useUnsaved();
  const { provider, client_id } = way;
  const isSet = client_id !== null;
  async function send(work: () => ReturnType<typeof sendCommand>, done: Said): Promise<boolean> {
    setIsBusy(true);
    const answer = await work();
    setIsBusy(false);
    setSaid(answer.ok ? done : { error: answer.error });
    if (answer.ok) {
      await reload();
    }
    return answer.ok;
  }
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    const form = new FormData(element);
    const given = fields.flatMap((name) => {
      const value = String(form.get(name) ?? '').trim();
      return value === '' && name !== 'client_id' ? [] : [[name, value] as const];
    });
    const body = { provider, ...Object.fromEntries(given), is_enabled: form.has('is_enabled') };
    if (await send(() => sendCommand(path, body), 'saved')) {
      unsaved.set(false);
      const secret = element.elements.namedItem('client_secret');
      if (secret instanceof HTMLInputElement) {
        secret.value = '';
      }
    }
  }
  const error = said !== null && typeof said === 'object' && 'error' in said ? said.error : null;
  const toError = (name: string) => (error?.field === name ? toSentence(error) : undefined);
  return (
    <form
      method="post"
      className="way-form"
      noValidate
      onInput={() => unsaved.set(true)}
      onSubmit={(event) => void submit(event)}
    >
      <p className="soft">{t(`where.${provider}`)}</p>
      {provider === 'oidc' && <OidcFields way={way} toError={toError} />}
      <Field label={t('client_id')} error={toError('client_id')}>
        {(control) => (
          <input
            {...control}
            name="client_id"
            defaultValue={client_id ?? ''}
            maxLength={200}
            autoComplete="off"
          />
        )}
      </Field>
      <Field
        label={t('client_secret')}
        {...(isSet ? { hint: t('secret_kept') } : {})}
        error={toError('client_secret')}
      >
        {(control) => (
          <input
            {...control}
            name="client_secret"
            type="password"
            maxLength={1000}
            autoComplete="off"
          />
        )}
      </Field>
      <Check name="is_enabled" defaultChecked={way.is_enabled || !isSet}>
        {t('enabled')}
      </Check>
      <WayAnswer said={said} ofFields={fields} />
      <p className="way-acts">
        <Button type="submit" look="main" isBusy={isBusy}>
          {t('save')}
        </Button>
        {isSet && <TestButton provider={provider} onSaid={setSaid} />}
        {isSet && (
          <RemoveButton
            onRemove={() =>
              void send(
                () => sendCommand(`${path}/${provider}`, {}, { method: 'DELETE' }),
                'removed',
              )
            }
          />
        )}
      </p>
    </form>
  );
}

interface OidcFieldsProps {
  way: SignInWay;
  toError: (name: string) => string | undefined;
}

function OidcFields({ way: { issuer, name }, toError }: OidcFieldsProps) {
  const t = useTranslations('setup.ways');
  return (
    <>
      <Field label={t('issuer')} hint={t('issuer_hint')} error={toError('issuer')}>
        {(control) => (
          <input
            {...control}
            name="issuer"
            type="url"
            defaultValue={issuer ?? ''}
            maxLength={200}
            autoComplete="off"
          />
        )}
      </Field>
      <Field label={t('name')} hint={t('name_hint')} error={toError('name')}>
        {(control) => (
          <input
            {...control}
            name="name"
            defaultValue={name ?? ''}
            maxLength={80}
            autoComplete="off"
          />
        )}
      </Field>
    </>
  );
}

/** What became of the last press: a sentence of the server's answer, nothing before there is one. */
function WayAnswer({ said, ofFields = [] }: { said: Said; ofFields?: readonly string[] }) {
  const t = useTranslations('setup');
  const toSentence = useRefusal();
  return (
    <p role="status" className="way-said">
      {said === 'saved' && t('ways.saved')}
      {said === 'removed' && t('ways.removed')}
      {said !== null &&
        typeof said === 'object' &&
        'error' in said &&
        !ofFields.includes(said.error.field ?? '') &&
        toSentence(said.error)}
      {said !== null &&
        typeof said === 'object' &&
        'fault' in said &&
        (said.fault === null ? t('ways.well') : t(`faults.${said.fault.code}`, said.fault.params))}
    </p>
  );
}

interface TestButtonProps {
  provider: string;
  onSaid: (said: Said) => void;
}

function TestButton({ provider, onSaid }: TestButtonProps) {
  const t = useTranslations('setup.ways');
  const [isBusy, setIsBusy] = useState(false);
  async function test() {
    setIsBusy(true);
    onSaid(null);
    const answer = await sendCommand<{ fault: WayFault | null }>(`${path}/${provider}/test`);
    setIsBusy(false);
    onSaid(answer.ok ? { fault: answer.data.fault } : { error: answer.error });
  }
  return (
    <Button isBusy={isBusy} onClick={() => void test()}>
      {t('test')}
    </Button>
  );
}

/** Asks again: whoever comes this way cannot sign in any more. */
function RemoveButton({ onRemove }: { onRemove: () => void }) {
  const t = useTranslations('setup.ways');
  const [isAsked, setIsAsked] = useState(false);
  if (!isAsked) {
    return <Button onClick={() => setIsAsked(true)}>{t('remove')}</Button>;
  }
  return (
    <>
      <span>{t('remove_sure')}</span>
      <Button look="danger" onClick={onRemove}>
        {t('remove')}
      </Button>
      <Button onClick={() => setIsAsked(false)}>{t('keep')}</Button>
    </>
  );
}
