import type { TerrainPlace, TerrainShape } from './draw-terrain.ts';

interface TerrainProps {
  place: TerrainPlace;
  /** Whose ground it is. The same name gives the same ground. */
  name: string;
  /** `page` lies behind a page's head, `tile` fills a small frame. */
  shape?: TerrainShape;
}

/** Contour lines of a made-up ground, drawn by the server from the name alone; decoration only. */
export function Terrain({ place, name, shape = 'page' }: TerrainProps) {
  return (
    <img
      className={`terrain terrain-${shape}`}
      src={`/terrain/${place}/${shape}/${encodeURIComponent(name)}.svg`}
      alt=""
      decoding="async"
      // Behind a page's head it is the largest thing at first sight; in frames it comes when it is near.
      {...(shape === 'page' ? { fetchPriority: 'high' } : { loading: 'lazy' })}
    />
  );
}
