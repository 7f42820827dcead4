import type { DrawingWishes } from '@muster/backend';

export interface Measures {
  width: number;
  height: number;
}

/** What is cut out of a picture once it has been made smaller. */
export interface Cut {
  /** The picture's measures before it is cut. */
  scaled: Measures;
  /** What is kept of it. */
  kept: Measures & { left: number; top: number };
}

type Gravity = NonNullable<DrawingWishes['gravity']>;

/** Where the kept part begins along one side; `pull` is -1 to its beginning, 1 to its end. */
function findStart(pull: number, { whole, kept, by }: { whole: number; kept: number; by: number }) {
  const offset = Math.abs(by) < 1 ? by * whole : by;
  const room = whole - kept;
  const start = pull === 0 ? room / 2 + offset : pull < 0 ? offset : room - offset;
  return Math.round(Math.min(Math.max(start, 0), room));
}

/** Cuts a picture that covers both measures to the side or the point that is wished; it is never made larger. */
export function findCut(own: Measures, wished: Measures, { to, x, y }: Gravity): Cut {
  const scale = Math.min(1, Math.max(wished.width / own.width, wished.height / own.height));
  const scaled = {
    width: Math.max(1, Math.round(own.width * scale)),
    height: Math.max(1, Math.round(own.height * scale)),
  };
  const width = Math.min(wished.width, scaled.width);
  const height = Math.min(wished.height, scaled.height);
  const across = { whole: scaled.width, kept: width };
  const down = { whole: scaled.height, kept: height };
  const kept =
    to === 'fp'
      ? {
          left: findStart(-1, { ...across, by: Math.trunc(x * scaled.width - width / 2) }),
          top: findStart(-1, { ...down, by: Math.trunc(y * scaled.height - height / 2) }),
        }
      : {
          left: findStart(to.includes('we') ? -1 : to.includes('ea') ? 1 : 0, { ...across, by: x }),
          top: findStart(to.includes('no') ? -1 : to.includes('so') ? 1 : 0, { ...down, by: y }),
        };
  return { scaled, kept: { ...kept, width, height } };
}
