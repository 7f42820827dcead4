import { useTranslations } from 'use-intl';
import { useRefusal } from '../../client/use-refusal.ts';
import { Time } from '../../ui/time.tsx';
import type { WritingData } from './data.ts';
import { isSameTexts } from './draft-keeper.ts';
import type { useDraft } from './use-draft.ts';
import type { useSave } from './use-save.ts';

interface DraftLineProps {
  data: WritingData;
  kept: ReturnType<typeof useDraft>;
  saving: ReturnType<typeof useSave>;
}

/** What became of what was written: only what the server has said is called saved. */
export function DraftLine({ data, kept, saving }: DraftLineProps) {
  const t = useTranslations('writing');
  const toSentence = useRefusal();
  const { draft, error, isBack, isJoined } = kept;
  const isChanged = !isSameTexts(draft.texts, data.texts);
  const savedAt = data.languages.find(({ locale }) => locale === data.locale)?.at;
  return (
    <>
      {isBack && isChanged && <p className="writing-note">{t('draft_back')}</p>}
      {isJoined && (
        <p className="writing-note" role="status">
          {t('joined')}
        </p>
      )}
      {error !== null && (
        <p className="writing-note" role="alert">
          {error.code === 'network_failed' ? t('no_network') : toSentence(error)}
        </p>
      )}
      {saving.news === 'merged' && (
        <p className="writing-note" role="status">
          {t('merged')}
        </p>
      )}
      {saving.news === 'saved' && savedAt !== undefined && (
        <p className="writing-note" role="status">
          {t('saved')} <Time instant={savedAt} look="clock" />
        </p>
      )}
    </>
  );
}

/** When the server kept the draft; nothing while something of it has not arrived. */
export function KeptAt({ kept: { keptAt, isWaiting } }: Pick<DraftLineProps, 'kept'>) {
  const t = useTranslations('writing');
  return (
    <span className="soft" role="status">
      {keptAt !== null && !isWaiting && (
        <>
          {t('kept')} <Time instant={keptAt} look="clock" />
        </>
      )}
    </span>
  );
}
