import * as v from 'valibot';
import { FileFault, NewerFault } from './file-fault.ts';

/** What a league's file is known by, and the only version so far. */
export const formatName = 'muster-league';
export const formatVersion = 1;

export const manifestPath = 'manifest.json';
/** Manifests name each entry: a million of them fit. */
export const mostManifestBytes = 256 * 1024 * 1024;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const text = v.pipe(v.string(), v.maxLength(1000));

const entry = v.strictObject({ path: text, size: count, sha256: hash });
const manifest = v.strictObject({
  format: v.literal(formatName),
  version: v.literal(formatVersion),
  /** When the last event was, to the millisecond in UTC; null in a league without one. */
  instant: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  /** What whoever opens the file should know. */
  notice: text,
  /** The migrations that made the tables, by folder, in order. */
  migrations: v.record(v.string(), v.array(text)),
  tables: v.array(
    v.strictObject({ name: text, path: v.nullable(text), columns: v.array(text), rows: count }),
  ),
  left_out: v.record(v.string(), v.string()),
  streams: v.array(v.strictObject({ stream: text, path: text, sequence: count, hash })),
  /** What people have uploaded, by the table whose row it is of. */
  files: v.array(v.strictObject({ table: text, id: text, path: text })),
  entries: v.array(entry),
});

/** What a league's file says of itself; see docs/export-format.md. */
export type Manifest = v.InferOutput<typeof manifest>;
export type Entry = v.InferOutput<typeof entry>;

/** @throws NewerFault where a newer Muster wrote the file, by the migrations that are known here. */
export function requireKnown(names: readonly string[], { migrations }: Manifest): void {
  const known = new Set(names);
  const unknown = Object.values(migrations)
    .flat()
    .find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new NewerFault(`a newer Muster wrote it (${unknown}): take that, or a newer one`);
  }
}

/** How many bytes all that a file names has unpacked. */
export const countBytes = ({ entries }: Pick<Manifest, 'entries'>): number =>
  entries.reduce((sum, { size }) => sum + size, 0);

/**
 * Reads a manifest.
 * @throws FileFault where it is none, or of a newer format.
 */
export function parseManifest(content: string): Manifest {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson()), content);
  const known = v.safeParse(
    v.object({ format: v.literal(formatName), version: count }),
    read.success ? read.output : null,
  );
  if (!known.success) {
    throw new FileFault('its manifest is not that of a league');
  }
  if (known.output.version !== formatVersion) {
    throw new NewerFault(
      `its format is version ${known.output.version}, and this Muster reads version ${formatVersion}: take a newer one`,
    );
  }
  const parsed = v.safeParse(manifest, read.output, { abortEarly: true });
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new FileFault(`its manifest is wrong at ${v.getDotPath(issue)}: ${issue.message}`);
  }
  return parsed.output;
}
