import type { ReactNode } from 'react';

interface MenuProps {
  label: ReactNode;
  /** When the label is not text enough for a screen reader. */
  accessibleName?: string;
  /** The side on which the list hangs. */
  side?: 'start' | 'end';
  children: ReactNode;
}

/** A drop-down of the bar: the browser opens it without a script; only one is open at a time. */
export function Menu({ label, accessibleName, side = 'start', children }: MenuProps) {
  return (
    <details className={`menu menu-${side}`} name="bar-menu">
      <summary aria-label={accessibleName}>
        {label}
        <span className="menu-caret" aria-hidden="true" />
      </summary>
      <ul className="menu-list">{children}</ul>
    </details>
  );
}
