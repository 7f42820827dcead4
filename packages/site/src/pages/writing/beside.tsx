import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import { Prose } from '../articles/prose.tsx';
import type { ProseNode } from '../articles/prose-node.ts';
import { ask } from './ask.ts';
import { ChangedText } from './changed-text.tsx';
import { fieldsOfKind, type Texts, type WritingData } from './data.ts';

const pause = 600;

/** A text as its reader will see it, a moment after it was written. */
export function Preview({ kind, body }: { kind: WritingData['kind']; body: string }) {
  const t = useTranslations('writing');
  const [nodes, setNodes] = useState<readonly ProseNode[]>([]);
  const [isLost, setIsLost] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const answer = await ask<{ prose: ProseNode[] }>('/api/writing/preview', { kind, body });
      if (isCurrent) {
        setIsLost(!answer.ok);
        if (answer.ok) {
          setNodes(answer.data.prose);
        }
      }
    }, pause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [kind, body]);
  return (
    <>
      {isLost && <p className="soft">{t('no_preview')}</p>}
      <Prose nodes={nodes} />
    </>
  );
}

/** For a translation: what it is made from, with what changed there since. */
export function Original({ data }: { data: WritingData }) {
  const { original } = data;
  if (original === null) {
    return null;
  }
  return (
    <div lang={data.original_locale}>
      {fieldsOfKind[data.kind].map((field) => {
        const after = original.texts[field] ?? '';
        return (
          <ChangedText
            key={field}
            before={(original.since ?? original.texts)[field] ?? ''}
            after={after}
          />
        );
      })}
    </div>
  );
}

interface Revision {
  number: number;
  at: string;
  by: string | null;
}

interface RevisionsProps {
  data: WritingData;
  texts: Texts;
  onTake: (texts: Texts) => void;
}

/** What was saved before; the difference is shown first, and taking one back is a change like another. */
export function Revisions({ data, texts, onTake }: RevisionsProps) {
  const t = useTranslations('writing');
  const path = `/api/writing/${data.kind}/${data.slug}/revisions`;
  const [revisions, setRevisions] = useState<Revision[] | null>(null);
  const [shown, setShown] = useState<(Revision & { texts: Texts }) | null>(null);
  const [isLost, setIsLost] = useState(false);
  const load = async () => {
    const answer = await ask<{ revisions: Revision[] }>(`${path}?locale=${data.locale}`);
    setIsLost(!answer.ok);
    setRevisions(answer.ok ? answer.data.revisions : null);
  };
  const show = async (number: number) => {
    const answer = await ask<Revision & { texts: Texts }>(`${path}/${number}`);
    setIsLost(!answer.ok);
    setShown(answer.ok ? answer.data : null);
  };
  return (
    <details onToggle={(event) => event.currentTarget.open && void load()}>
      <summary>{t('revisions')}</summary>
      {isLost && <p role="alert">{t('no_network')}</p>}
      <ul className="lines">
        {(revisions ?? []).map(({ number, at, by }) => (
          <li key={number}>
            <Button onClick={() => void show(number)}>{number}</Button> <Time instant={at} /> {by}
          </li>
        ))}
      </ul>
      {shown !== null && (
        <div className="stack">
          {fieldsOfKind[data.kind].map((field) => (
            <ChangedText key={field} before={texts[field] ?? ''} after={shown.texts[field] ?? ''} />
          ))}
          <Button
            onClick={() => {
              onTake(shown.texts);
              setShown(null);
            }}
          >
            {t('restore', { number: shown.number })}
          </Button>
        </div>
      )}
    </details>
  );
}
