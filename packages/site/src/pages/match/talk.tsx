import { useTranslations } from 'use-intl';
import { useRefusal } from '../../client/command/use-refusal.ts';
import type { MatchData } from './data.ts';
import { TalkRoom } from './talk-room.tsx';
import { useMatchAct } from './use-match-act.ts';

/** What both rosters and the ladder's admins say to each other; nobody else is given it. */
export function Talk({ data }: { data: MatchData }) {
  const t = useTranslations('match.talk');
  const toSentence = useRefusal();
  const { isBusy, error, send } = useMatchAct(data);
  const { room, names } = data;
  if (room === null) {
    return null;
  }
  const nobody = { username: t('somebody'), user_id: null };
  return (
    <TalkRoom
      words={{
        title: t('title'),
        who: t('who'),
        empty: t('empty'),
        message: t('message'),
        send: t('send'),
      }}
      kind="match_message"
      lines={room.messages.map((message) => ({
        ...message,
        ...(names.people[message.person_id] ?? nobody),
      }))}
      onSend={room.may_talk ? (text) => send('messages', { text }) : null}
      isBusy={isBusy}
      error={error === null ? null : toSentence(error)}
    />
  );
}
