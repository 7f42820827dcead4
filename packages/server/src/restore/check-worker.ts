import { constants, setPriority } from 'node:os';
import { FileFault, NewerFault } from '../league-file/file-fault.ts';
import { countBytes, requireKnown } from '../league-file/manifest.ts';
import { openLeagueBytes } from '../league-file/open-league-file.ts';
import { checkEntries } from '../league-file/verify-file.ts';
import { bytesAt, type CheckOrder, type CheckWord } from './check-bytes.ts';
import { readContents } from './contents.ts';
import { countRead } from './count-read.ts';
import { mostManifestBytes } from './staging.ts';

/** The process of `checkBytes`: takes one order by the channel, checks the bytes that it was given, and ends. */

/** What is wrong with a file may name as much of it as somebody wrote there. */
const mostDetail = 1000;

function say(word: CheckWord): Promise<void> {
  return new Promise((resolve) => process.send?.(word, () => resolve()));
}

async function check({ known }: CheckOrder): Promise<CheckWord> {
  await using file = await openLeagueBytes(bytesAt, { mostManifestBytes });
  requireKnown(known, file.manifest);
  let told = 0;
  const counted = countRead(file, (share) => {
    if (Math.floor(share * 100) > told) {
      told = Math.floor(share * 100);
      void say({ share });
    }
  });
  const { signal } = new AbortController();
  await checkEntries(counted, { progress: () => undefined, signal });
  return { contents: await readContents(file), bytes: countBytes(file.manifest) };
}

function toWord(error: unknown): CheckWord {
  const detail = (error instanceof Error ? error.message : String(error)).slice(0, mostDetail);
  if (error instanceof FileFault) {
    return { fault: error instanceof NewerFault ? 'newer' : 'damaged', detail };
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  return { failure: detail, code };
}

// A signal to the whole group is for who waits for us; we end when they do.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {});
}
process.once('disconnect', () => process.exit(1));

process.once('message', async (order: CheckOrder) => {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  await say(await check(order).catch(toWord));
  process.exit();
});
