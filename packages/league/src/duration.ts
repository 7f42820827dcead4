import type { Duration, Instant } from './ids.ts';

const durationForm = /^P(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/;

/** Milliseconds of an ISO 8601 duration of days, hours, minutes and seconds; null when it is not one. */
export function parseDuration(duration: string): number | null {
  const parts = durationForm.exec(duration);
  if (!parts || duration === 'P' || duration.endsWith('T')) {
    return null;
  }
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}

/** A season's rules name some twenty durations, and the clock asks for them at every step. */
const known = new Map<Duration, number>();

/** Milliseconds of a duration that the rules' schema has let through. */
export function toMilliseconds(duration: Duration): number {
  const before = known.get(duration);
  if (before !== undefined) {
    return before;
  }
  const milliseconds = parseDuration(duration);
  if (milliseconds === null) {
    throw new RangeError(`Not a duration: ${duration}`);
  }
  if (known.size < 1000) {
    known.set(duration, milliseconds);
  }
  return milliseconds;
}

/** The shortest ISO 8601 form of a length in milliseconds, in whole seconds. */
export function toDuration(milliseconds: number): Duration {
  const seconds = Math.round(milliseconds / 1000);
  const parts = {
    D: Math.floor(seconds / 86_400),
    H: Math.floor(seconds / 3600) % 24,
    M: Math.floor(seconds / 60) % 60,
    S: seconds % 60,
  };
  const time = (['H', 'M', 'S'] as const)
    .map((unit) => (parts[unit] ? `${parts[unit]}${unit}` : ''))
    .join('');
  if (!parts.D && !time) {
    return 'PT0S';
  }
  return `P${parts.D ? `${parts.D}D` : ''}${time ? `T${time}` : ''}`;
}

/** The instant a duration later. */
export function addDuration(instant: Instant, duration: Duration): Instant {
  return toInstant(Date.parse(instant) + toMilliseconds(duration));
}

/** The instant a duration earlier. */
export function subtractDuration(instant: Instant, duration: Duration): Instant {
  return toInstant(Date.parse(instant) - toMilliseconds(duration));
}

/** An instant's one written form. */
export function toInstant(epoch: number): Instant {
  return new Date(epoch).toISOString();
}

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Whether a text is an instant in the one form that the log knows. */
export function isInstant(text: unknown): text is Instant {
  return (
    typeof text === 'string' &&
    instantForm.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    toInstant(Date.parse(text)) === text
  );
}

/** The later of two instants; their form sorts as text. */
export function laterOf(first: Instant, second: Instant): Instant {
  return first > second ? first : second;
}

/** The earlier of two instants. */
export function earlierOf(first: Instant, second: Instant): Instant {
  return first > second ? second : first;
}
