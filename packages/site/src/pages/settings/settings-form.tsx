import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEnvironment } from '../../app/environment.tsx';
import { sendCommand } from '../../client/command/command.ts';
import type { CommandError } from '../../client/command/command-answer.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { useUnsaved } from '../../client/form/use-unsaved.ts';
import { locales } from '../../intl/locales.ts';
import { Button } from '../../ui/button.tsx';
import { Field, type FieldControl } from '../../ui/field.tsx';
import { defaultHue } from '../../ui/hue.ts';
import { ZoneOptions } from '../../ui/zone-options.tsx';
import type { SettingsData, SettingsFields } from './data.ts';
import { fieldsOfPart, listChanged, type SettingsPart } from './fields.ts';
import { HueField } from './hue-field.tsx';
import { LanguageField } from './language-field.tsx';
import { keepUndo } from './undo.ts';
import { UndoLine } from './undo-line.tsx';
import './settings.css';

interface SettingsFormProps {
  data: SettingsData;
  part: SettingsPart;
}

/** One part of the settings, saved by itself; what was saved last can be taken back. */
export function SettingsForm({ data, part }: SettingsFormProps) {
  const t = useTranslations('settings');
  const toSentence = useRefusal();
  const [error, setError] = useState<CommandError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isSame, setIsSame] = useState(false);
  const unsaved = useUnsaved();
  async function send(changed: Partial<SettingsFields>, former: Partial<SettingsFields> | null) {
    setIsBusy(true);
    const answer = await sendCommand('/api/settings', changed);
    setIsBusy(false);
    setError(answer.ok ? null : answer.error);
    if (answer.ok) {
      keepUndo(part, former);
      unsaved.set(false);
      // The name and the languages stand around every page, which only a new document brings.
      window.location.reload();
    }
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const changed = listChanged(part, {
      form: new FormData(event.currentTarget),
      held: data.holds,
    });
    const names = Object.keys(changed) as (keyof SettingsFields)[];
    setIsSame(names.length === 0);
    if (names.length > 0) {
      const former = Object.fromEntries(names.map((name) => [name, data.set[name]]));
      void send(changed, former);
    }
  }
  const toError = (name: string) =>
    error !== null && error.field?.split('.')[0] === name ? toSentence(error) : undefined;
  const isOfForm =
    error !== null && !fieldsOfPart[part].some((name) => name === error.field?.split('.')[0]);
  return (
    <form
      method="post"
      className="settings-form"
      noValidate
      onInput={() => unsaved.set(true)}
      onSubmit={submit}
    >
      <UndoLine part={part} isBusy={isBusy} onUndo={(former) => void send(former, null)} />
      {isOfForm && <p role="alert">{toSentence(error)}</p>}
      <Fields data={data} part={part} toError={toError} />
      <div>
        <Button type="submit" look="main" isBusy={isBusy}>
          {t('save')}
        </Button>{' '}
        <span role="status">{isSame && t('same')}</span>
      </div>
    </form>
  );
}

interface FieldsProps extends SettingsFormProps {
  toError: (name: string) => string | undefined;
}

function Fields({ data, part, toError }: FieldsProps) {
  switch (part) {
    case 'name':
      return <NameFields data={data} toError={toError} />;
    case 'look':
      return <HueField hue={data.holds.hue ?? defaultHue} error={toError('hue')} />;
    case 'languages':
      return <LanguageFields data={data} toError={toError} />;
    case 'file':
      return <FileField data={data} toError={toError} />;
    default:
      return <AddressFields data={data} toError={toError} />;
  }
}

interface SettingFieldProps {
  data: SettingsData;
  /** The logo has a form of its own. */
  name: Exclude<keyof SettingsFields, 'logo'>;
  toError: (name: string) => string | undefined;
  children: (control: FieldControl & { name: string; disabled: boolean }) => ReactNode;
}

/** A field with its words; where a variable sets it, it says which and cannot be changed. */
export function SettingField({ data, name, toError, children }: SettingFieldProps) {
  const t = useTranslations('settings');
  const variable = data.variables[name];
  const hint =
    variable === undefined
      ? t(`hints.${name}`)
      : t.rich('by_variable', { variable: () => <code>{variable}</code> });
  return (
    <Field label={t(`fields.${name}`)} hint={hint} error={toError(name)}>
      {(control) => children({ ...control, name, disabled: variable !== undefined })}
    </Field>
  );
}

type PartProps = Omit<FieldsProps, 'part'>;

function NameFields({ data, toError }: PartProps) {
  const { holds } = data;
  const [name, setName] = useState(holds.name ?? '');
  const [suffix, setSuffix] = useState((holds.title_suffix ?? '').trim());
  const [line, setLine] = useState(holds.footer_line ?? '');
  const [year, setYear] = useState(String(holds.footer_year ?? ''));
  return (
    <>
      <SettingField data={data} name="name" toError={toError}>
        {(control) => (
          <input
            {...control}
            value={name}
            maxLength={60}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </SettingField>
      <SettingField data={data} name="title_suffix" toError={toError}>
        {(control) => (
          <input
            {...control}
            value={suffix}
            maxLength={39}
            onChange={(event) => setSuffix(event.target.value)}
          />
        )}
      </SettingField>
      <SettingField data={data} name="footer_line" toError={toError}>
        {(control) => (
          <input
            {...control}
            value={line}
            maxLength={200}
            onChange={(event) => setLine(event.target.value)}
          />
        )}
      </SettingField>
      <SettingField data={data} name="footer_year" toError={toError}>
        {(control) => (
          <input
            {...control}
            value={year}
            inputMode="numeric"
            maxLength={4}
            onChange={(event) => setYear(event.target.value)}
          />
        )}
      </SettingField>
      <NamePreview name={name} suffix={suffix} footer={line || `© ${year} ${name}`} />
    </>
  );
}

/** How the bar, a title and the footer will read. */
function NamePreview({ name, suffix, footer }: { name: string; suffix: string; footer: string }) {
  const t = useTranslations('settings');
  const titles = useTranslations('shell.titles');
  return (
    <figure className="settings-preview">
      <figcaption className="soft">{t('preview')}</figcaption>
      <p className="settings-preview-tab">
        {titles('teams')} · {[name, suffix].filter(Boolean).join(' ')}
      </p>
      <p className="settings-preview-bar display">{name}</p>
      <p className="settings-preview-footer soft">{footer}</p>
    </figure>
  );
}

function LanguageFields({ data, toError }: PartProps) {
  const { shell } = useEnvironment();
  const { holds, zones } = data;
  return (
    <>
      <LanguageField
        offered={holds.locales ?? locales.map(({ code }) => code)}
        error={toError('locales')}
        first={shell.locales[0] ?? 'en'}
      />
      <SettingField data={data} name="zone" toError={toError}>
        {(control) => (
          <select {...control} defaultValue={holds.zone ?? 'UTC'}>
            <ZoneOptions zones={zones} />
          </select>
        )}
      </SettingField>
    </>
  );
}

function FileField({ data, toError }: PartProps) {
  const t = useTranslations('settings.public_file');
  return (
    <SettingField data={data} name="public_file" toError={toError}>
      {(control) => (
        <select {...control} defaultValue={data.holds.public_file === false ? 'no' : 'yes'}>
          <option value="yes">{t('yes')}</option>
          <option value="no">{t('no')}</option>
        </select>
      )}
    </SettingField>
  );
}

function AddressFields({ data, toError }: PartProps) {
  const { holds } = data;
  return (
    <>
      {(['forum_url', 'chat_invite_url'] as const).map((name) => (
        <SettingField key={name} data={data} name={name} toError={toError}>
          {(control) => (
            <input
              {...control}
              type="url"
              defaultValue={holds[name] ?? ''}
              maxLength={500}
              placeholder="https://"
            />
          )}
        </SettingField>
      ))}
    </>
  );
}
