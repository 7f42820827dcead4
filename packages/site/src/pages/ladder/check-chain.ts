import { findChainFault, type LeagueEvent } from '@muster/league';

export type ChainVerdict =
  | { kind: 'holds'; lines: number; hash: string }
  | { kind: 'broken'; sequence: number; fault: string }
  | { kind: 'failed' };

const waitAtMost = 60_000;

/**
 * Fetches a ladder's whole public log and checks its chain on this machine, line by line as the bytes
 * come in, so that a long log neither waits for its end nor holds the page up.
 */
export async function checkChain(
  slug: string,
  onProgress: (lines: number) => void,
): Promise<ChainVerdict> {
  try {
    const response = await fetch(`/api/ladders/${slug}/log.ndjson?exact`, {
      signal: AbortSignal.timeout(waitAtMost),
    });
    if (!response.ok || response.body === null) {
      return { kind: 'failed' };
    }
    return await readLines(response.body, onProgress);
  } catch {
    return { kind: 'failed' };
  }
}

async function readLines(
  body: ReadableStream<Uint8Array>,
  onProgress: (lines: number) => void,
): Promise<ChainVerdict> {
  const reader = body.pipeThrough(new TextDecoderStream() as never).getReader();
  let previous: LeagueEvent | null = null;
  let lines = 0;
  let rest = '';
  for (;;) {
    const { done, value } = (await reader.read()) as { done: boolean; value?: string };
    const parts: string[] = (rest + (value ?? '')).split('\n');
    rest = done ? '' : (parts.pop() ?? '');
    for (const part of parts) {
      if (part === '') {
        continue;
      }
      const line = JSON.parse(part) as LeagueEvent;
      const fault = findChainFault(line, previous);
      if (fault !== null) {
        return { kind: 'broken', sequence: fault.sequence, fault: fault.fault };
      }
      previous = line;
      lines += 1;
    }
    onProgress(lines);
    if (done) {
      return { kind: 'holds', lines, hash: previous?.hash ?? '' };
    }
  }
}
