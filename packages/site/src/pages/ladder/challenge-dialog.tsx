import { useTranslations } from 'use-intl';
import { later, useLater } from '../../client/fetch/use-later.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { Opponent } from './challenge-form.tsx';
import type { LadderData } from './data.ts';

const challengeForm = later(['challenge'], () => import('./challenge-form.tsx'));

interface ChallengeDialogProps {
  data: LadderData;
  /** Whom; null while the dialog is closed. */
  opponent: Opponent | null;
  onClose: () => void;
}

/** Asks once more, with what the rules say will follow, and for the maps that the challenger names. */
export function ChallengeDialog({ data, opponent, onClose }: ChallengeDialogProps) {
  const t = useTranslations('ladder.challenge');
  const part = useLater(challengeForm, opponent !== null, data.viewer?.entry?.may_act === true);
  const isOpen = opponent !== null && part !== null;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('title', { team: opponent?.name ?? '' })}>
      {isOpen && <part.ChallengeForm data={data} opponent={opponent} onClose={onClose} />}
    </Dialog>
  );
}
