/** Seconds as a clock shows them: `07:32`, with hours `1:07:32` as `01:07:32`. */
export function toClockFigures(seconds: number, hasHours: boolean): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const tail = pad(seconds % 60);
  return hasHours
    ? `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:${tail}`
    : `${pad(minutes)}:${tail}`;
}
