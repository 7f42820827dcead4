import { useTranslations } from 'use-intl';
import { later, useLater } from '../../client/fetch/use-later.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { LadderData } from './data.ts';

const runForm = later([], () => import('./run-form.tsx'));

interface RunDialogProps {
  data: LadderData;
  isOpen: boolean;
  onClose: () => void;
}

/** Handing in a run of one's own. */
export function RunDialog({ data, isOpen, onClose }: RunDialogProps) {
  const t = useTranslations('ladder.time_attack.run');
  const part = useLater(runForm, isOpen, data.time_attack?.viewer?.may_submit === true);
  return (
    <Dialog isOpen={isOpen && part !== null} onClose={onClose} title={t('title')}>
      {part !== null && <part.RunForm data={data} onClose={onClose} />}
    </Dialog>
  );
}
