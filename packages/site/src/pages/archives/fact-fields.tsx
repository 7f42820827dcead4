import { useTranslations } from 'use-intl';
import { findChoices } from '../../client/form/find-choices.ts';
import { Field } from '../../ui/field.tsx';
import { FinderInput } from '../../ui/finder-input.tsx';
import type { ArchiveImportData, ImportedFacts } from './import-data.ts';

interface FactFieldsProps {
  game?: ArchiveImportData['game'];
  facts?: Omit<ImportedFacts, 'game'>;
  toError: (name: string) => string | undefined;
  onChooseGame?: () => void;
}

const findGames = findChoices('games', { retired: '' });

const plain = [
  { name: 'title', label: 'field_title', most: 120 },
  { name: 'origin', label: 'origin', most: 500 },
  { name: 'ladder', label: 'ladder', most: 80 },
  { name: 'season', label: 'season', most: 80 },
] as const;

/** What is said of an imported history as a whole. */
export function FactFields({ game = null, facts, toError, onChooseGame }: FactFieldsProps) {
  const t = useTranslations('archive-office.import');
  return (
    <>
      {plain.map(({ name, label, most }) => (
        <Field key={name} label={t(label)} hint={t(`hints.${name}`)} error={toError(name)}>
          {(control) => (
            <input {...control} name={name} maxLength={most} defaultValue={facts?.[name]} />
          )}
        </Field>
      ))}
      <Field label={t('game')} error={toError('game')}>
        {(control) => (
          <FinderInput
            control={control}
            name="game"
            first={game}
            none={t('no_game')}
            find={findGames}
            {...(onChooseGame === undefined ? {} : { onChoose: onChooseGame })}
          />
        )}
      </Field>
      <Field label={t('ended_on')} hint={t('hints.ended_on')} error={toError('ended_on')}>
        {(control) => (
          <input {...control} type="date" name="ended_on" defaultValue={facts?.ended_on} />
        )}
      </Field>
    </>
  );
}
