import { longestRun } from '@muster/league';

// Seconds have two figures: 4:3 may be meant as 4:03 or as 4:30.
const pattern = /^(\d{1,4}):([0-5]\d)(?:[.,](\d{1,3}))?$/;

/** Milliseconds as drivers write them: 4:31.250, above an hour 1:04:31.250. */
export function formatRunTime(milliseconds: number): string {
  const pad = (value: number, length: number) => String(value).padStart(length, '0');
  const minutes = Math.floor(milliseconds / 60_000);
  const rest = `${pad(Math.floor((milliseconds % 60_000) / 1000), 2)}.${pad(milliseconds % 1000, 3)}`;
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${pad(minutes % 60, 2)}:${rest}`;
}

/** Milliseconds of a time written as minutes, seconds and thousandths; null for what is no such time. */
export function parseRunTime(text: string): number | null {
  const [, minutes, seconds, fraction = ''] = pattern.exec(text.trim()) ?? [];
  if (minutes === undefined || seconds === undefined) {
    return null;
  }
  const time =
    Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(fraction.padEnd(3, '0') || 0);
  return time > 0 && time <= longestRun ? time : null;
}

/** Milliseconds of penalty seconds, with a point or a comma; nothing written is none. */
export function parsePenalty(text: string): number | null {
  const written = text.trim();
  if (written === '') {
    return 0;
  }
  const [, seconds, fraction = ''] = /^(\d{1,5})(?:[.,](\d{1,3}))?$/.exec(written) ?? [];
  if (seconds === undefined) {
    return null;
  }
  const penalty = Number(seconds) * 1000 + Number(fraction.padEnd(3, '0') || 0);
  return penalty <= longestRun ? penalty : null;
}

/** The whole address of a proof, or null for what no browser should open. */
export function toProofLink(text: string | null): string | null {
  const url = text === null ? null : URL.parse(text.trim());
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}
