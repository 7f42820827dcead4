import type { ReactNode } from 'react';

/** The shapes that a state may have; the word beside it says which it is. */
export type StatusKind =
  | 'available'
  | 'match'
  | 'check_in'
  | 'immune'
  | 'resting'
  | 'disputed'
  | 'won'
  | 'lost'
  | 'quiet';

interface StatusMarkProps {
  kind: StatusKind;
  /** The state in one or two words. */
  label: ReactNode;
  /** Until when, against whom. */
  children?: ReactNode;
}

export function StatusMark({ kind, label, children }: StatusMarkProps) {
  return (
    <span className={`status-mark status-${kind}`}>
      <span className="status-shape" aria-hidden="true" />
      <span className="status-label">{label}</span>
      {children !== undefined && <span className="status-detail">{children}</span>}
    </span>
  );
}
