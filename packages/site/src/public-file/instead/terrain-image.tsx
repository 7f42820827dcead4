import { useMemo } from 'react';
import { drawTerrain, type TerrainPlace, type TerrainShape } from '../../ui/draw-terrain.ts';
import { toPicture } from '../to-picture.ts';

interface TerrainProps {
  place: TerrainPlace;
  name: string;
  shape?: TerrainShape;
}

/** In place of `ui/terrain-image.tsx`: drawn here, as no server draws it. */
export function Terrain({ place, name, shape = 'page' }: TerrainProps) {
  const src = useMemo(() => toPicture(drawTerrain(place, name, shape)), [place, name, shape]);
  return <img className={`terrain terrain-${shape}`} src={src} alt="" decoding="async" />;
}
