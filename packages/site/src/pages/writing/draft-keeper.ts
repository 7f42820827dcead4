import { createStore } from '../../app/store.ts';
import type { CommandError } from '../../client/command/command-answer.ts';
import { ask } from './ask.ts';
import { type Draft, fieldsOfKind, type Texts, type WritingData } from './data.ts';
import { mergeTexts, pick } from './merge.ts';
import { findTexts } from './revision-texts.ts';
import { findUnsent, forgetUnsent, keepUnsent } from './unsent.ts';

/** A draft as its page shows it. */
export interface Keeping {
  draft: Draft;
  /** Whether it was there when the page was opened. */
  isBack: boolean;
  /** Whether what was written elsewhere on the same draft has been put into it. */
  isJoined: boolean;
  /** When the server took it, by the server's own word. */
  keptAt: string | null;
  /** Whether something of it has not reached the server. */
  isWaiting: boolean;
  error: CommandError | null;
}

const isTextField = (kind: WritingData['kind'], field: string): boolean =>
  fieldsOfKind[kind].some((known) => known === field);

const pauseBeforeKeeping = 1_500;
const pauseBeforeTryingAgain = 5_000;

export const isSameTexts = (one: Texts, other: Texts): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (field) => (one[field] ?? '') === (other[field] ?? ''),
  );

/**
 * Keeps a draft in the browser with each letter and on the server soon after; what could not be sent is sent again
 * until it arrives. What the same person wrote on it in another tab is put together with it.
 */
export class DraftKeeper {
  readonly store;
  readonly #data: WritingData;
  readonly #path: string;
  readonly #prefix: string;
  /** Where this tab keeps what the server does not have. */
  #key = '';
  /** Where it found what another tab left behind. */
  readonly #leftKeys: string[] = [];
  /** What this tab has sent, by its name: an answer that was lost on its way is nobody else's writing. */
  readonly #sent = new Map<string, Texts>();
  /** The draft that the server has as far as this tab knows: its name, and what stands in it. */
  #known: { seen: string | null; base: Texts };
  #latest: Draft | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOpen = false;
  /** Requests, one after the other: what is dropped after one must not come back by it. */
  #sending: Promise<void> = Promise.resolve();

  constructor(data: WritingData, person: string) {
    const { draft, texts, revision } = data;
    this.#data = data;
    this.#path = `/api/writing/${data.kind}/${data.slug}/draft`;
    this.#prefix = `muster-draft:${person}:${data.kind}/${data.slug}/${data.locale}:`;
    this.#known = { seen: draft?.version ?? null, base: draft?.texts ?? texts };
    this.store = createStore<Keeping>({
      draft: draft ?? { texts, revision },
      isBack: draft !== null,
      isJoined: false,
      keptAt: draft?.at ?? null,
      isWaiting: false,
      error: null,
    });
  }

  /** Takes up what a tab that is gone left behind, and sends as soon as the network is back; gives what ends it. */
  start(): () => void {
    this.#isOpen = true;
    const left = findUnsent(this.#prefix);
    if (left !== null) {
      const { seen, base, texts, revision } = left.unsent;
      this.#leftKeys.push(left.key);
      this.#known = { seen, base };
      this.#change({ isBack: true });
      this.write({ texts, revision });
    }
    const sendNow = () => void this.#send();
    const warn = (event: BeforeUnloadEvent) => {
      if (this.#latest !== null) {
        event.preventDefault();
      }
    };
    window.addEventListener('online', sendNow);
    window.addEventListener('beforeunload', warn);
    return () => {
      this.#isOpen = false;
      window.removeEventListener('online', sendNow);
      window.removeEventListener('beforeunload', warn);
      void this.#send();
    };
  }

  write(draft: Draft): void {
    this.#latest = draft;
    this.#change({ draft, isWaiting: true });
    this.#key ||= `${this.#prefix}${crypto.randomUUID()}`;
    keepUnsent(this.#key, { ...draft, ...this.#known, at: Date.now() });
    this.#sendIn(pauseBeforeKeeping);
  }

  /** Nothing is left to be kept: it was saved, or is not wanted. */
  async drop(draft: Draft): Promise<void> {
    this.#settle();
    this.#change({ draft, isBack: false, isJoined: false, keptAt: null, error: null });
    await this.#sending;
    const { seen } = this.#known;
    this.#known = { seen: null, base: draft.texts };
    if (seen !== null) {
      await ask(this.#path, { locale: this.#data.locale, seen }, 'DELETE');
    }
  }

  /** These texts are saved; what was typed meanwhile goes on as a draft of what they are now. */
  async saved(draft: Draft): Promise<void> {
    const typed = this.store.get().draft;
    if (isSameTexts(typed.texts, draft.texts)) {
      await this.drop(draft);
    } else {
      this.write({ texts: typed.texts, revision: draft.revision });
    }
  }

  /** The text has another address word: what the server does not have of it yet goes on under that one. */
  moveTo(slug: string): void {
    if (this.#latest === null) {
      return;
    }
    const prefix = this.#prefix.replace(`/${this.#data.slug}/`, `/${slug}/`);
    const key = `${prefix}${crypto.randomUUID()}`;
    keepUnsent(key, { ...this.#latest, ...this.#known, at: Date.now() });
    this.#settle();
  }

  #change(changed: Partial<Keeping>): void {
    this.store.set({ ...this.store.get(), ...changed });
  }

  #settle(): void {
    clearTimeout(this.#timer);
    this.#latest = null;
    forgetUnsent([this.#key, ...this.#leftKeys]);
    this.#leftKeys.length = 0;
    this.#change({ isWaiting: false });
  }

  #sendIn(pause: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), pause);
  }

  #tryAgain(): void {
    if (this.#isOpen) {
      this.#sendIn(pauseBeforeTryingAgain);
    }
  }

  #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#sending = this.#sending.then(() => this.#sendLatest());
    return this.#sending;
  }

  async #sendLatest(): Promise<void> {
    const draft = this.#latest;
    if (draft === null) {
      return;
    }
    const version = crypto.randomUUID();
    this.#sent.set(version, draft.texts);
    const { locale } = this.#data;
    const { seen } = this.#known;
    const answer = await ask<{ at: string }>(this.#path, { locale, ...draft, version, seen });
    const isOwn = this.#know(answer.ok ? version : String(answer.error.params.version));
    if (this.#latest !== draft) {
      return;
    }
    if (answer.ok) {
      this.#settle();
      this.#change({ keptAt: answer.data.at, error: null });
    } else if (answer.error.code !== 'draft_changed') {
      this.#change({ error: answer.error });
      this.#tryAgain();
    } else if (isOwn) {
      this.#sendIn(0);
    } else {
      await this.#join(draft);
    }
  }

  /** Notes which draft the server has, and says whether this tab wrote it. */
  #know(version: string): boolean {
    const base = this.#sent.get(version);
    if (base !== undefined) {
      this.#known = { seen: version, base };
      this.#sent.clear();
    }
    return base !== undefined;
  }

  /** Puts what was written elsewhere on the same draft together with what is written here. */
  async #join(mine: Draft): Promise<void> {
    const { kind, locale } = this.#data;
    const answer = await ask<{ draft: WritingData['draft'] }>(`${this.#path}?locale=${locale}`);
    const theirs = answer.ok ? answer.data.draft : null;
    const base = theirs === null ? null : await this.#findBase(mine, theirs);
    if (this.#latest !== mine || theirs === null || base === null) {
      this.#tryAgain();
      return;
    }
    const merged = mergeTexts(kind, { base, mine: mine.texts, theirs: theirs.texts });
    // A choice, as of a game, is no text to which another could be added.
    const choices = Object.entries(mine.texts).filter(([field]) => !isTextField(kind, field));
    this.#known = { seen: theirs.version, base: theirs.texts };
    this.#change({ isJoined: true });
    this.write({
      texts: { ...pick(merged, 'both'), ...Object.fromEntries(choices) },
      revision: Math.max(mine.revision, theirs.revision),
    });
  }

  /** What two drafts came of: what this tab knew last, or what was saved when the older of them was begun. */
  async #findBase(mine: Draft, theirs: Draft): Promise<Texts | null> {
    const revision = Math.min(mine.revision, theirs.revision);
    return mine.revision === theirs.revision ? this.#known.base : findTexts(this.#data, revision);
  }
}
