import { useTranslations } from 'use-intl';
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

interface OpenFormProps {
  data: MatchData;
  form: MatchForm;
  onClose: () => void;
}

/** What the dialog of a form is called. */
export function FormTitle({ form }: Pick<OpenFormProps, 'form'>) {
  return useTranslations('match-forms.form.title')(form);
}

/** The one form that is open. */
export function OpenForm({ data, form, onClose }: OpenFormProps) {
  if (isPlainForm(form)) {
    return <PlainActForm data={data} form={form} onClose={onClose} />;
  }
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
    case 'settle':
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
