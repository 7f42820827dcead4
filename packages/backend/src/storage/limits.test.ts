import { expect, test } from 'vitest';
import { storageLimits } from './limits.ts';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

// Some of them are tried with smaller numbers beside what they bound: what they are for a league stands here.
test('the files of a league are so large, so many, and come in so fast', () => {
  expect(storageLimits).toEqual({
    ...{ objectBytes: 50 * mebibyte, bytesOfOne: 1024 * mebibyte, objectsOfOne: 10_000 },
    ...{ bucketName: 100, objectName: 1024, cacheControl: 200 },
    ...{ mediaTypes: 100, mediaType: 200, userMetadata: 8 * kibibyte },
    ...{ jsonBytes: 2 * mebibyte, formBytes: 64 * kibibyte },
    ...{ objectsAtOnce: 1_000, listed: 1_000, offset: 100_000, emptiedAtOnce: 1_000 },
    ...{ uploadsOfOne: 20, uploads: 200, resumableOfOne: 20, resumableHours: 24 },
    ...{ drawnBytes: 25 * mebibyte, drawnPixels: 2_500, drawingsOfOne: 10, drawings: 50 },
    ...{ discardedBytes: 16 * mebibyte, discardedFor: 2_000, silence: 30_000 },
    // A hundred years, and two hours.
    ...{ signedSeconds: 100 * 365 * 24 * 3600, uploadAddressSeconds: 2 * 3600 },
  });
});
