import type { ReactNode } from 'react';
import { Terrain } from './terrain-image.tsx';

interface PageTopProps {
  title: ReactNode;
  /** What it belongs to: 'Battlefield 6 · Europe · Season 4'. */
  kicker?: ReactNode;
  /** The name that the terrain behind it is drawn from; without one there is none. */
  terrain?: string;
  /** Facts in a row, the next thing, whatever the page leads with. */
  children?: ReactNode;
}

/** The head of every page: its title, set large, over the terrain of what it is about. */
export function PageTop({ title, kicker, terrain, children }: PageTopProps) {
  return (
    <header className="page-top">
      {terrain !== undefined && <Terrain name={terrain} />}
      <div className="page page-top-inner">
        {kicker !== undefined && <p className="page-top-kicker">{kicker}</p>}
        <h1 className="display">{title}</h1>
        {children}
      </div>
    </header>
  );
}

/** Facts about the page in one row; each child is one. */
export function FactLine({ children }: { children: ReactNode }) {
  return <div className="fact-line">{children}</div>;
}
