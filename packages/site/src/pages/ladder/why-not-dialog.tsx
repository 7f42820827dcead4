import { useTranslations } from 'use-intl';
import { later, useLater } from '../../client/fetch/use-later.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { LadderData, StandingRow } from './data.ts';

const whyNot = later(['refusals'], () => import('./why-not.tsx'));

interface WhyNotDialogProps {
  data: LadderData;
  row: StandingRow | null;
  onClose: () => void;
}

/** The whole sentence behind a short 'no': the same refusal that the command would get. */
export function WhyNotDialog({ data, row, onClose }: WhyNotDialogProps) {
  const t = useTranslations('ladder.no');
  const part = useLater(whyNot, row !== null, data.viewer?.entry != null);
  const isOpen = row !== null && part !== null;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('title', { team: row?.name ?? '' })}>
      {isOpen && row.refusal != null && <part.WhyNot refusal={row.refusal} />}
      <p className="ladder-why-rules">
        <a href={`/ladders/${data.ladder.slug}/rules`}>{t('rules')}</a>
      </p>
    </Dialog>
  );
}
