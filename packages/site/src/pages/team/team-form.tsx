import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useNavigate } from '../../app/router.tsx';
import { sendCommand } from '../../client/command/command.ts';
import type { CommandError } from '../../client/command/command-answer.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { locales } from '../../intl/locales.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { type ZoneChoice, ZoneOptions } from '../../ui/zone-options.tsx';
import type { TeamFields } from './data.ts';
import './team.css';

interface TeamFormProps {
  /** Where the form is sent. */
  path: string;
  fields: TeamFields;
  zones: readonly ZoneChoice[];
  act: string;
}

const fieldNames = ['name', 'tag', 'zone', 'locale', 'about'] as const;

/** A team's name, tag, home and words about itself; what is wrong stands beside the field that it is about. */
export function TeamForm({ path, fields, zones, act }: TeamFormProps) {
  const t = useTranslations('team-forms.form');
  const toSentence = useRefusal();
  const navigate = useNavigate();
  const [error, setError] = useState<CommandError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setIsBusy(true);
    const body = Object.fromEntries(fieldNames.map((name) => [name, String(form.get(name) ?? '')]));
    const answer = await sendCommand<{ slug: string }>(path, body);
    setIsBusy(false);
    setError(answer.ok ? null : answer.error);
    if (answer.ok) {
      await navigate(`/teams/${answer.data.slug}`);
    }
  }
  const toError = (name: string) =>
    error !== null && error.field === name ? toSentence(error) : undefined;
  const isOfForm = error !== null && !fieldNames.some((name) => name === error.field);
  return (
    <form method="post" className="team-form" noValidate onSubmit={(event) => void submit(event)}>
      {isOfForm && (
        <p className="team-form-wrong" role="alert">
          {toSentence(error)}
        </p>
      )}
      <Field label={t('name')} hint={t('name_hint')} error={toError('name')}>
        {(control) => (
          <input {...control} name="name" defaultValue={fields.name} required maxLength={40} />
        )}
      </Field>
      <Field label={t('tag')} hint={t('tag_hint')} error={toError('tag')}>
        {(control) => (
          <input {...control} name="tag" defaultValue={fields.tag} required maxLength={6} />
        )}
      </Field>
      <HomeFields fields={fields} zones={zones} toError={toError} />
      <Field label={t('about')} hint={t('about_hint')} error={toError('about')}>
        {(control) => (
          <textarea
            {...control}
            name="about"
            rows={4}
            defaultValue={fields.about}
            maxLength={2000}
          />
        )}
      </Field>
      <div>
        <Button type="submit" look="main" isBusy={isBusy}>
          {act}
        </Button>
      </div>
    </form>
  );
}

interface HomeFieldsProps {
  fields: TeamFields;
  zones: readonly ZoneChoice[];
  toError: (name: string) => string | undefined;
}

function HomeFields({ fields, zones, toError }: HomeFieldsProps) {
  const t = useTranslations('team-forms.form');
  return (
    <>
      <Field label={t('zone')} hint={t('zone_hint')} error={toError('zone')}>
        {(control) => (
          <select {...control} name="zone" defaultValue={fields.zone}>
            <ZoneOptions zones={zones} />
          </select>
        )}
      </Field>
      <Field label={t('locale')} hint={t('locale_hint')} error={toError('locale')}>
        {(control) => (
          <select {...control} name="locale" defaultValue={fields.locale}>
            {locales.map(({ code, tag, name }) => (
              <option key={code} value={code} lang={tag}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}
