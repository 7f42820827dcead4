import { drawTerrain, isTerrainPlace, isTerrainShape } from '@muster/site/ui/draw-terrain.ts';
import { Hono } from 'hono';
import { compress } from './compress.ts';

/** `GET /{place}/{shape}/{name}.svg`: the ground that belongs to a place's name; it never changes, so it may be kept for ever. */
export function createTerrains({ maxKept = 500, draw = drawTerrain } = {}): Hono {
  const terrains = new Hono();
  const drawn = new Map<string, string>();
  terrains.get('/:place/:shape/:file', (context) => {
    const { place, shape, file } = context.req.param();
    const name = file.endsWith('.svg') ? file.slice(0, -4) : '';
    if (!isTerrainPlace(place) || !isTerrainShape(shape) || name === '' || name.length > 120) {
      return context.text('404', 404);
    }
    const key = `${place} ${shape} ${name}`;
    const svg = drawn.get(key) ?? draw(place, name, shape);
    drawn.delete(key);
    drawn.set(key, svg);
    const [oldest] = drawn.keys();
    if (drawn.size > maxKept && oldest !== undefined) {
      drawn.delete(oldest);
    }
    const headers = new Headers({
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=31536000, immutable',
    });
    return new Response(compress(svg, context.req.raw, headers), { headers });
  });
  return terrains;
}
