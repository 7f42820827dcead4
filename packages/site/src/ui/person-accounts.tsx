import type { Role } from '@muster/league';
import { type ToggleEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useViewer } from '../app/environment.tsx';
import type { LinkedAccount } from '../client/session/linked-accounts.ts';
import { getLocale, isLocaleCode } from '../intl/locales.ts';
import { toProviderName } from '../pages/profile/provider-name.ts';
import './person-accounts.css';

interface Speaker {
  /** The profile's id. */
  person_id: string;
  username: string;
  role: Role;
}

interface Found {
  language: string | null;
  accounts: readonly LinkedAccount[];
}

async function find(personId: string): Promise<Found> {
  const [{ findProfileById }, { fetchLinkedAccounts }] = await Promise.all([
    import('../client/profile/profiles.ts'),
    import('../client/session/linked-accounts.ts'),
  ]);
  const [profile, accounts] = await Promise.all([
    findProfileById(personId),
    fetchLinkedAccounts(personId),
  ]);
  const locale = profile?.locale;
  return { language: isLocaleCode(locale) ? getLocale(locale).name : null, accounts };
}

/** Where else who speaks for a team can be reached; nothing for its other people and for oneself. */
export function SpeakerAccounts({ person: { person_id, username, role } }: { person: Speaker }) {
  const viewer = useViewer();
  const speaks = role === 'captain' || role === 'co_captain';
  if (!speaks || person_id === viewer?.person_id) {
    return null;
  }
  return <PersonAccounts personId={person_id} name={username} />;
}

/** Somebody's accounts elsewhere and their language: asked for when it is opened, as far as they show them. */
function PersonAccounts({ personId, name }: { personId: string; name: string }) {
  const t = useTranslations('pieces.reach');
  const [found, setFound] = useState<Found | 'failed' | null>(null);
  function onToggle({ newState }: ToggleEvent<HTMLDetailsElement>) {
    if (newState !== 'open' || (found !== null && found !== 'failed')) {
      return;
    }
    find(personId).then(setFound, (error: unknown) => {
      console.error('A profile could not be read', error);
      setFound('failed');
    });
  }
  return (
    <details className="person-accounts" onToggle={onToggle}>
      <summary aria-label={t('of', { name })}>{t('open')}</summary>
      <div className="person-accounts-list" role="status">
        {found === null && t('loading')}
        {found === 'failed' && t('failed')}
        {found !== null && found !== 'failed' && <FoundList found={found} />}
      </div>
    </details>
  );
}

function FoundList({ found: { language, accounts } }: { found: Found }) {
  const t = useTranslations('pieces.reach');
  return (
    <>
      {language !== null && <p>{t('speaks', { language })}</p>}
      {accounts.length === 0 && <p className="soft">{t('none')}</p>}
      {accounts.map(({ provider, display_name, url }) => (
        <p key={provider}>
          {toProviderName(provider)}:{' '}
          {url === null ? (
            display_name
          ) : (
            <a href={url} rel="external nofollow">
              {display_name ?? url}
            </a>
          )}
        </p>
      ))}
    </>
  );
}
