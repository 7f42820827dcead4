import type { LogLine } from '../pages/match/log-line.ts';
import { findPart } from './find-part.ts';
import { type FileIndex, type KeptLine, type KeptPage, readText } from './given.ts';

/** What a page shows of a line of the log. */
export function toLogLine(line: Omit<LogLine, 'reason'>): LogLine {
  const { sequence, at, type, actor_id, match_id, data, hash } = line;
  return { sequence, at, type, actor_id, match_id, data, hash };
}

const toSequence = (line: KeptLine): number =>
  typeof line === 'number' ? line : 'sequence' in line ? line.sequence : line[0];

/** Lines by their numbers, from the parts of the log that they stand in. */
async function readLines(
  ladder: string,
  starts: readonly number[],
  wanted: readonly number[],
): Promise<Map<number, LogLine>> {
  const found = new Map<number, LogLine>();
  for (const [part, own] of Map.groupBy(wanted, (sequence) => findPart(starts, sequence))) {
    const texts = (await readText(`log-${ladder}-${part}`)).split('\n');
    for (const sequence of own) {
      // They count 1, 2, 3 … without a gap.
      const text = texts[sequence - (starts[part] ?? 0)];
      if (text) {
        found.set(sequence, toLogLine(JSON.parse(text) as LogLine));
      }
    }
  }
  return found;
}

/**
 * A page as it was read, its lines taken out of the log that they stand in.
 * @throws where the log has not one that the page names.
 */
export async function withLines(kept: KeptPage, logs: FileIndex['logs']): Promise<KeptPage> {
  if (kept.lines === undefined) {
    return kept;
  }
  const { ladder, member } = kept.lines;
  // Who wrote the file has named a member that holds lines.
  const data = kept.data as Record<string, readonly KeptLine[]>;
  const lines = data[member] ?? [];
  const shared = lines.filter((line) => typeof line === 'number' || !('sequence' in line));
  const found = await readLines(ladder, logs[ladder]?.starts ?? [], shared.map(toSequence));
  const whole = lines.map((line): LogLine => {
    if (typeof line !== 'number' && 'sequence' in line) {
      return line;
    }
    const own = found.get(toSequence(line));
    if (own === undefined) {
      throw new Error(`The log of ${ladder} has no line ${toSequence(line)}.`);
    }
    return typeof line === 'number' ? own : { ...own, reason: line[1] };
  });
  return { ...kept, data: { ...data, [member]: whole } };
}
