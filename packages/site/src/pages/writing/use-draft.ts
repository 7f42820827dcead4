import { useEffect, useRef, useState } from 'react';
import { useViewer } from '../../app/environment.tsx';
import type { CommandError } from '../../client/command-answer.ts';
import { ask } from './ask.ts';
import type { Texts, WritingData } from './data.ts';

/** What somebody writes, and the revision that they began from. */
export interface Draft {
  texts: Texts;
  revision: number;
}

const pauseBeforeKeeping = 1_500;
const pauseBeforeTryingAgain = 5_000;

export const isSameTexts = (one: Texts, other: Texts): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (field) => (one[field] ?? '') === (other[field] ?? ''),
  );

function readKept(key: string): Draft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    // It is what this file wrote; what is not so is no draft.
    return typeof kept === 'object' && kept !== null && 'texts' in kept ? (kept as Draft) : null;
  } catch {
    return null;
  }
}

/**
 * A draft that is kept in the browser with each letter and on the server soon after; what could not be sent is sent
 * again until it arrives. `keptAt` comes from the server's answer only.
 */
export function useDraft(data: WritingData) {
  const person = useViewer()?.user_id ?? '';
  const key = `muster-draft:${person}:${data.kind}/${data.slug}/${data.locale}`;
  const path = `/api/writing/${data.kind}/${data.slug}/draft`;
  const [draft, setDraft] = useState<Draft>(
    data.draft ?? { texts: data.texts, revision: data.revision },
  );
  const [isBack, setIsBack] = useState(data.draft !== null);
  const [keptAt, setKeptAt] = useState<string | null>(data.draft?.at ?? null);
  const [error, setError] = useState<CommandError | null>(null);
  const [waiting, setWaiting] = useState<Draft | null>(null);
  const [tries, setTries] = useState(0);
  const latest = useRef<Draft | null>(null);
  /** A request for it that is on its way: what is dropped after it must not come back by it. */
  const sending = useRef<Promise<unknown>>(Promise.resolve());

  useEffect(() => {
    const kept = readKept(key);
    if (kept !== null) {
      setDraft(kept);
      setIsBack(true);
      latest.current = kept;
      setWaiting(kept);
    }
  }, [key]);

  useEffect(() => {
    if (waiting === null) {
      return undefined;
    }
    const send = async () => {
      const asked = ask<{ at: string }>(path, { locale: data.locale, ...waiting });
      sending.current = asked;
      const answer = await asked;
      if (latest.current !== waiting) {
        return;
      }
      setError(answer.ok ? null : answer.error);
      if (answer.ok) {
        setKeptAt(answer.data.at);
        setWaiting(null);
      } else {
        setTries((before) => before + 1);
      }
    };
    const pause = tries === 0 ? pauseBeforeKeeping : pauseBeforeTryingAgain;
    const timer = setTimeout(() => void send(), pause);
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('beforeunload', warn);
    };
  }, [waiting, tries, path, data.locale]);

  const write = (next: Draft) => {
    setDraft(next);
    latest.current = next;
    setTries(0);
    setWaiting(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // A browser that keeps nothing still has it on the page, and the server within seconds.
    }
  };
  /** Nothing is left to be kept: it was saved, or is not wanted. */
  const drop = async (next: Draft) => {
    latest.current = null;
    setWaiting(null);
    setError(null);
    setDraft(next);
    setIsBack(false);
    setKeptAt(null);
    localStorage.removeItem(key);
    await sending.current;
    await ask(path, { locale: data.locale }, 'DELETE');
  };
  /** These texts are saved; what was typed meanwhile goes on as a draft of what they are now. */
  const settle = async (saved: Draft) => {
    const typed = latest.current;
    if (typed === null || isSameTexts(typed.texts, saved.texts)) {
      await drop(saved);
    } else {
      write({ texts: typed.texts, revision: saved.revision });
    }
  };
  return { draft, write, drop, settle, isBack, keptAt, error, isWaiting: waiting !== null };
}
