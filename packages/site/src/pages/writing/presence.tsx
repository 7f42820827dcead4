import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ask } from './ask.ts';
import type { WritingData } from './data.ts';

const pause = 20_000;

type Subject = Pick<WritingData, 'kind' | 'slug' | 'locale'>;

/** Says that one has a text open; answers who one is to the server, and who else has it open. */
export function tellPresence({ kind, slug, locale }: Subject) {
  return ask<{ person: string; open: WritingData['open'] }>(
    `/api/writing/${kind}/${slug}/presence`,
    { locale },
  );
}

/** Who else has it open, asked for as long as one has it open oneself. */
export function Presence({ data }: { data: WritingData }) {
  const t = useTranslations('writing');
  const [open, setOpen] = useState(data.open);
  const { kind, slug, locale } = data;
  useEffect(() => {
    const tell = async () => {
      const answer = await tellPresence({ kind, slug, locale });
      if (answer.ok) {
        setOpen(answer.data.open);
      }
    };
    void tell();
    const timer = setInterval(() => void tell(), pause);
    return () => clearInterval(timer);
  }, [kind, slug, locale]);
  return (
    <p role="status">
      {open.length > 0 && t('open', { names: open.map(({ username }) => username).join(', ') })}
    </p>
  );
}
