import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { addRefusalTexts } from '../../client/command/command.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { NameRefused } from '../../client/profile/name-refused.ts';
import { showToast } from '../../client/toast/show-toast.ts';
import { locales } from '../../intl/locales.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import type { AccountData } from './data.ts';

// Apart from what is done with them: what fails there would pass for a chunk that cannot be loaded.
const loadProfiles = () => import('../../client/profile/profiles.ts');
const loadSwitch = () => import('../../client/profile/switch-locale.ts');

const minimum = 2;
const maximum = 32;

/** The name and the language that go with the person everywhere. */
export function ProfileForm({ data }: { data: AccountData }) {
  const t = useTranslations('account.profile');
  const toSentence = useRefusal();
  const reload = useReload();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const username = String(form.get('username')).trim();
    const locale = String(form.get('locale'));
    if ([...username].length < minimum || [...username].length > maximum) {
      setError(t('name_wrong', { minimum, maximum }));
      return;
    }
    setError(null);
    setIsBusy(true);
    try {
      await (await loadProfiles()).updateOwnProfile({ username, locale });
      await (await loadSwitch()).switchLocale(locale);
      await reload();
      void showToast({ kind: 'success', text: t('saved') });
    } catch (thrown) {
      if (thrown instanceof NameRefused) {
        await addRefusalTexts();
      }
      // Another failure of the database has been shown as a note; this says what it is most likely about.
      setError(thrown instanceof NameRefused ? toSentence(thrown) : t('name_refused'));
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <form
      method="post"
      className="account-form"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <Field label={t('name')} hint={t('name_hint', { minimum, maximum })} error={error}>
        {(control) => (
          <input
            {...control}
            name="username"
            defaultValue={data.username}
            maxLength={maximum}
            autoComplete="nickname"
          />
        )}
      </Field>
      <Field label={t('locale')}>
        {(control) => (
          <select {...control} name="locale" defaultValue={data.locale}>
            {locales.map(({ code, tag, name }) => (
              <option key={code} value={code} lang={tag}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <p>
        <Button type="submit" look="main" isBusy={isBusy}>
          {t('save')}
        </Button>
      </p>
    </form>
  );
}
