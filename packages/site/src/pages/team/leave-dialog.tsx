import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { TeamData } from './data.ts';
import { useCommand } from './use-command.ts';

interface TeamDialogProps {
  isOpen: boolean;
  onClose: () => void;
  data: TeamData;
}

/** Leaving, with what it means; the only captain is told to hand over first. */
export function LeaveDialog({ isOpen, onClose, data }: TeamDialogProps) {
  const t = useTranslations('team.leave');
  const { send, isBusy } = useCommand();
  const { viewer } = data;
  const isLastCaptain = viewer?.is_last_captain === true;
  async function leave() {
    const path = `/api/teams/${data.slug}/members/${viewer?.person_id ?? ''}`;
    if ((await send({ path, method: 'DELETE' })) !== null) {
      onClose();
    }
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('title', { team: data.name })}>
      <div className="team-dialog">
        <p>{isLastCaptain ? t('last_captain') : t('reason')}</p>
        <div>
          {isLastCaptain ? (
            <Button onClick={onClose}>{t('understood')}</Button>
          ) : (
            <Button look="danger" isBusy={isBusy} onClick={() => void leave()}>
              {t('act')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
