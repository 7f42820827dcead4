/** A backup by its name. */
export interface BackupName {
  name: string;
  /** When it was begun, to the second. */
  at: Date;
}

const pattern = /^league-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.zip(\.age)?$/;

/** `league-20260102T030405Z.zip`, by the instant in UTC; `.age` behind it where it is sealed. */
export function toBackupName(at: Date, { isSealed }: { isSealed: boolean }): string {
  const instant = at.toISOString().replace(/[-:]|\.\d+/g, '');
  return `league-${instant}.zip${isSealed ? '.age' : ''}`;
}

/** Null for what is no backup's name. */
export function parseBackupName(name: string): BackupName | null {
  const [, year, month, day, hour, minute, second] = pattern.exec(name) ?? [];
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? null : { name, at };
}
