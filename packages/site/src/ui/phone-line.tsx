import { type ReactNode, useId, useState } from 'react';
import './phone-fold.css';

interface PhoneLineProps {
  title: string;
  children: ReactNode;
}

/** What a phone has behind one line; wider screens show it without the line. */
export function PhoneLine({ title, children }: PhoneLineProps) {
  const body = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="phone-line">
      <button
        type="button"
        className="phone-line-press"
        aria-expanded={isOpen}
        aria-controls={body}
        onClick={() => setIsOpen(!isOpen)}
      >
        {title}
      </button>
      <div id={body} className={isOpen ? undefined : 'phone-fold-0'}>
        {children}
      </div>
    </div>
  );
}
