import type { TeamData } from './data.ts';
import { DisbandDialog } from './disband-dialog.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { LeaveDialog } from './leave-dialog.tsx';

export type OpenDialog = 'hand_over' | 'leave' | 'disband';

interface TeamDialogsProps {
  open: OpenDialog | null;
  onClose: () => void;
  data: TeamData;
}

/** What is asked once more before it is done. */
export function TeamDialogs({ open, onClose, data }: TeamDialogsProps) {
  return (
    <>
      <HandOverDialog isOpen={open === 'hand_over'} onClose={onClose} data={data} />
      <LeaveDialog isOpen={open === 'leave'} onClose={onClose} data={data} />
      <DisbandDialog isOpen={open === 'disband'} onClose={onClose} data={data} />
    </>
  );
}
