import { useTranslations } from 'use-intl';
import { Dialog } from '../../ui/dialog.tsx';
import type { MatchData } from './data.ts';
import {
  AnswerRescheduleForm,
  ChooseForm,
  isPlainForm,
  OfferForm,
  PlainActForm,
  ReportForm,
} from './match-forms.tsx';
import type { MatchForm } from './match-step.ts';
import { CheckInForm, ForfeitForm, ServerForm, StatementForm } from './more-forms.tsx';

interface MatchDialogProps {
  data: MatchData;
  form: MatchForm | null;
  onClose: () => void;
}

/** The one form that is open, in a dialog of its own. */
export function MatchDialog({ data, form, onClose }: MatchDialogProps) {
  const t = useTranslations('match.form.title');
  return (
    <Dialog isOpen={form !== null} onClose={onClose} title={form === null ? '' : t(form)}>
      {form !== null && <OpenForm data={data} form={form} onClose={onClose} />}
    </Dialog>
  );
}

function OpenForm({ data, form, onClose }: MatchDialogProps & { form: MatchForm }) {
  if (isPlainForm(form)) return <PlainActForm data={data} form={form} onClose={onClose} />;
  switch (form) {
    case 'accept':
    case 'counter':
    case 'reschedule':
      return <OfferForm data={data} form={form} onClose={onClose} />;
    case 'choose':
      return <ChooseForm data={data} onClose={onClose} />;
    case 'answer_reschedule':
      return <AnswerRescheduleForm data={data} onClose={onClose} />;
    case 'report':
    case 'correct':
      return <ReportForm data={data} form={form} onClose={onClose} />;
    case 'check_in':
      return <CheckInForm data={data} onClose={onClose} />;
    case 'forfeit':
      return <ForfeitForm data={data} onClose={onClose} />;
    case 'dispute':
    case 'statement':
    case 'appeal':
      return <StatementForm data={data} form={form} onClose={onClose} />;
    default:
      return <ServerForm data={data} onClose={onClose} />;
  }
}
