/** An entry as the zip's list has it. */
export interface Packed {
  path: string;
  isPacked: boolean;
  /** Where its header stands. */
  at: number;
  crc: number;
  packedSize: number;
  size: number;
}

type Field = readonly [bytes: 2 | 4 | 8, value: number];

/** The unsigned numbers of a record, the low byte first (APPNOTE 4.3). */
function toRecord(...fields: readonly Field[]): Buffer {
  const record = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 8) {
      record.writeBigUInt64LE(BigInt(value), at);
    } else {
      record.writeUIntLE(value, at, bytes);
    }
    at += bytes;
  }
  return record;
}

const [deflated, stored] = [8, 0];
/** Its name is UTF-8, and its sizes stand behind it. */
const flags = 0x0808;
/** Midnight of 1 January 2000, in each file: the same league gives the same bytes. */
const [time, date] = [0, 0x2821];
const version = 20;
const version64 = 45;
/** On Unix, by version 6.3 of the format. */
const madeBy = 0x033f;
/** A file that its owner alone reads and writes. */
const mode = 0o100600;
/** What is as large, or larger, stands in a field of 8 bytes elsewhere. */
const most16 = 0xffff;
const most32 = 0xffffffff;

const isLarge = ({ at, packedSize, size }: Packed) => Math.max(at, packedSize, size) >= most32;

export function toHeader(path: string, isPacked: boolean): Buffer {
  const name = Buffer.from(path);
  const method = isPacked ? deflated : stored;
  const head = toRecord(
    ...([
      [4, 0x04034b50],
      [2, version],
      [2, flags],
      [2, method],
      [2, time],
      [2, date],
    ] as const),
    // Its checksum and sizes are not known yet.
    ...([
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ] as const),
  );
  return Buffer.concat([head, name]);
}

/** What stands behind an entry. */
export function toDescriptor(entry: Packed): Buffer {
  const bytes = isLarge(entry) ? 8 : 4;
  return toRecord([4, 0x08074b50], [4, entry.crc], [bytes, entry.packedSize], [bytes, entry.size]);
}

/** What the list at the end of the zip says of an entry. */
export function toListed(entry: Packed): Buffer {
  const { path, isPacked, at, crc, packedSize, size } = entry;
  const name = Buffer.from(path);
  const large = isLarge(entry)
    ? toRecord([2, 1], [2, 24], [8, size], [8, packedSize], [8, at])
    : Buffer.alloc(0);
  const [own, needed] = [
    isLarge(entry) ? () => most32 : (value: number) => value,
    isLarge(entry) ? version64 : version,
  ];
  const record = toRecord(
    ...([
      [4, 0x02014b50],
      [2, madeBy],
      [2, needed],
      [2, flags],
    ] as const),
    ...([
      [2, isPacked ? deflated : stored],
      [2, time],
      [2, date],
      [4, crc],
    ] as const),
    ...([
      [4, own(packedSize)],
      [4, own(size)],
      [2, name.length],
      [2, large.length],
    ] as const),
    // No remark, the first disk, nothing of its own.
    ...([
      [2, 0],
      [2, 0],
      [2, 0],
      [4, mode * 0x10000],
      [4, own(at)],
    ] as const),
  );
  return Buffer.concat([record, name, large]);
}

/** The end of a zip whose list of so many entries stands at `at` and is so long. */
export function toEnd({
  count,
  at,
  length,
}: {
  count: number;
  at: number;
  length: number;
}): Buffer {
  const isBig = count >= most16 || Math.max(at, length) >= most32;
  const parts = isBig
    ? [
        toRecord(
          ...([
            [4, 0x06064b50],
            [8, 44],
            [2, madeBy],
            [2, version64],
            [4, 0],
            [4, 0],
          ] as const),
          ...([
            [8, count],
            [8, count],
            [8, length],
            [8, at],
          ] as const),
        ),
        toRecord([4, 0x07064b50], [4, 0], [8, at + length], [4, 1]),
      ]
    : [];
  const entries = Math.min(count, most16);
  const end = toRecord(
    ...([
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, entries],
      [2, entries],
    ] as const),
    ...([
      [4, Math.min(length, most32)],
      [4, Math.min(at, most32)],
      [2, 0],
    ] as const),
  );
  return Buffer.concat([...parts, end]);
}
