import { useTranslations } from 'use-intl';
import { Check } from '../../ui/check.tsx';
import { Field } from '../../ui/field.tsx';
import { NameFields } from '../people/team-forms.tsx';

/** The name that is given, of a team with its tag, and whether the one that was is masked in the log. */
export interface Renamed {
  name: string;
  tag: string;
  hides: boolean;
}

interface RenameFieldsProps {
  isTeam: boolean;
  renamed: Renamed;
  onChange: (renamed: Renamed) => void;
}

/** What somebody or a team is called from now on. */
export function RenameFields({ isTeam, renamed, onChange }: RenameFieldsProps) {
  const t = useTranslations('people.names');
  const change = (part: Partial<Renamed>) => onChange({ ...renamed, ...part });
  return (
    <div className="people-form">
      {isTeam ? (
        <NameFields
          name={renamed.name}
          tag={renamed.tag}
          onName={(name) => change({ name })}
          onTag={(tag) => change({ tag })}
        />
      ) : (
        <Field label={t('name')} hint={t('name_hint')}>
          {(control) => (
            <input
              {...control}
              maxLength={32}
              autoComplete="off"
              value={renamed.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
      )}
      <Check checked={renamed.hides} onCheck={(hides) => change({ hides })}>
        {t('hides')}
      </Check>
    </div>
  );
}
