import type { ReactNode } from 'react';

interface SectionHeadProps {
  title: ReactNode;
  /** For an address to this section. */
  id?: string;
  /** A short remark at the end of the line. */
  children?: ReactNode;
}

export function SectionHead({ title, id, children }: SectionHeadProps) {
  return (
    <div className="section-head">
      <h2 className="display" id={id}>
        {title}
      </h2>
      {children !== undefined && <div className="section-head-aside">{children}</div>}
    </div>
  );
}
