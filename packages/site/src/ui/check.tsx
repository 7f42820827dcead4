import type { ComponentProps, ReactNode } from 'react';
import './check.css';

interface CheckProps
  extends Pick<ComponentProps<'input'>, 'name' | 'checked' | 'defaultChecked' | 'disabled'> {
  /** Not needed where a form is sent whole. */
  onCheck?: (isChecked: boolean) => void;
  children: ReactNode;
}

/** One thing that is so or not, with its words beside the box: either can be pressed. */
export function Check({ onCheck, children, ...given }: CheckProps) {
  return (
    <label className="check">
      <input type="checkbox" {...given} onChange={(event) => onCheck?.(event.target.checked)} />
      {children}
    </label>
  );
}
