import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import type { MatchData } from './data.ts';
import { type Sending, useEvidenceFiles } from './use-evidence-files.ts';
import { useMatchAct } from './use-match-act.ts';

const accepted =
  'image/png,image/jpeg,image/webp,image/avif,image/gif,.dem,.zip,.gz,.bz2,.zst,.7z,.rar';

/** Bringing evidence: choose, drop or paste files, or give a link, each with a word on what it shows. */
export function EvidenceForm({ data }: { data: MatchData }) {
  const t = useTranslations('evidence');
  const [note, setNote] = useState('');
  const { sendings, send } = useEvidenceFiles(data.id);
  const bring = (files: Iterable<File>) => {
    const list = [...files];
    if (list.length > 0) {
      void send(list, note).then((isTaken) => isTaken && setNote(''));
    }
  };
  return (
    <div className="evidence-form">
      <Field label={t('note')} hint={t('note_hint')}>
        {(control) => (
          <input
            {...control}
            maxLength={300}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <DropPlace onFiles={bring} />
      <LinkForm data={data} note={note} onSent={() => setNote('')} />
      <Sendings sendings={sendings} />
    </div>
  );
}

/** The files that are pasted anywhere on the page but into a field that takes them itself. */
function usePastedFiles(onFiles: (files: Iterable<File>) => void) {
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => {
      const files = event.clipboardData?.files ?? [];
      if (files.length === 0) {
        return;
      }
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener('paste', handlePaste);
    return () => document.removeEventListener('paste', handlePaste);
  }, []);
}

function DropPlace({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const t = useTranslations('evidence');
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  usePastedFiles(onFiles);
  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    onFiles(event.dataTransfer.files);
  }
  return (
    <section
      className={isOver ? 'evidence-drop evidence-drop-over' : 'evidence-drop'}
      aria-label={t('files')}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={handleDrop}
    >
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        multiple
        accept={accepted}
        aria-label={t('choose')}
        tabIndex={-1}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file may be chosen again after it was refused.
          event.target.value = '';
        }}
      />
      <Button look="main" onClick={() => input.current?.click()}>
        {t('choose')}
      </Button>
      <p className="soft">{t('or_drop')}</p>
      <p className="soft evidence-limits">{t('limits')}</p>
    </section>
  );
}

interface LinkFormProps {
  data: MatchData;
  note: string;
  onSent: () => void;
}

function LinkForm({ data, note, onSent }: LinkFormProps) {
  const t = useTranslations('evidence');
  const toSentence = useRefusal();
  const { isBusy, error, send } = useMatchAct(data);
  const [url, setUrl] = useState('');
  const wrong = error?.field === 'url' ? t('link_wrong') : error && toSentence(error);
  return (
    <form
      method="post"
      className="evidence-link"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy || url.trim() === '') {
          return;
        }
        void send('evidence/links', { url, note }).then((isSent) => {
          if (!isSent) {
            return;
          }
          setUrl('');
          onSent();
        });
      }}
    >
      <Field label={t('link')} error={wrong}>
        {(control) => (
          <input
            {...control}
            type="url"
            inputMode="url"
            placeholder="https://"
            maxLength={500}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" isBusy={isBusy}>
        {t('add_link')}
      </Button>
    </form>
  );
}

function Sendings({ sendings }: { sendings: readonly Sending[] }) {
  const t = useTranslations('evidence');
  const toSentence = useRefusal();
  return (
    <ul className="evidence-sendings" aria-live="polite">
      {sendings.map(({ key, name, share, error }) => (
        <li key={key}>
          <span>{name}</span>{' '}
          {error === null ? (
            <progress value={share} aria-label={t('sending', { name })} />
          ) : (
            <span className="match-form-error">{toSentence(error)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
