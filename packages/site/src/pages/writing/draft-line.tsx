import { useTranslations } from 'use-intl';
import { useRefusal } from '../../client/command/use-refusal.ts';
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
  return (
    <>
      {data.offered !== null && (
        <p className="writing-note">
          <a href="#offered">{t('offered')}</a>
        </p>
      )}
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
    </>
  );
}

/** When the server kept the draft, or saved the text that stands here; nothing while something has not arrived. */
export function KeptAt({ data, kept, saving }: DraftLineProps) {
  const t = useTranslations('writing');
  const { keptAt, isWaiting } = kept;
  const savedAt = data.languages.find(({ locale }) => locale === data.locale)?.at ?? null;
  const isSaved = saving.news === 'saved' && keptAt === null;
  const at = isSaved ? savedAt : keptAt;
  return (
    <span className="soft" role="status">
      {at !== null && !isWaiting && (
        <>
          {isSaved ? t('saved') : t('kept')} <Time instant={at} look="clock" />
        </>
      )}
    </span>
  );
}
