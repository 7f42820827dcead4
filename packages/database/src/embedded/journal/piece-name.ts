import type { Place } from './position.ts';

/** A part of one segment of the log, as its file's name tells it. */
export interface Piece {
  name: string;
  timeline: number;
  from: Place;
  /** The first byte behind it. */
  to: Place;
  /** What was acknowledged before lies in this piece, in one before, or in another of the same instant. */
  at: Date;
  isSealed: boolean;
}

const pattern =
  /^([0-9A-F]{8})-([0-9A-F]{16})-([0-9A-F]{16})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.gz(\.age)?$/;

const toHex = (value: bigint | number, digits: number) =>
  value.toString(16).toUpperCase().padStart(digits, '0');

/** `20260102T030405678Z`, as in the names of the journal's files. */
export function toInstantName(at: Date): string {
  return at.toISOString().replace(/[-:.]/g, '');
}

/** The timeline, the places that it lies between, and the instant; `.age` behind it where it is sealed. */
export function toPieceName({ timeline, from, to, at, isSealed }: Omit<Piece, 'name'>): string {
  const places = `${toHex(timeline, 8)}-${toHex(from, 16)}-${toHex(to, 16)}`;
  return `${places}-${toInstantName(at)}.gz${isSealed ? '.age' : ''}`;
}

/** Null for what is no piece's name. */
export function parsePieceName(name: string): Piece | null {
  const found = pattern.exec(name);
  if (found === null) {
    return null;
  }
  const [, timeline, from, to, year, month, day, hour, minute, second, millisecond, sealed] = found;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${millisecond}Z`);
  return Number.isNaN(at.getTime())
    ? null
    : {
        ...{ name, at, isSealed: sealed !== undefined },
        timeline: Number.parseInt(timeline ?? '', 16),
        from: BigInt(`0x${from}`),
        to: BigInt(`0x${to}`),
      };
}
