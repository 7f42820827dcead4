import { useTranslations } from 'use-intl';
import { later, useLater } from '../../client/fetch/use-later.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { StageRun } from './time-attack-data.ts';

const rejectForm = later([], () => import('./reject-form.tsx'));

interface RejectDialogProps {
  /** Null while none is to be rejected. */
  run: StageRun | null;
  /** Whether somebody is about to ask for it. */
  isLikely: boolean;
  onClose: () => void;
}

/** Asks why a run does not count. */
export function RejectDialog({ run, isLikely, onClose }: RejectDialogProps) {
  const t = useTranslations('ladder.time_attack.waiting');
  const part = useLater(rejectForm, run !== null, isLikely);
  const isOpen = run !== null && part !== null;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('reject_title', { driver: run?.driver.name ?? '' })}
    >
      {isOpen && <part.RejectForm run={run} onClose={onClose} />}
    </Dialog>
  );
}
