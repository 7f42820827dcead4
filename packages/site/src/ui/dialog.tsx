import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslations } from 'use-intl';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
}

const fields = ':is(input:not([type="hidden"]), select, textarea):enabled';

/**
 * The browser's own modal dialog: it keeps the focus, Escape and a click beside it close it. It opens on its first
 * field.
 */
export function Dialog({ isOpen, onClose, title, children }: DialogProps) {
  const t = useTranslations('pieces');
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = element.current;
    if (dialog === null) {
      return;
    }
    if (isOpen && !dialog.open) {
      dialog.showModal();
      dialog.querySelector<HTMLElement>(fields)?.focus();
    } else if (!isOpen && dialog.open) {
      dialog.close();
    }
  }, [isOpen]);
  return (
    <dialog
      ref={element}
      className="dialog"
      closedby="any"
      aria-labelledby={titleId}
      // Said before it closes; that it has closed is told a moment later, when it may have been opened again.
      onCancel={({ target }) => target === element.current && onClose()}
      onClose={() => element.current?.open || onClose()}
    >
      <div className="dialog-inner">
        <div className="dialog-head">
          <h2 className="display" id={titleId}>
            {title}
          </h2>
          <button type="button" className="dialog-close" onClick={onClose} aria-label={t('close')}>
            <span aria-hidden="true">×</span>
          </button>
        </div>
        {isOpen && children}
      </div>
    </dialog>
  );
}
