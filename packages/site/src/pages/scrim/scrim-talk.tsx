import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { useCommand } from '../team/use-command.ts';
import type { ScrimData, ScrimRoom } from './data.ts';

interface ScrimTalkProps {
  data: ScrimData;
  room: ScrimRoom;
}

/** What the two teams say to each other. */
export function ScrimTalk({ data, room }: ScrimTalkProps) {
  const t = useTranslations('scrim.talk');
  const { send, isBusy } = useCommand();
  const [text, setText] = useState('');
  return (
    <section aria-labelledby="talk">
      <SectionHead title={t('title')} id="talk">
        {t('who')}
      </SectionHead>
      <ol className="talk-lines" aria-live="polite">
        {room.messages.map(({ id, username, user_id, text: said, sent_at }) => (
          <li key={id}>
            {user_id === null ? <b>{username}</b> : <a href={`/profiles/${user_id}`}>{username}</a>}{' '}
            {said}{' '}
            <span className="soft talk-time">
              <Time instant={sent_at} />
            </span>
          </li>
        ))}
      </ol>
      {room.messages.length === 0 && <p className="soft">{t('empty')}</p>}
      <form
        className="talk-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isBusy || text.trim() === '') return;
          void send({ path: `/api/scrims/${data.id}/messages`, body: { text } }).then(
            (answer) => answer !== null && setText(''),
          );
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
      </form>
    </section>
  );
}
