import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import { ChangedText } from './changed-text.tsx';
import { fieldsOfKind, type Texts, type WritingData } from './data.ts';
import { findRevision, listRevisions, type Revision } from './revision-texts.ts';

interface RevisionsProps {
  data: WritingData;
  texts: Texts;
  onTake: (texts: Texts) => void;
}

/** What was saved before; the difference is shown first, and taking one back is a change like another. */
export function Revisions({ data, texts, onTake }: RevisionsProps) {
  const t = useTranslations('writing');
  const [revisions, setRevisions] = useState<Revision[]>([]);
  const [hasMore, setHasMore] = useState(false);
  const [shown, setShown] = useState<(Revision & { texts: Texts }) | null>(null);
  const [isLost, setIsLost] = useState(false);
  const load = async (listed: Revision[]) => {
    const answer = await listRevisions(data, listed.at(-1)?.number);
    setIsLost(!answer.ok);
    if (answer.ok) {
      setRevisions([...listed, ...answer.data.revisions]);
      setHasMore(answer.data.has_more);
    }
  };
  const show = async (number: number) => {
    const answer = await findRevision(data, number);
    setIsLost(!answer.ok);
    setShown(answer.ok ? answer.data : null);
  };
  return (
    <details onToggle={(event) => event.currentTarget.open && void load([])}>
      <summary>{t('revisions')}</summary>
      {isLost && <p role="alert">{t('no_network')}</p>}
      <ul className="lines">
        {revisions.map(({ number, at, by }) => (
          <li key={number} className="writing-revision">
            <Button aria-pressed={shown?.number === number} onClick={() => void show(number)}>
              {t('version', { number })}
            </Button>{' '}
            <Time instant={at} /> {by}
            {shown?.number === number && (
              <Difference
                kind={data.kind}
                texts={texts}
                shown={shown}
                onTake={() => {
                  onTake(shown.texts);
                  setShown(null);
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {hasMore && <Button onClick={() => void load(revisions)}>{t('older_revisions')}</Button>}
    </details>
  );
}

interface DifferenceProps {
  kind: WritingData['kind'];
  texts: Texts;
  shown: Revision & { texts: Texts };
  onTake: () => void;
}

/** What an older version has and has not of what is written now, before it takes the place of that. */
function Difference({ kind, texts, shown, onTake }: DifferenceProps) {
  const t = useTranslations('writing');
  return (
    <section className="writing-note">
      <h3>{t('difference', { number: shown.number })}</h3>
      {fieldsOfKind[kind].map((field) => (
        <ChangedText key={field} before={texts[field] ?? ''} after={shown.texts[field] ?? ''} />
      ))}
      <Button onClick={onTake}>{t('restore', { number: shown.number })}</Button>
    </section>
  );
}
