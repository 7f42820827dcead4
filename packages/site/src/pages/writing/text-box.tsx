import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { sendFile } from '../../client/command/command.ts';
import type { CommandError } from '../../client/command/command-answer.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, type FieldControl } from '../../ui/field.tsx';
import { type Insertion, lineMarks, type MarkdownAct, marks, markText } from './markdown-acts.ts';

const shortcuts: Readonly<Record<string, MarkdownAct>> = { b: 'bold', i: 'italic', k: 'link' };

/** Puts text in as if it were typed, so that the browser's own undo takes it back. */
function insert(box: HTMLTextAreaElement, { from, to, text, selectFrom, selectTo }: Insertion) {
  box.focus();
  box.setSelectionRange(from, to);
  document.execCommand('insertText', false, text);
  box.setSelectionRange(selectFrom, selectTo);
}

interface TextBoxProps {
  control: FieldControl;
  value: string;
  longest: number;
  lang: string;
  onWrite: (text: string) => void;
}

/** A plain text area for Markdown with its toolbar, and the usual keys. */
export function TextBox({ control, value, longest, lang, onWrite }: TextBoxProps) {
  const t = useTranslations('writing');
  const box = useRef<HTMLTextAreaElement>(null);
  const [isPicturing, setIsPicturing] = useState(false);
  const act = (what: MarkdownAct) => {
    if (box.current !== null) {
      const { value: text, selectionStart: from, selectionEnd: to } = box.current;
      insert(box.current, markText(what, { text, from, to }));
    }
  };
  const [picture, setPicture] = useState<string | null>(null);
  const addPicture = (text: string) => {
    setIsPicturing(false);
    setPicture(text);
  };
  // Once the dialog is shut: while it is open, nothing behind it takes what is typed.
  useEffect(() => {
    if (picture !== null && box.current !== null) {
      const { selectionEnd: at } = box.current;
      const end = at + picture.length;
      insert(box.current, { from: at, to: at, text: picture, selectFrom: end, selectTo: end });
      setPicture(null);
    }
  }, [picture]);
  return (
    <>
      <div className="writing-tools" role="toolbar" aria-label={t('tools.label')}>
        {[...marks, ...lineMarks].map((what) => (
          <Button key={what} onClick={() => act(what)}>
            {t(`tools.${what}`)}
          </Button>
        ))}
        <Button onClick={() => setIsPicturing(true)}>{t('tools.picture')}</Button>
      </div>
      <textarea
        {...control}
        ref={box}
        className="writing-box"
        lang={lang}
        value={value}
        maxLength={longest}
        rows={18}
        onChange={(event) => onWrite(event.target.value)}
        onKeyDown={(event) => {
          const what = shortcuts[event.key];
          if (what !== undefined && (event.ctrlKey || event.metaKey) && !event.altKey) {
            event.preventDefault();
            act(what);
          }
        }}
      />
      <Dialog isOpen={isPicturing} onClose={() => setIsPicturing(false)} title={t('tools.picture')}>
        <PictureForm onAdd={addPicture} />
      </Dialog>
    </>
  );
}

function PictureForm({ onAdd }: { onAdd: (text: string) => void }) {
  const t = useTranslations('writing');
  const toSentence = useRefusal();
  const [file, setFile] = useState<File | null>(null);
  const [alt, setAlt] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<CommandError | null>(null);
  const words = alt.trim().replace(/[[\]\\]/g, '\\$&');
  const send = async () => {
    if (file === null || words === '') {
      return;
    }
    setIsBusy(true);
    const answer = await sendFile<{ path: string }>('/api/pictures', file, {
      onProgress: () => {},
    });
    setIsBusy(false);
    if (answer.ok) {
      onAdd(`![${words}](${answer.data.path})`);
    } else {
      setError(answer.error);
    }
  };
  return (
    <div className="stack">
      <Field label={t('picture.file')}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept="image/*"
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        )}
      </Field>
      <Field label={t('picture.alt')} hint={t('picture.alt_hint')}>
        {(control) => (
          <input
            {...control}
            value={alt}
            maxLength={200}
            onChange={(event) => setAlt(event.target.value)}
          />
        )}
      </Field>
      {error !== null && <p role="alert">{toSentence(error)}</p>}
      <Button
        look="main"
        isBusy={isBusy}
        disabled={file === null || words === ''}
        onClick={() => void send()}
      >
        {t('picture.add')}
      </Button>
    </div>
  );
}
