/** `page` lies behind a page's head, `tile` fills a small frame. */
export type TerrainShape = 'page' | 'tile';

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

export function isTerrainShape(value: string): value is TerrainShape {
  return Object.hasOwn(shapes, value);
}

/** Numbers between 0 and 1 that depend on the name alone (FNV-1a into mulberry32). */
function createDice(name: string): () => number {
  let seed = 0x811c9dc5;
  for (const char of name) {
    seed = Math.imul(seed ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Point = readonly [number, number];

/** Draws the contour lines of a ground made up from a name: hills, and every third line a strong one. */
export function drawTerrain(name: string, shape: TerrainShape): string {
  const { width, height, step, peaks, levels } = shapes[shape];
  const heightAt = createGround(createDice(name), width, height, peaks);
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
      paths.push(`<path${level % 3 === 0 ? ' class="s"' : ''} d="${path}"/>`);
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice">${terrainStyles[shape]}<g>${paths.join('')}</g></svg>`;
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

function createGround(roll: () => number, width: number, height: number, peaks: number) {
  const hills: Hill[] = Array.from({ length: peaks }, () => ({
    x: roll() * width,
    y: roll() * height,
    wide: (0.12 + roll() * 0.2) * width,
    tall: (0.25 + roll() * 0.4) * height,
    height: 0.35 + roll() * 0.65,
  }));
  const [turn, ripple] = [roll() * 6.28, roll() * 6.28];
  return (x: number, y: number): number => {
    // The ground is bent a little, so that no hill is an ellipse.
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

/** Follows one height through the grid (marching squares) and joins what it finds into lines. */
function traceLevel(grid: readonly number[][], level: number, step: number): string {
  const next = new Map<string, Point[]>();
  const link = (one: Point, other: Point): void => {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const key = from.join();
      next.set(key, [...(next.get(key) ?? []), to]);
    }
  };
  for (let row = 0; row + 1 < grid.length; row += 1) {
    for (let column = 0; column + 1 < (grid[row]?.length ?? 0); column += 1) {
      const crossings = listCrossings(grid, row, column, { level, step });
      for (let index = 0; index + 1 < crossings.length; index += 2) {
        link(crossings[index] as Point, crossings[index + 1] as Point);
      }
    }
  }
  return joinLines(next);
}

function listCrossings(
  grid: readonly number[][],
  row: number,
  column: number,
  { level, step }: { level: number; step: number },
): Point[] {
  const at = (r: number, c: number): number => grid[r]?.[c] ?? 0;
  const corners: [Point, number][] = [
    [[column, row], at(row, column)],
    [[column + 1, row], at(row, column + 1)],
    [[column + 1, row + 1], at(row + 1, column + 1)],
    [[column, row + 1], at(row + 1, column)],
  ];
  const crossings: Point[] = [];
  for (const [index, [from, fromHeight]] of corners.entries()) {
    const [to, toHeight] = corners[(index + 1) % 4] as [Point, number];
    if (fromHeight >= level === toHeight >= level) {
      continue;
    }
    const part = (level - fromHeight) / (toHeight - fromHeight);
    crossings.push([
      Math.round((from[0] + (to[0] - from[0]) * part) * step),
      Math.round((from[1] + (to[1] - from[1]) * part) * step),
    ]);
  }
  return crossings;
}

function joinLines(next: Map<string, Point[]>): string {
  const used = new Set<string>();
  const lines: string[] = [];
  // Lines that run out of the drawing start at their ends; what is left then are rings.
  const starts = [...next.keys()].sort(
    (one, other) => (next.get(one)?.length ?? 0) - (next.get(other)?.length ?? 0),
  );
  for (const start of starts) {
    if (used.has(start)) {
      continue;
    }
    const line: string[] = [];
    let key: string | undefined = start;
    while (key !== undefined) {
      used.add(key);
      line.push(key);
      key = next
        .get(key)
        ?.map((point) => point.join())
        .find((other) => !used.has(other));
    }
    if (line.length < 3) {
      continue;
    }
    const isRing = next.get(start)?.some((point) => point.join() === line.at(-1)) ?? false;
    lines.push(
      toSmoothPath(
        line.map((text) => text.split(',').map(Number) as unknown as Point),
        isRing,
      ),
    );
  }
  return lines.join('');
}

/** A curve through the middles of a line's pieces, bent at its points. */
function toSmoothPath(points: readonly Point[], isRing: boolean): string {
  const middle = (one: Point, other: Point): string =>
    `${Math.round((one[0] + other[0]) / 2)} ${Math.round((one[1] + other[1]) / 2)}`;
  const [first, ...rest] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) {
    return '';
  }
  let path = isRing ? `M${middle(last, first)}` : `M${first.join(' ')}`;
  for (const [index, point] of points.entries()) {
    const following = points[index + 1] ?? (isRing ? first : undefined);
    if (following === undefined) {
      path += `L${point.join(' ')}`;
    } else if (index > 0 || isRing) {
      path += `Q${point.join(' ')} ${middle(point, following)}`;
    }
  }
  return rest.length === 0 ? '' : isRing ? `${path}z` : path;
}
