import * as v from 'valibot';
import { FileFault } from '../league-file/file-fault.ts';

export const publicFormat = 'muster-public';
export const publicVersion = 1;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const text = v.pipe(v.string(), v.maxLength(1000));

const manifest = v.strictObject({
  format: v.literal(publicFormat),
  version: v.literal(publicVersion),
  /** When the last event was, to the millisecond in UTC; null in a league without one. */
  instant: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  /** The instant whose pages these are: what is only dated, as articles, is that of then. */
  as_of: v.pipe(v.string(), v.isoTimestamp()),
  /** What whoever opens the file should know. */
  notice: text,
  tables: v.array(v.strictObject({ name: text, path: text, columns: v.array(text), rows: count })),
  streams: v.array(v.strictObject({ stream: text, path: text, sequence: count, hash })),
  pages: count,
  entries: v.array(v.strictObject({ path: text, size: count, sha256: hash })),
});

/** What the public file of a league says of itself; see docs/export-format.md. */
export type PublicManifest = v.InferOutput<typeof manifest>;

/** Whether a file says that it is the public one of a league. */
export function isPublicManifest(content: string): boolean {
  const read = v.safeParse(
    v.pipe(v.string(), v.parseJson(), v.object({ format: v.literal(publicFormat) })),
    content,
  );
  return read.success;
}

/** @throws FileFault where it is not as this version writes it. */
export function parsePublicManifest(content: string): PublicManifest {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), manifest), content, {
    abortEarly: true,
  });
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new FileFault(`its manifest is wrong at ${v.getDotPath(issue)}: ${issue.message}`);
  }
  return parsed.output;
}
