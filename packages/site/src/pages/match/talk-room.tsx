import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { ReportButton } from '../moderation/report-button.tsx';

interface TalkRoomProps {
  words: Record<'title' | 'who' | 'empty' | 'message' | 'send', string>;
  /** The oldest first. */
  lines: readonly TalkLine[];
  /** Says something, true once it is said; null for somebody who may only read. */
  onSend: ((text: string) => Promise<boolean>) | null;
  isBusy: boolean;
  /** What a line is called when it is reported. */
  kind: 'match_message' | 'scrim_message';
  /** Why the last words were not taken. */
  error?: string | null;
}

interface TalkLine {
  id: string;
  username: string;
  /** Null for somebody who has deleted their account, or whom nobody knows. */
  user_id: string | null;
  text: string;
  /** The admins removed it: others may have answered it, so its place stays. */
  is_removed: boolean;
  sent_at: string;
}

/** What the people of a room say to each other, in a match and in a scrim alike. */
export function TalkRoom({ words, lines, kind, onSend, isBusy, error = null }: TalkRoomProps) {
  const t = useTranslations('pieces');
  const [text, setText] = useState('');
  return (
    <section aria-labelledby="talk">
      <SectionHead title={words.title} id="talk">
        {words.who}
      </SectionHead>
      <ol className="talk-lines" aria-live="polite">
        {lines.map(({ id, username, user_id, text: said, is_removed, sent_at }) => (
          <li key={id}>
            {user_id === null ? <b>{username}</b> : <a href={`/profiles/${user_id}`}>{username}</a>}{' '}
            {is_removed ? <span className="removed-words">{t('removed')}</span> : said}{' '}
            <span className="soft talk-time">
              <Time instant={sent_at} />
            </span>{' '}
            {!is_removed && <ReportButton kind={kind} id={id} about={username} ownerId={user_id} />}
          </li>
        ))}
      </ol>
      {lines.length === 0 && <p className="soft">{words.empty}</p>}
      {onSend !== null && (
        <form
          method="post"
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
