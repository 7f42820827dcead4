type Point = readonly [number, number];

/** Follows one height through the grid (marching squares) and joins what it finds into lines. */
export function traceLevel(grid: readonly number[][], level: number, step: number): string {
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
