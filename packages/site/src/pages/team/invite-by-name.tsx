import { useTranslations } from 'use-intl';
import { PersonFinder } from '../../ui/person-finder.tsx';
import type { TeamData } from './data.ts';
import { useCommand } from './use-command.ts';

/** Finds somebody by their name and invites them: it waits on their account page and on the team's. */
export function InviteByName({ data }: { data: TeamData }) {
  const t = useTranslations('team.links');
  const { send, isBusy } = useCommand();
  return (
    <PersonFinder
      label={t('by_name')}
      hint={t('by_name_hint')}
      toCount={(count) => t('found', { count })}
      nobody={t('nobody')}
      toAct={(name) => t('invite', { name })}
      without={data.members}
      isBusy={isBusy}
      onChoose={async ({ person_id, username }) => {
        const path = `/api/teams/${data.slug}/invites`;
        const done = t('invited', { name: username });
        return (await send({ path, body: { person: person_id }, done })) !== null;
      }}
    />
  );
}
