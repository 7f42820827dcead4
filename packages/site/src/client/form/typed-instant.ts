import { fromLocalTime } from '@muster/league';

/** What a datetime-local field holds, as the instant that it is in a zone. */
export function toTypedInstant(typed: string, zone: string): string | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(typed)?.slice(1).map(Number);
  if (parts === undefined) {
    return null;
  }
  const [year = 0, month = 1, date = 1, hour = 0, minute = 0] = parts;
  const epoch = fromLocalTime(zone, {
    day: Date.UTC(year, month - 1, date),
    minutes: hour * 60 + minute,
  });
  return new Date(epoch).toISOString();
}

/** Times with the one that is typed and not yet added: who sends the form means that one too. */
export function withTyped(times: readonly string[], typed: string, zone: string): string[] {
  const instant = toTypedInstant(typed, zone);
  return instant === null ? [...times] : [...new Set([...times, instant])].sort();
}
