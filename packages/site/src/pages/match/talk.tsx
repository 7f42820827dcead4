import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRefusal } from '../../client/use-refusal.ts';
import { Button } from '../../ui/button.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import type { MatchData } from './data.ts';
import { useMatchAct } from './use-match-act.ts';

/** What both rosters and the ladder's admins say to each other; nobody else is given it. */
export function Talk({ data }: { data: MatchData }) {
  const t = useTranslations('match.talk');
  const { room } = data;
  if (room === null) return null;
  return (
    <section aria-labelledby="talk">
      <SectionHead title={t('title')} id="talk">
        {t('who')}
      </SectionHead>
      <ol className="talk-lines" aria-live="polite">
        {room.messages.map((message) => (
          <li key={message.id}>
            <Speaker data={data} id={message.person_id} /> {message.text}{' '}
            <span className="soft talk-time">
              <Time instant={message.sent_at} />
            </span>
          </li>
        ))}
      </ol>
      {room.messages.length === 0 && <p className="soft">{t('empty')}</p>}
      {room.may_talk && <TalkForm data={data} />}
    </section>
  );
}

function Speaker({ data, id }: { data: MatchData; id: string }) {
  const t = useTranslations('match.talk');
  const person = data.names.people[id];
  if (person === undefined) return <b>{t('somebody')}</b>;
  return person.user_id === null ? (
    <b>{person.username}</b>
  ) : (
    <a href={`/profiles/${person.user_id}`}>{person.username}</a>
  );
}

function TalkForm({ data }: { data: MatchData }) {
  const t = useTranslations('match.talk');
  const toSentence = useRefusal();
  const { isBusy, error, send } = useMatchAct(data);
  const [text, setText] = useState('');
  return (
    <form
      className="talk-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy || text.trim() === '') return;
        void send('messages', { text }).then((isSent) => isSent && setText(''));
      }}
    >
      <input
        aria-label={t('message')}
        placeholder={t('message')}
        maxLength={1000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button look="main" type="submit" isBusy={isBusy}>
        {t('send')}
      </Button>
      <p className="match-form-error" role="alert">
        {error !== null && toSentence(error)}
      </p>
    </form>
  );
}
