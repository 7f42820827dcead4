import { useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { type ClientState, clientState, type Profile } from '../../client/client-state.ts';
import { Button } from '../../ui/button.tsx';
import { SectionHead } from '../../ui/section-head.tsx';

/** What this tab knows of the person in front of it, in the words of the code. */
export function ClientStatePieces() {
  const t = useTranslations('shell');
  const state = useSyncExternalStore(
    clientState.subscribe,
    clientState.get,
    clientState.getInitial,
  );
  return (
    <section>
      <SectionHead title={t('titles.account')} />
      <dl className="pieces-state">
        {Object.entries(toWords(state)).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-state={name}>{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
      <Calls profile={state.profile} />
    </section>
  );
}

/** The product's calls about the signed-in person, each under its own name, and what it gave. */
function Calls({ profile }: { profile: Profile | null }) {
  const [answer, setAnswer] = useState<string | null>(null);
  if (profile === null) {
    return null;
  }
  return (
    <>
      <div className="pieces-row">
        {Object.entries(calls).map(([name, call]) => (
          <Button
            key={name}
            onClick={() => {
              setAnswer(null);
              void call(profile).then((given) => setAnswer(JSON.stringify(given)));
            }}
          >
            {name}
          </Button>
        ))}
      </div>
      {answer !== null && <output className="pieces-answer">{answer}</output>}
    </>
  );
}

type Call = (profile: Profile) => Promise<unknown>;

const calls: Readonly<Record<string, Call>> = {
  findProfileById: async ({ id }) =>
    (await import('../../client/profile/profiles.ts')).findProfileById(id),
  listProfiles: async ({ user_id }) =>
    (await import('../../client/profile/profiles.ts')).listProfiles([user_id ?? '']),
  fetchLinkedAccounts: async ({ id }) =>
    (await import('../../client/session/linked-accounts.ts')).fetchLinkedAccounts(id),
  fetchDiscordIds: async ({ user_id }) =>
    (await import('../../client/session/linked-accounts.ts')).fetchDiscordIds([user_id ?? '']),
};

function toWords({ events, session, user, team, profile }: ClientState) {
  return {
    events: events.join(' ') || null,
    session: session === null ? null : new Date((session.expires_at ?? 0) * 1000).toISOString(),
    user: user?.id,
    team: team?.name,
    profile: profile?.username,
  };
}
