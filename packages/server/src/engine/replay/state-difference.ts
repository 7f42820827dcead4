import { isSame } from '@muster/league';

/** The way to the first value that differs, as `time.starts_at`; null when none does. */
function findPath(stored: unknown, replayed: unknown): string | null {
  if (isSame(stored ?? null, replayed ?? null)) {
    return null;
  }
  if (
    typeof stored !== 'object' ||
    typeof replayed !== 'object' ||
    stored === null ||
    replayed === null
  ) {
    return '';
  }
  const keys = new Set([...Object.keys(stored), ...Object.keys(replayed)]);
  for (const key of keys) {
    const inner = findPath(Reflect.get(stored, key), Reflect.get(replayed, key));
    if (inner !== null) {
      return inner === '' ? key : `${key}.${inner}`;
    }
  }
  return '';
}

/** Says of what is stored that it is not what the log comes to, and where first; null where it is. */
export function findStateDifference(
  name: string,
  stored: unknown,
  replayed: unknown,
): string | null {
  const path = findPath(stored, replayed);
  return path === null
    ? null
    : `${name} is not what the log comes to${path === '' ? '' : ` (${path})`}`;
}
