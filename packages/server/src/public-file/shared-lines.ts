import { hash } from 'node:crypto';
import { toCanonicalJson } from '@muster/league';
import type { PageDataByName } from '@muster/site';
import type { LogLine } from '@muster/site/pages/match/log-line.ts';
import type { FilePage } from '@muster/site/public-file/file-pages.ts';
import type { KeptLine, KeptPage } from '@muster/site/public-file/given.ts';

interface Holder<Name extends FilePage> {
  /** The member of the page's data that holds lines of its ladder's log. */
  member: keyof PageDataByName[Name] & string;
  toLadder: (data: PageDataByName[Name]) => string;
}

const holders: { readonly [Name in FilePage]?: Holder<Name> } = {
  match: { member: 'log', toLadder: ({ ladder }) => ladder.slug },
  'ladder-log': { member: 'lines', toLadder: ({ ladder }) => ladder.slug },
};

/** Six bytes of what a line says: whether a page shows it as the log has it. */
function toMark({ sequence, at, type, actor_id, match_id, data, hash: own }: LogLine): number {
  const text = toCanonicalJson({ sequence, at, type, actor_id, match_id, data, hash: own });
  return Number.parseInt(hash('sha256', text).slice(0, 12), 16);
}

/**
 * The lines of the logs that the file keeps as scripts: what a page shows of them in the same words is kept by number
 * alone.
 */
export function shareLines() {
  const marks = new Map<string, Map<number, number>>();
  return {
    /** Takes lines of a ladder's log, as they are written. */
    take(ladder: string, lines: string): void {
      const own = marks.get(ladder) ?? new Map<number, number>();
      marks.set(ladder, own);
      for (const text of lines.trimEnd().split('\n')) {
        const line = JSON.parse(text) as LogLine;
        own.set(line.sequence, toMark(line));
      }
    },
    /** The page with its lines by number where they are the log's own. */
    replace(page: FilePage, kept: KeptPage): KeptPage {
      // The data are what this page's own loader gave.
      const holder = holders[page] as
        | { member: string; toLadder: (data: unknown) => string }
        | undefined;
      const data = kept.data as Record<string, unknown>;
      const ladder = holder?.toLadder(data) ?? '';
      const own = marks.get(ladder);
      if (holder === undefined || own === undefined) {
        return kept;
      }
      const lines = data[holder.member] as readonly LogLine[];
      const shared = lines.map((line): KeptLine => {
        if (own.get(line.sequence) !== toMark(line)) {
          return line;
        }
        return line.reason === undefined ? line.sequence : [line.sequence, line.reason];
      });
      const { member } = holder;
      return { ...kept, data: { ...data, [member]: shared }, lines: { ladder, member } };
    },
  };
}
