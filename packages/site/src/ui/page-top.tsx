import type { ReactNode } from 'react';
import type { TerrainPlace } from './draw-terrain.ts';
import { Terrain } from './terrain-image.tsx';

interface PageTopProps {
  title: ReactNode;
  /** What it belongs to: 'Battlefield 6 · Europe · Season 4'. */
  kicker?: ReactNode;
  /** The mark of what it is about, beside the title. */
  emblem?: ReactNode;
  /** The place that it is about, whose ground lies behind it; a page that names no place has none. */
  terrain?: { place: TerrainPlace; name: string };
  /** Facts in a row, the next thing, whatever the page leads with. */
  children?: ReactNode;
}

/** The head of every page: its title, set large, over the terrain of what it is about. */
export function PageTop({ title, kicker, emblem, terrain, children }: PageTopProps) {
  return (
    <header className="page-top">
      {terrain && <Terrain {...terrain} />}
      <div className="page page-top-inner">
        {kicker !== undefined && <p className="page-top-kicker">{kicker}</p>}
        <div className="page-top-title">
          {emblem}
          <h1 className="display">{title}</h1>
        </div>
        {children}
      </div>
    </header>
  );
}

/** Facts about the page in one row; each child is one. */
export function FactLine({ children }: { children: ReactNode }) {
  return <div className="fact-line">{children}</div>;
}
