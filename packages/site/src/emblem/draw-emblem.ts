import { createDice } from '../ui/name-dice.ts';
import { charges } from './charges.ts';
import { gameEmblems } from './game-emblems.ts';
import { type EmblemKind, outlines } from './outlines.ts';
import { colours, metals, type Tincture } from './tinctures.ts';

type Roll = () => number;

/** Metal upon colour or colour upon metal: what bears, and what lies on it. */
interface Colours {
  field: Tincture;
  charge: string;
  /** Whichever of the two is the colour: metals fade into a light page. */
  dark: string;
}

/** How a field is parted in two tones; none of it is drawn where the string is empty. */
const partings = [
  '',
  'M20 0h20v44H20z',
  'M0 20h40v24H0z',
  'M0 0l40 44H0z',
  'M40 0v44L0 44z',
  'M20 0h20v20H0v24h20z',
  'M0 0h40L0 44h40z',
  'M0 44l20-23 20 23z',
  'M20 21V0h20zM20 21h20v23zM20 21v23H0zM20 21H0V0z',
  'M0 0h8v44H0zM16 0h8v44h-8zM32 0h8v44h-8z',
  'M0 7h40v7H0zM0 21h40v7H0zM0 35h40v7H0z',
  'M-4 4L36 48H26L-14 4zM-4-16L56 48H46L-14-16zM14-16L66 40V28L24-16z',
  'M2 0h36L20 42z',
  'M20 21L12-4h16zM20 21L44-3v15zM20 21l24 9v15zM20 21l8 27H12zM20 21L-4 46V30zM20 21L-4 12V-3z',
  'M0 15l20-15 20 15v10L20 10 0 25zM0 37l20-15 20 15v10L20 32 0 47z',
  'M0 20q5-5 10 0t10 0 10 0 10 0v24H0z',
] as const;

/** Bands and discs of the charge's colour on which the charge lies in the field's. */
const ordinaries = [
  { path: 'M9 0h22v44H9z', scale: 0.78 },
  { path: 'M0 9h40v23H0z', scale: 0.78 },
  { path: 'M20 7.5a13.5 13.5 0 1 0 0 27 13.5 13.5 0 0 0 0-27z', scale: 0.74 },
  { path: 'M20 3.5L36 21 20 38.5 4 21z', scale: 0.68 },
  { path: 'M-6 9L9-6l37 41-15 15z', scale: 0.7 },
] as const;

/** Halves in which field and charge change places. */
const halves = ['M20 0h20v44H20z', 'M0 21h40v23H0z', 'M0 0l40 44V0z'] as const;

/** Small figures in a chief. */
const marks = [
  '',
  'M20 3l2 3.5-2 3.5-2-3.5zM11 3l2 3.5-2 3.5-2-3.5zM29 3l2 3.5-2 3.5-2-3.5z',
  'M20 4a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM11 4a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM29 4a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  'M4 7.5l4-3.5 4 3.5 4-3.5 4 3.5 4-3.5 4 3.5 4-3.5 4 3.5v2l-4-3.5-4 3.5-4-3.5-4 3.5-4-3.5-4 3.5-4-3.5-4 3.5z',
] as const;

const pick = <Value>(roll: Roll, from: readonly Value[]): Value =>
  from[Math.floor(roll() * from.length)] as Value;

function pickColours(roll: Roll): Colours {
  const isDark = roll() < 0.68;
  const field = pick(roll, isDark ? colours : metals);
  const charge = pick(roll, isDark ? metals : colours).main;
  return { field, charge, dark: isDark ? field.main : charge };
}

const toPath = (fill: string, path: string) =>
  path === '' ? '' : `<path fill="${fill}" d="${path}"/>`;

interface Place {
  scale: number;
  y: number;
}

/** A charge of a size with its middle at half the width and a height. */
function toCharge(charge: string, fill: string, { scale, y }: Place): string {
  const left = Math.round((20 - 12 * scale) * 10) / 10;
  const top = Math.round((y - 12 * scale) * 10) / 10;
  const paths = charge.split('|').map((path) => `<path d="${path}"/>`);
  return `<g fill="${fill}" fill-rule="evenodd" transform="translate(${left} ${top})scale(${scale})">${paths.join('')}</g>`;
}

type Layout = (roll: Roll, charge: string, colours: Colours) => string;

const single: Layout = (roll, charge, { field, charge: ink }) =>
  toPath(field.shade, pick(roll, partings)) + toCharge(charge, ink, { scale: 1, y: 20.5 });

const onOrdinary: Layout = (roll, charge, { field, charge: ink }) => {
  const { path, scale } = pick(roll, ordinaries);
  return toPath(ink, path) + toCharge(charge, field.main, { scale, y: 21 });
};

const counterchanged: Layout = (roll, charge, { field, charge: ink }) => {
  const half = pick(roll, halves);
  const place = { scale: 1, y: 20.5 };
  const other = toCharge(charge, field.main, place);
  return `<clipPath id="h"><path d="${half}"/></clipPath>${toCharge(charge, ink, place)}${toPath(ink, half)}<g clip-path="url(#h)">${other}</g>`;
};

const underChief: Layout = (roll, charge, { field, charge: ink }) => {
  const parting = pick(roll, partings);
  const chief = toPath(ink, 'M0 0h40v12H0z') + toPath(field.main, pick(roll, marks));
  return toPath(field.shade, parting) + chief + toCharge(charge, ink, { scale: 0.82, y: 25 });
};

const layouts = [single, single, onOrdinary, counterchanged, underChief];
const edges = [2, 2, 4.5];

const bare = { field: '#8b8583', line: '#5d5856' };
/** What a banner hangs on. */
const rod = 'M1 1h38v3.5H1z';

/**
 * The emblem of a name, as an SVG of a few hundred bytes: edge, parting, figure and two colours, all decided by the
 * name alone, in whatever case it is written. A name without letters or figures, as one that was hidden has, gets a
 * bare grey one; a game that ships, the one that was drawn for it.
 */
export function drawEmblem(kind: EmblemKind, name: string): string {
  const plain = name.normalize('NFC').toLowerCase().trim();
  const roll = createDice(plain);
  const outline = pick(roll, outlines[kind]);
  if (!/[\p{L}\p{N}]/u.test(plain)) {
    return frame({ outline: outlines[kind][0] ?? outline, art: fill(bare.field), line: bare.line });
  }
  const drawn = kind === 'game' ? gameEmblems.get(plain) : undefined;
  if (drawn !== undefined) {
    return frame({ outline, ...drawn });
  }
  const colours = pickColours(roll);
  const charge = pick(roll, Object.values(charges));
  const art = fill(colours.field.main) + pick(roll, layouts)(roll, charge, colours);
  const above = kind === 'ladder' ? toPath(colours.dark, rod) : '';
  const { charge: line, dark } = colours;
  return frame({ outline, art, line, rim: dark, width: pick(roll, edges), above });
}

const fill = (colour: string) => toPath(colour, 'M0 0h40v44H0z');

interface Framed {
  outline: string;
  art: string;
  /** The colour of the line along the edge. */
  line: string;
  width?: number;
  /** What the edge ends in, for a page of any colour: where it is another than the line's. */
  rim?: string;
  /** What stands out over the edge. */
  above?: string;
}

/** Cuts a drawing to an outline and lines its edge. */
function frame({ outline, art, line, width = 2, rim = line, above = '' }: Framed): string {
  const stroke = (colour: string, wide: number) =>
    `<use href="#o" fill="none" stroke="${colour}" stroke-width="${wide}"/>`;
  const edge = rim === line ? stroke(line, width) : stroke(line, width + 2) + stroke(rim, 2);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 44"><clipPath id="c"><path id="o" d="${outline}"/></clipPath><g clip-path="url(#c)">${art}${edge}</g>${above}</svg>`;
}
