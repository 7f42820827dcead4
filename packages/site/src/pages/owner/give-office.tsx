import { useTranslations } from 'use-intl';
import { PersonFinder } from '../../ui/person-finder.tsx';
import { useCommand } from '../team/use-command.ts';
import type { Officer } from './data.ts';

interface GiveOfficeProps {
  /** Where it is given. */
  path: string;
  held: readonly Officer[];
}

/** Finds somebody by their name and gives them an office. */
export function GiveOffice({ path, held }: GiveOfficeProps) {
  const t = useTranslations('owner.offices');
  const { send, isBusy } = useCommand();
  return (
    <PersonFinder
      label={t('find')}
      hint={t('find_hint')}
      toCount={(count) => t('found', { count })}
      nobody={t('not_found')}
      toAct={(name) => t('give', { name })}
      without={held}
      isBusy={isBusy}
      onChoose={async ({ person_id, username }) => {
        const done = t('given', { name: username });
        return (await send({ path, body: { person: person_id }, done })) !== null;
      }}
    />
  );
}
