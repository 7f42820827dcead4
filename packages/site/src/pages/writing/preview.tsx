import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';
import { Prose } from '../articles/prose.tsx';
import type { ProseNode } from '../articles/prose-node.ts';
import { ask } from './ask.ts';
import type { WritingData } from './data.ts';

const pause = 600;
const pauseBeforeTryingAgain = 5_000;

/** A text as its reader will see it, a moment after it was written; where the network is gone, once it is back. */
export function Preview({
  kind,
  slug,
  body,
}: Pick<WritingData, 'kind' | 'slug'> & { body: string }) {
  const t = useTranslations('writing');
  const [nodes, setNodes] = useState<readonly ProseNode[]>([]);
  const [isLost, setIsLost] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      clearTimeout(timer);
      const answer = await ask<{ prose: ProseNode[] }>('/api/writing/preview', {
        kind,
        slug,
        body,
      });
      if (!isCurrent) {
        return;
      }
      setIsLost(!answer.ok);
      if (answer.ok) {
        setNodes(answer.data.prose);
      } else {
        clearTimeout(timer);
        timer = setTimeout(() => void load(), pauseBeforeTryingAgain);
      }
    };
    let timer = setTimeout(() => void load(), pause);
    const loadNow = () => void load();
    window.addEventListener('online', loadNow);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      window.removeEventListener('online', loadNow);
    };
  }, [kind, slug, body]);
  return (
    <section className="writing-preview">
      <SectionHead title={t('preview')} />
      {isLost && <p className="soft">{t('no_preview')}</p>}
      <Prose nodes={nodes} />
    </section>
  );
}
