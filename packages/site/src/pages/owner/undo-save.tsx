import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useReload } from '../../client/live/use-reload.ts';
import { Button } from '../../ui/button.tsx';
import { useForm } from './use-form.ts';

/** What a thing was before it was saved last: the fields as the command takes them, and its address word since. */
interface Former {
  slug: string;
  fields: Record<string, unknown>;
}

/** Keeps what a form's thing was before; `round` counts how often that was brought back, for the form to begin anew. */
export function useFormer() {
  const [former, setFormer] = useState<Former | null>(null);
  const [round, setRound] = useState(0);
  return {
    former,
    round,
    keep: setFormer,
    forget: () => {
      setFormer(null);
      setRound(round + 1);
    },
  };
}

interface UndoSaveProps {
  kind: 'games' | 'ladders';
  slug: string;
  undo: ReturnType<typeof useFormer>;
  /** Leads on where the address word became the former one. */
  onBack: (slug: string) => Promise<void>;
}

/** Says that the thing was saved just now, and takes it back. */
export function UndoSave({ kind, slug, undo, onBack }: UndoSaveProps) {
  const t = useTranslations('owner');
  const form = useForm([]);
  const reload = useReload();
  const { former } = undo;
  if (former === null || former.slug !== slug) {
    return null;
  }
  async function takeBack(fields: Former['fields']) {
    const saved = await form.send<{ slug: string }>(`/api/${kind}/${slug}/edit`, fields);
    if (saved === null) {
      return;
    }
    if (saved.slug === slug) {
      await reload();
    } else {
      await onBack(saved.slug);
    }
    undo.forget();
  }
  return (
    <div className="owner-bar">
      <span role="status">{t('saved')}</span>
      <Button isBusy={form.isBusy} onClick={() => void takeBack(former.fields)}>
        {t('order.undo')}
      </Button>
      {form.wrong !== null && (
        <span className="owner-wrong" role="alert">
          {form.wrong}
        </span>
      )}
    </div>
  );
}
