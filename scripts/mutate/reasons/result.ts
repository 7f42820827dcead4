import { toReasons } from '../reason.ts';

const rests = 'const rests = draft.seen.entries[id]?.rests ?? [];';
const some = "if (rests.some(({ status }) => status === 'announced')) {";

const told = 'return seed === undefined ? {} : { seed };';

export const resultReasons = toReasons('result.ts', {
  'What is not there is not written to the log, which is JSON.': [
    [told, 'seed === undefined -> false'],
  ],
  'The entries of a match are there.': [
    [rests, '[] -> ["Stryker was here"]'],
    [rests, 'draft.seen.entries[id]?.rests -> draft.seen.entries[id].rests'],
  ],
  'Who has no rest ahead is asked about again in vain, only more slowly.': [
    [some, "rests.some(({ status }) => status === 'announced') -> true"],
    [some, "status === 'announced' -> true"],
  ],
});
