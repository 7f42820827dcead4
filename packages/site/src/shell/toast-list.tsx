import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { toasts } from '../client/toast/standing-toasts.ts';

const loadToasts = () => import('../client/toast/toasts.ts');

/** Whoever showed the toast has loaded this already. */
async function dismiss(id: number): Promise<void> {
  (await loadToasts()).dismissToast(id);
}

/** The notes at the top right. A live region that is always there, so that a screen reader reads what is added. */
export function ToastList() {
  const t = useTranslations('shell.toasts');
  const list = useSyncExternalStore(toasts.subscribe, toasts.get, toasts.getInitial);
  return (
    <section
      className="toasts"
      aria-label={t('label')}
      aria-live="polite"
      aria-relevant="additions"
    >
      {list.map((toast) => (
        <div key={toast.id} className={`toast toast-${toast.kind} toast-${toast.state}`}>
          <button
            type="button"
            className="toast-button"
            disabled={!toast.closesOnClick}
            onClick={() => void dismiss(toast.id)}
          >
            {toast.title !== undefined && <strong>{toast.title}</strong>}
            <span>{toast.text}</span>
            <span className="visually-hidden">{t('dismiss')}</span>
          </button>
        </div>
      ))}
    </section>
  );
}
