import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** What is not there, in one sentence. */
  title: ReactNode;
  /** Why, or when it will be. */
  reason?: ReactNode;
  /** What to do about it. */
  children?: ReactNode;
}

export function EmptyState({ title, reason, children }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <p className="empty-state-title">{title}</p>
      {reason !== undefined && <p className="soft">{reason}</p>}
      {children && <div className="empty-state-acts">{children}</div>}
    </div>
  );
}
