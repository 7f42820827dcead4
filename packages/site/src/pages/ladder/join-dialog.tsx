import { useTranslations } from 'use-intl';
import { later, useLater } from '../../client/fetch/use-later.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { LadderData } from './data.ts';

const joinForm = later(['refusals'], () => import('./join-form.tsx'));

interface JoinDialogProps {
  data: LadderData;
  isOpen: boolean;
  onClose: () => void;
}

/** Choosing which of one's teams joins the ladder. */
export function JoinDialog({ data, isOpen, onClose }: JoinDialogProps) {
  const t = useTranslations('ladder.join');
  const isLikely = data.viewer !== null && data.viewer.joinable.length > 0;
  const part = useLater(joinForm, isOpen, isLikely);
  return (
    <Dialog
      isOpen={isOpen && part !== null}
      onClose={onClose}
      title={t('title', { ladder: data.ladder.name })}
    >
      {part !== null && <part.JoinForm data={data} onClose={onClose} />}
    </Dialog>
  );
}
