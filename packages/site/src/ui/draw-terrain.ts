import { createDice } from './name-dice.ts';
import { traceLevel } from './trace-contours.ts';

/** `page` lies behind a page's head, `tile` fills a small frame. */
export type TerrainShape = 'page' | 'tile';

/** What it is the ground of; each is drawn in a way of its own. A game's is that of its maps. */
export type TerrainPlace = 'map' | 'ladder' | 'match' | 'article';

interface Shape {
  width: number;
  height: number;
  /** The distance of the grid's points, in the drawing's own units. */
  step: number;
  peaks: number;
  levels: number;
}

const shapes: Record<TerrainShape, Shape> = {
  page: { width: 1440, height: 420, step: 30, peaks: 7, levels: 13 },
  tile: { width: 320, height: 220, step: 16, peaks: 3, levels: 9 },
};

type Roll = () => number;
type HeightAt = (x: number, y: number) => number;

/** What a place's ground consists of, as paths. */
const places: Record<TerrainPlace, (roll: Roll, shape: Shape) => string[]> = {
  map: drawMap,
  ladder: drawStairs,
  match: drawFront,
  article: (roll, shape) => drawContours(createDunes(roll, shape), shape),
};

export function isTerrainShape(value: string): value is TerrainShape {
  return Object.hasOwn(shapes, value);
}

export function isTerrainPlace(value: string): value is TerrainPlace {
  return Object.hasOwn(places, value);
}

/** Draws a ground made up from a name, in lines of two strengths. */
export function drawTerrain(place: TerrainPlace, name: string, shape: TerrainShape): string {
  const { width, height } = shapes[shape];
  const paths = places[place](createDice(name), shapes[shape]);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice">${terrainStyles[shape]}<g>${paths.join('')}</g></svg>`;
}

const toPath = (path: string, isStrong: boolean) =>
  `<path${isStrong ? ' class="s"' : ''} d="${path}"/>`;

/** The lines of so many heights of a ground, every third a strong one. */
function drawContours(heightAt: HeightAt, { width, height, step, levels }: Shape): string[] {
  const columns = Math.ceil(width / step) + 1;
  const rows = Math.ceil(height / step) + 1;
  const grid = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => heightAt(column * step, row * step)),
  );
  const all = grid.flat();
  const low = Math.min(...all);
  const span = Math.max(...all) - low;
  const paths: string[] = [];
  for (let level = 1; level <= levels; level += 1) {
    const path = traceLevel(grid, low + (span * level) / (levels + 1), step);
    if (path !== '') {
      paths.push(toPath(path, level % 3 === 0));
    }
  }
  return paths;
}

/** Colours in the dark and in the light: of the lines, and of every third, which is stronger. */
const toStyle = (dark: readonly [string, string], light: readonly [string, string]) =>
  `<style>g{fill:none;stroke:${dark[0]};stroke-width:1}.s{stroke:${dark[1]};stroke-width:1.4}@media(prefers-color-scheme:light){g{stroke:${light[0]}}.s{stroke:${light[1]}}}</style>`;

/** A tile's ground is lighter and small: its lines must be told from it. */
const terrainStyles: Readonly<Record<TerrainShape, string>> = {
  page: toStyle(['#3a2423', '#57302e'], ['#e9dcd6', '#dcc4bc']),
  tile: toStyle(['#4b302e', '#74423d'], ['#e2d2ca', '#cfafa4']),
};

interface Hill {
  x: number;
  y: number;
  wide: number;
  tall: number;
  height: number;
}

/** Hills, none of which is an ellipse. */
function createGround(roll: Roll, { width, height, peaks }: Shape): HeightAt {
  const hills: Hill[] = Array.from({ length: peaks }, () => ({
    x: roll() * width,
    y: roll() * height,
    wide: (0.12 + roll() * 0.2) * width,
    tall: (0.25 + roll() * 0.4) * height,
    height: 0.35 + roll() * 0.65,
  }));
  const [turn, ripple] = [roll() * 6.28, roll() * 6.28];
  return (x, y) => {
    // So the ground is bent a little.
    const bentX = x + Math.sin(y / 60 + turn) * 26 + Math.sin(x / 47 + ripple) * 14;
    const bentY = y + Math.sin(x / 85 + ripple) * 20 + Math.sin(y / 31 + turn) * 8;
    let sum = 0;
    for (const hill of hills) {
      const dx = (bentX - hill.x) / hill.wide;
      const dy = (bentY - hill.y) / hill.tall;
      sum += hill.height * Math.exp(-(dx * dx + dy * dy) / 1.4);
    }
    return sum;
  };
}

/** Hills, and the crosses of a map's grid over them. */
function drawMap(roll: Roll, shape: Shape): string[] {
  const { width, height, step } = shape;
  const [cell, arm] = [step * 5, step / 5];
  const crosses: string[] = [];
  for (let y = cell / 2; y < height; y += cell) {
    for (let x = cell / 2; x < width; x += cell) {
      crosses.push(`M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}`);
    }
  }
  return [...drawContours(createGround(roll, shape), shape), toPath(crosses.join(''), true)];
}

/** Terraces cut into a slope that goes up to the right: what is climbed rung by rung. */
function drawStairs(roll: Roll, { width, height, step, levels }: Shape): string[] {
  const count = 5 + Math.floor(roll() * 4);
  const stairs = Array.from({ length: count }, (_, index) => ({
    x: Math.round(((index + 0.2 + roll() * 0.6) / count) * width),
    rise: Math.round((0.6 + roll() * 0.8) * ((height * 0.9) / count)),
  }));
  const gap = (height * 1.9) / levels;
  return Array.from({ length: levels }, (_, line) => {
    let path = `M0 ${Math.round(gap * (line + 0.5))}`;
    for (const { x, rise } of stairs) {
      // Each terrace lies a little behind the one below it, so that the risers lean.
      path += `H${x + line * Math.round(step / 5)}l${Math.round(step / 3)} ${-rise}`;
    }
    return toPath(`${path}H${width}`, line % 3 === 0);
  });
}

/** Two sides that meet: the front with its barbs, and lines as far from it as each other left and right. */
function drawFront(roll: Roll, shape: Shape): string[] {
  const { width, height, step } = shape;
  const middle = width * (0.46 + roll() * 0.08);
  const [turn, bend] = [roll() * 6.28, roll() * 6.28];
  const toFront = (y: number) =>
    middle +
    Math.sin((y / height) * 5 + turn) * width * 0.035 +
    Math.sin((y / height) * 11 + bend) * width * 0.015;
  const ground = createGround(roll, shape);
  const lines = drawContours(
    (x, y) => Math.abs(x - toFront(y)) / width + 0.04 * ground(x, y),
    shape,
  );
  let front = `M${Math.round(toFront(0))} 0`;
  let barbs = '';
  for (let y = step / 2, side = 1; y < height + step; y += step / 2, side = -side) {
    const x = Math.round(toFront(y));
    front += `L${x} ${y}`;
    barbs += `M${x} ${y}h${side * (step / 2)}`;
  }
  return [...lines, toPath(front + barbs, true)];
}

/** Long low dunes, one behind the other: ground to be read along. */
function createDunes(roll: Roll, shape: Shape): HeightAt {
  const { width, height } = shape;
  const ground = createGround(roll, shape);
  const lean = (roll() < 0.5 ? -1 : 1) * (0.5 + roll() * 0.4);
  const turn = roll() * 6.28;
  return (x, y) => {
    const across = y / height + (lean * x) / width;
    return across + 0.05 * Math.sin((x / width) * 14 + across * 9 + turn) + 0.14 * ground(x, y);
  };
}
