import { drawApart } from './drawing/drawing-process.ts';
import type { Pictures } from './picture.ts';
import { createTurns } from './turns.ts';

/** How many are drawn at a time: each takes a thread and some hundred megabytes at worst. */
const atOnce = 2;
const takeTurn = createTurns(atOnce);

/** A picture as proof: large enough to read a scoreboard, and a smaller one for lists. Moving pictures go on moving. */
export function drawEvidence(personId: string, bytes: Uint8Array): Promise<Pictures['evidence']> {
  return takeTurn(personId, () => drawApart('evidence', bytes));
}

/** A picture for a text: as wide as a page shows on a sharp screen. Moving pictures go on moving. */
export function drawArticlePicture(
  personId: string,
  bytes: Uint8Array,
): Promise<Pictures['article']> {
  return takeTurn(personId, () => drawApart('article', bytes));
}

/** The league's own picture, whole, in every form that browsers and other sites ask for. */
export function drawLeagueLogo(
  personId: string,
  bytes: Uint8Array,
): Promise<Pictures['leagueLogo']> {
  return takeTurn(personId, () => drawApart('leagueLogo', bytes));
}

/** The picture that goes with a link, of an SVG of our own; all of them wait in one line. */
export async function drawLinkPicture(svg: string): Promise<Buffer> {
  const { picture } = await takeTurn('links', () => drawApart('link', Buffer.from(svg)));
  // What another process sends is bytes and no longer a Buffer.
  return Buffer.from(picture.bytes);
}

/** A team's picture: the square in its middle, in two sizes. */
export function drawLogo(personId: string, bytes: Uint8Array): Promise<Pictures['logo']> {
  return takeTurn(personId, () => drawApart('logo', bytes));
}
