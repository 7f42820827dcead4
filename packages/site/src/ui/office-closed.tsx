import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useViewer } from '../app/environment.tsx';
import { ButtonLink } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface OfficeClosedProps {
  /** Whether a sanction of this place alone keeps the reader from an office of theirs. */
  isHeld?: boolean;
  /** For whoever has none. */
  children?: ReactNode;
}

/** In place of what an office does: where a sanction keeps the reader from acting, that it does. */
export function OfficeClosed({ isHeld = false, children }: OfficeClosedProps) {
  const t = useTranslations('pieces.held');
  if (useViewer()?.held !== 'barred' && !isHeld) {
    return children;
  }
  return (
    <EmptyState title={t('title')} reason={t('reason')}>
      <ButtonLink href="/account/standing">{t('act')}</ButtonLink>
    </EmptyState>
  );
}
