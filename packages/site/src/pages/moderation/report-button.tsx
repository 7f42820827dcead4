import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useViewer } from '../../app/environment.tsx';
import { later, useLater } from '../../client/fetch/use-later.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { ThingKind } from './kinds.ts';
import './report-button.css';

const reportForm = later(['report'], () => import('./report-form.tsx'));

interface ReportButtonProps {
  kind: ThingKind;
  id: string;
  /** Whose it is, or what it is called, for who hears the button without its place. */
  about: string;
  /** The account that it belongs to: nobody reports what is their own. */
  ownerId?: string | null;
}

/** Reports a thing from where it stands: this press, and a second one on the reason. For who is signed in. */
export function ReportButton({ kind, id, about, ownerId = null }: ReportButtonProps) {
  const t = useTranslations('pieces');
  const viewer = useViewer();
  const [isOpen, setIsOpen] = useState(false);
  const form = useLater(reportForm, isOpen, false);
  if (viewer === null || (ownerId !== null && viewer.user_id === ownerId)) {
    return null;
  }
  const close = () => setIsOpen(false);
  const isShown = isOpen && form !== null;
  return (
    <>
      <button type="button" className="report-button" onClick={() => setIsOpen(true)}>
        {t('report')}
        <span className="visually-hidden">: {about}</span>
      </button>
      <Dialog isOpen={isShown} onClose={close} title={isShown && <form.ReportTitle />}>
        {isShown && <form.ReportForm kind={kind} id={id} onDone={close} />}
      </Dialog>
    </>
  );
}
