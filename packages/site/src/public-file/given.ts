import type { DocumentData } from '../document-data.ts';
import type { LocaleCode } from '../intl/locales.ts';
import type { Messages } from '../intl/messages.ts';
import type { LogLine } from '../pages/match/log-line.ts';

/** Where a part of the pages of a kind begins: the first address in it. Parts stand in the order of addresses. */
export type PageParts = readonly string[];

/** What the file says of itself before anything is looked at. */
export interface FileIndex extends Pick<DocumentData, 'zone' | 'now' | 'shell'> {
  /** Of each kind of page the parts that it is kept in: part 3 of `match` is `data/match-3.js`. */
  parts: Readonly<Record<string, PageParts>>;
  /** Of each ladder's log, by the ladder's word in the address, its entry in the file and the number that each part begins at. */
  logs: Readonly<Record<string, { path: string; starts: readonly number[] }>>;
}

/** A page as the file keeps it: what the stranger is shown, and where its words differ in another language. */
export interface KeptPage {
  data: unknown;
  names_gone?: true;
  words?: Partial<Record<LocaleCode, readonly Difference[]>>;
  /** Set where lines of a ladder's log, in a member of the data, are kept as `KeptLine`: they are in the file but once. */
  lines?: { ladder: string; member: string };
}

/** A line of a log: as it is, or by its number where it is the log's own, with what the page adds to it. */
export type KeptLine = LogLine | number | readonly [sequence: number, reason: string | null];

/** One value of a page's data that another language has otherwise, and the way to it. */
export type Difference = readonly [way: readonly (string | number)[], value: unknown];

/** The pages of one part, by their addresses. */
export type KeptPages = Readonly<Record<string, KeptPage>>;

/** What may be looked for: its kind, its name (in each language that it has one in), its address. */
export type Findable = readonly [kind: FindableKind, names: readonly string[], address: string];
export type FindableKind = 'team' | 'person' | 'ladder' | 'game' | 'article' | 'archive';

type Taker = (name: string, packed: string) => void;

declare global {
  interface Window {
    /** What every script of data calls with its own name and what it holds: deflated and in base64. */
    musterTake?: Taker;
  }
}

const waiting = new Map<string, (packed: string) => void>();

window.musterTake = (name, packed) => waiting.get(name)?.(packed);

const kept = new Map<string, Promise<unknown>>();
const keptAtMost = 40;

/**
 * What a script of data beside the page holds. A script, since a page that was opened from a folder may fetch nothing.
 * @throws where it is missing or broken.
 */
export function readGiven<Given>(name: string): Promise<Given> {
  const known = kept.get(name) ?? unpack(name);
  kept.delete(name);
  kept.set(name, known);
  known.catch(() => kept.delete(name));
  const [oldest] = kept.keys();
  if (kept.size > keptAtMost && oldest !== undefined) {
    kept.delete(oldest);
  }
  // The program that wrote the file has the same types.
  return known as Promise<Given>;
}

async function unpack(name: string): Promise<unknown> {
  return JSON.parse(await readText(name));
}

/** The text of a script of data, as it was before it was packed. */
export async function readText(name: string): Promise<string> {
  const bytes = Uint8Array.from(atob(await loadScript(name)), (char) => char.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(plain).text();
}

function loadScript(name: string): Promise<string> {
  const script = document.createElement('script');
  return new Promise<string>((resolve, reject) => {
    const fail = () => reject(new Error(`data/${name}.js is missing or broken`));
    waiting.set(name, resolve);
    // By then it has called, if it ever does.
    script.onload = fail;
    script.onerror = fail;
    script.src = `data/${name}.js`;
    document.head.append(script);
  }).finally(() => {
    waiting.delete(name);
    script.remove();
  });
}

/** The texts of a language, of all areas that pages of the file show. */
export const readTexts = (locale: LocaleCode) => readGiven<Messages>(`texts-${locale}`);
