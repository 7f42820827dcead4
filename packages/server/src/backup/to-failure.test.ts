import { expect, it } from 'vitest';
import { FileFault } from '../league-file/file-fault.ts';
import { toFailure } from './to-failure.ts';

it.each([
  ['what is wrong with a file, in its own words', new FileFault('it is cut off'), 'it is cut off'],
  [
    'what the system says, by its code alone',
    Object.assign(new Error('ENOSPC: /home/ann/backups'), { code: 'ENOSPC' }),
    'ENOSPC',
  ],
  ['anything else, which may hold a secret', new Error('s3://key:secret'), 'see the server’s log'],
  ['what is no error', 's3://key:secret', 'see the server’s log'],
])('is %s', (_what, error, words) => {
  expect(toFailure(error)).toBe(words);
});
