import { invalidBucketName, invalidKey } from './failure.ts';
import { storageLimits } from './limits.ts';

/** What S3 takes without escapes, and what it takes with them. */
const objectName = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/;
const bucketName = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]+$/;

export function requireObjectName(name: string): string {
  if (name.length > storageLimits.objectName || !objectName.test(name)) {
    throw invalidKey(name);
  }
  return name;
}

export function requireBucketName(name: string): string {
  if (name.length > storageLimits.bucketName || !bucketName.test(name)) {
    throw invalidBucketName();
  }
  return name;
}

/** The object that keeps an empty folder in lists; it has no bytes and is of no type. */
export function isEmptyFolder(name: string): boolean {
  return name.endsWith('.emptyFolderPlaceholder');
}
