import { later, useLater } from '../../client/fetch/use-later.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { MatchData } from './data.ts';
import type { MatchForm } from './match-step.ts';

const openForm = later(['match-forms', 'match-pieces'], () => import('./open-form.tsx'));

interface MatchDialogProps {
  data: MatchData;
  form: MatchForm | null;
  onClose: () => void;
}

/** The one form that is open, in a dialog of its own. The forms come for those who have part in the match. */
export function MatchDialog({ data, form, onClose }: MatchDialogProps) {
  const forms = useLater(openForm, form !== null, data.viewer !== null);
  const isOpen = form !== null && forms !== null;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={isOpen && <forms.FormTitle form={form} />}>
      {isOpen && <forms.OpenForm data={data} form={form} onClose={onClose} />}
    </Dialog>
  );
}
