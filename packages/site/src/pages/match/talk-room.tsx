import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';

interface TalkRoomProps {
  words: Record<'title' | 'who' | 'empty' | 'message' | 'send', string>;
  /** The oldest first. */
  lines: readonly TalkLine[];
  /** Says something, true once it is said; null for somebody who may only read. */
  onSend: ((text: string) => Promise<boolean>) | null;
  isBusy: boolean;
  /** Why the last words were not taken. */
  error?: string | null;
}

interface TalkLine {
  id: string;
  username: string;
  /** Null for somebody who has deleted their account, or whom nobody knows. */
  user_id: string | null;
  text: string;
  sent_at: string;
}

/** What the people of a room say to each other, in a match and in a scrim alike. */
export function TalkRoom({ words, lines, onSend, isBusy, error = null }: TalkRoomProps) {
  const [text, setText] = useState('');
  return (
    <section aria-labelledby="talk">
      <SectionHead title={words.title} id="talk">
        {words.who}
      </SectionHead>
      <ol className="talk-lines" aria-live="polite">
        {lines.map(({ id, username, user_id, text: said, sent_at }) => (
          <li key={id}>
            {user_id === null ? <b>{username}</b> : <a href={`/profiles/${user_id}`}>{username}</a>}{' '}
            {said}{' '}
            <span className="soft talk-time">
              <Time instant={sent_at} />
            </span>
          </li>
        ))}
      </ol>
      {lines.length === 0 && <p className="soft">{words.empty}</p>}
      {onSend !== null && (
        <form
          className="talk-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (isBusy || text.trim() === '') {
              return;
            }
            void onSend(text).then((isSent) => isSent && setText(''));
          }}
        >
          <input
            aria-label={words.message}
            placeholder={words.message}
            maxLength={1000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button look="main" type="submit" isBusy={isBusy}>
            {words.send}
          </Button>
          <p className="match-form-error" role="alert">
            {error}
          </p>
        </form>
      )}
    </section>
  );
}
