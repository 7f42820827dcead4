import type { ReactNode } from 'react';

interface NextThingProps {
  /** A short figure that stands for the person's place: a rung, a time. */
  mark?: ReactNode;
  /** One sentence. */
  title: ReactNode;
  /** One reason. */
  reason?: ReactNode;
  /** One main button, and at most one quiet one before it. */
  children?: ReactNode;
  /** `calm` when there is nothing to do and it only says what comes next. */
  tone?: 'act' | 'calm';
}

/** The one next thing of a signed-in person, at the top of a page. */
export function NextThing({ mark, title, reason, children, tone = 'act' }: NextThingProps) {
  return (
    <section className={`next-thing next-thing-${tone}`}>
      {mark !== undefined && <div className="next-thing-mark display">{mark}</div>}
      <div className="next-thing-words">
        <p className="next-thing-title" aria-live="polite">
          {title}
        </p>
        {reason !== undefined && <p className="next-thing-reason">{reason}</p>}
      </div>
      {children !== undefined && <div className="next-thing-acts">{children}</div>}
    </section>
  );
}
