import { type FormEvent, useEffect, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useEnvironment } from '../../app/environment.tsx';
import { sendCommand } from '../../client/command/command.ts';
import type { CommandError } from '../../client/command/command-answer.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { fetchLater } from '../../client/fetch/fetch-later.ts';
import { showToast } from '../../client/toast/show-toast.ts';
import { getLocale } from '../../intl/locales.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import './webhook-form.css';

/** A channel as its owner sees it: never with its address. */
interface Webhook {
  address: string;
  locale: string;
  is_disabled: boolean;
}

type Answer = { webhook: Webhook | null };

/** The chat channel for the news of a ladder or a team; `path` is its place in the API. */
export function WebhookForm({ path }: { path: string }) {
  const t = useTranslations('channel');
  const [webhook, setWebhook] = useKeptWebhook(path);
  const [error, setError] = useState<CommandError | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function send(body: Record<string, unknown>, method: 'POST' | 'DELETE') {
    setIsBusy(true);
    const answer = await sendCommand<Answer>(path, body, { method });
    setIsBusy(false);
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) {
      return false;
    }
    setWebhook(answer.data.webhook);
    void showToast({ kind: 'success', text: t(method === 'POST' ? 'saved' : 'removed') });
    return true;
  }

  return (
    <section aria-labelledby="channel">
      <SectionHead title={t('title')} id="channel" />
      <p className="soft">{t('reason')}</p>
      {webhook !== null && (
        <div className="webhook-now">
          <p>{webhook.is_disabled ? t('disabled') : t('set', { address: webhook.address })}</p>
          <Button isBusy={isBusy} onClick={() => void send({}, 'DELETE')}>
            {t('remove')}
          </Button>
        </div>
      )}
      <WebhookFields
        isSet={webhook !== null}
        error={error}
        isBusy={isBusy}
        onSave={(body) => send(body, 'POST')}
      />
    </section>
  );
}

/** What is set now, asked for once the page is there; null also while it is not known. */
function useKeptWebhook(path: string) {
  const [webhook, setWebhook] = useState<Webhook | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    void fetchLater(path, { signal: gone.signal })
      .then(async (response) => {
        if (!response.ok) {
          return;
        }
        const { data } = (await response.json()) as { data: Answer };
        if (!gone.signal.aborted) {
          setWebhook(data.webhook);
        }
      })
      .catch(() => undefined);
    return () => gone.abort();
  }, [path]);
  return [webhook, setWebhook] as const;
}

interface WebhookFieldsProps {
  isSet: boolean;
  error: CommandError | null;
  isBusy: boolean;
  onSave: (body: { url: string; locale: string }) => Promise<boolean>;
}

function WebhookFields({ isSet, error, isBusy, onSave }: WebhookFieldsProps) {
  const t = useTranslations('channel');
  const tag = useLocale();
  const offered = useEnvironment().shell.locales.map(getLocale);
  const refusal = useRefusal();
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const url = String(given.get('url'));
    if (await onSave({ url, locale: String(given.get('locale')) })) {
      form.reset();
    }
  }
  const fault = error?.field === 'url' ? t('wrong') : error !== null ? refusal(error) : null;
  return (
    <form
      method="post"
      className="webhook-form"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <Field label={t('address')} hint={t('address_hint')} error={fault}>
        {(control) => (
          <input
            {...control}
            name="url"
            type="url"
            required
            maxLength={400}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={t('language')}>
        {(control) => (
          <select
            {...control}
            name="locale"
            defaultValue={offered.find((locale) => locale.tag === tag)?.code}
          >
            {offered.map((locale) => (
              <option key={locale.code} value={locale.code} lang={locale.tag}>
                {locale.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <p>
        <Button type="submit" isBusy={isBusy}>
          {t(isSet ? 'replace' : 'save')}
        </Button>
      </p>
    </form>
  );
}
