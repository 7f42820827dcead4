import { findChainFault, type LeagueEvent } from '@muster/league';
import type { ChainVerdict } from '../../pages/ladder/check-chain.ts';
import { readText } from '../given.ts';
import { getIndex } from '../index-data.ts';

const linesAtOnce = 200;

/** In place of `pages/ladder/check-chain.ts`: the log lies beside the page. */
export async function checkChain(
  slug: string,
  onProgress: (lines: number) => void,
): Promise<ChainVerdict> {
  const log = getIndex().logs[slug];
  if (log === undefined) {
    return { kind: 'failed' };
  }
  try {
    return await readParts(slug, log.starts.length, onProgress);
  } catch {
    return { kind: 'failed' };
  }
}

async function readParts(
  slug: string,
  parts: number,
  onProgress: (lines: number) => void,
): Promise<ChainVerdict> {
  let previous: LeagueEvent | null = null;
  let lines = 0;
  for (let part = 0; part < parts; part += 1) {
    const texts = (await readText(`log-${slug}-${part}`)).split('\n').filter((text) => text !== '');
    for (const text of texts) {
      const line = JSON.parse(text) as LeagueEvent;
      const fault = findChainFault(line, previous);
      if (fault !== null) {
        return { kind: 'broken', sequence: fault.sequence, fault: fault.fault };
      }
      previous = line;
      lines += 1;
      if (lines % linesAtOnce === 0) {
        onProgress(lines);
        // The page stays alive meanwhile.
        await new Promise((resolve) => setTimeout(resolve));
      }
    }
  }
  return { kind: 'holds', lines, hash: previous?.hash ?? '' };
}
