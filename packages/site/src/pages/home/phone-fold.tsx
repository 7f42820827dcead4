import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import '../../ui/phone-fold.css';
import { SectionHead } from '../../ui/section-head.tsx';

interface PhoneFoldProps {
  title: string;
  /** For an address to this section. */
  id: string;
  /** How many rows of its list a phone shows before the press; 0: its head alone. */
  shows: 0 | 2 | 3;
  /** How many rows there are. */
  rows: number;
  children: ReactNode;
}

/** A section that a phone shows the beginning of: the rest is behind one press. Wider screens show all of it. */
export function PhoneFold({ title, id, shows, rows, children }: PhoneFoldProps) {
  const body = useId();
  const [isOpen, setIsOpen] = useState(false);
  const isFolded = !isOpen && rows > shows;
  return (
    <section className="phone-fold">
      <SectionHead title={title} id={id}>
        {rows > shows && (
          <FoldPress of={title} isOpen={isOpen} body={body} onPress={() => setIsOpen(!isOpen)} />
        )}
      </SectionHead>
      <div id={body} className={isFolded ? `phone-fold-${shows}` : undefined}>
        {children}
      </div>
    </section>
  );
}

interface FoldPressProps {
  of: string;
  isOpen: boolean;
  body: string;
  onPress: () => void;
}

function FoldPress({ of, isOpen, body, onPress }: FoldPressProps) {
  const t = useTranslations('home.fold');
  return (
    <button
      type="button"
      className="phone-fold-press"
      aria-expanded={isOpen}
      aria-controls={body}
      onClick={onPress}
    >
      {t(isOpen ? 'less' : 'all')}
      <span className="visually-hidden">: {of}</span>
    </button>
  );
}
