import { expect, it } from 'vitest';
import { isBackupPlace, namesS3Bucket, toBackupPlace } from './s3-address.ts';

it.each([
  ['https://key:secret@host/bucket', true],
  ['https://key:secret@host/bucket/ours?region=x', true],
  ['http://key:a%2Fb@127.0.0.1:9000/b', true],
  ['https://key:100%@host/bucket', false],
  ['https://k%zy:secret@host/bucket', false],
  ['https://key@host/bucket', false],
  ['https://:secret@host/bucket', false],
  ['https://host/bucket', false],
  ['https://key:secret@host/', false],
  ['https://key:secret@host', false],
  ['https://', false],
  ['bucket', false],
])('%s names a bucket, its key and its secret: %s', (address, isWhole) => {
  expect(namesS3Bucket(address)).toBe(isWhole);
});

it.each([
  ['/backups', true, { directory: '/backups', s3: null }],
  ['backups', true, { directory: 'backups', s3: null }],
  ['./s3://x', true, { directory: './s3://x', s3: null }],
  ['s3://key:secret@host/b', true, { directory: null, s3: 'https://key:secret@host/b' }],
  ['https://key:secret@host/b', true, { directory: null, s3: 'https://key:secret@host/b' }],
  ['http://key:secret@host/b', true, { directory: null, s3: 'http://key:secret@host/b' }],
  ['s3://host/b', false, { directory: null, s3: 'https://host/b' }],
  ['http://host/b', false, { directory: null, s3: 'http://host/b' }],
])('backups may lie at %s: %s', (value, isPlace, place) => {
  expect([isBackupPlace(value), toBackupPlace(value)]).toEqual([isPlace, place]);
});

it('backups lie nowhere where nobody says where', () => {
  expect(toBackupPlace(null)).toEqual({ directory: null, s3: null });
});
