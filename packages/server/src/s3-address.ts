/** Whether an address is that of an S3: `https://KEY:SECRET@HOST/BUCKET[/PREFIX][?region=REGION]`. */
export function namesS3Bucket(address: string): boolean {
  if (!URL.canParse(address)) {
    return false;
  }
  const { username, password, pathname } = new URL(address);
  const isWhole = [username, password].every(
    (part) => part !== '' && !/%(?![\da-f]{2})/i.test(part),
  );
  return isWhole && pathname !== '/';
}

/** What is wrong with one that is not; it holds a secret, so it is not repeated. */
export const addressWords =
  'The address of an S3 is s3://KEY:SECRET@HOST/BUCKET[/PREFIX][?region=REGION].';

const isAddress = (value: string) => /^(s3|https?):\/\//.test(value);
const toWebAddress = (value: string) => value.replace(/^s3:/, 'https:');

/** A folder, or an S3 whose address may begin with `s3://` too. */
export function isBackupPlace(value: string): boolean {
  return !isAddress(value) || namesS3Bucket(toWebAddress(value));
}

/** Where backups lie: one of both, or neither. */
export interface BackupAddress {
  directory: string | null;
  s3: string | null;
}

/** Reads what `isBackupPlace` takes. */
export function toBackupPlace(value: string | null): BackupAddress {
  return value !== null && isAddress(value)
    ? { directory: null, s3: toWebAddress(value) }
    : { directory: value, s3: null };
}
