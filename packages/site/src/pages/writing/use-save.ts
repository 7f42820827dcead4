import { useState } from 'react';
import { useRouter } from '../../app/router.tsx';
import { sendCommand } from '../../client/command.ts';
import type { CommandError } from '../../client/command-answer.ts';
import { ask } from './ask.ts';
import { fieldsOfKind, type Texts, type WritingData } from './data.ts';
import { mergeTexts } from './merge.ts';
import type { useDraft } from './use-draft.ts';

/** What somebody else saved meanwhile, where both changed the same. */
export interface Clash {
  theirs: Texts;
  /** The revision that theirs are. */
  revision: number;
  fields: string[];
}

interface Saved {
  slug?: string;
  revision: number;
}

/** What a language's texts were at a revision of the thing; empty before the first. */
async function findTexts(path: string, locale: string, revision: number): Promise<Texts | null> {
  const listed = await ask<{ revisions: { number: number }[] }>(
    `${path}?locale=${locale}&before=${revision + 1}`,
  );
  if (!listed.ok) {
    return null;
  }
  const number = listed.data.revisions[0]?.number;
  if (number === undefined) {
    return {};
  }
  const found = await ask<{ texts: Texts }>(`${path}/${number}`);
  return found.ok ? found.data.texts : null;
}

/** Saves a language's texts; what somebody else saved meanwhile is merged, or shown where one must choose. */
export function useSave(data: WritingData, draft: ReturnType<typeof useDraft>) {
  const router = useRouter();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<CommandError | null>(null);
  const [clash, setClash] = useState<Clash | null>(null);
  const [news, setNews] = useState<'saved' | 'merged' | null>(null);
  const isNew = data.revision === 0 && data.slug.startsWith('new-');

  async function mergeWith(number: number): Promise<void> {
    const path = `/api/writing/${data.kind}/${data.slug}/revisions`;
    const base = await findTexts(path, data.locale, draft.draft.revision);
    const theirs = await findTexts(path, data.locale, number);
    if (base === null || theirs === null) {
      setError({ code: 'network_failed', params: {} });
      return;
    }
    const { texts, clashes } = mergeTexts(base, draft.draft.texts, theirs);
    // Until all is chosen the draft stays one of the older revision: a page that is loaded anew asks again.
    const isSettled = clashes.length === 0;
    draft.write({ texts, revision: isSettled ? number : draft.draft.revision });
    setClash(isSettled ? null : { theirs, revision: number, fields: clashes });
    setNews('merged');
  }

  async function save(slug: string, of: number | undefined): Promise<void> {
    setIsBusy(true);
    setError(null);
    setNews(null);
    const { texts, revision } = draft.draft;
    const named = Object.fromEntries(
      fieldsOfKind[data.kind].map((field) => [field, { [data.locale]: texts[field] ?? '' }]),
    );
    const answer = await sendCommand<Saved>(
      isNew ? '/api/articles' : `/api/${data.kind}/${data.slug}/edit`,
      isNew
        ? { ...named, slug, original_locale: data.locale }
        : { ...named, revision, ...(of === undefined ? {} : { of }) },
    );
    if (answer.ok) {
      await draft.settle({ texts, revision: answer.data.revision });
      setNews('saved');
      await (isNew
        ? router.navigate(`/admins/writing/articles/${slug}?locale=${data.locale}`)
        : router.revalidate());
    } else if (answer.error.code === 'revision_stale') {
      await mergeWith(Number(answer.error.params.revision));
    } else {
      setError(answer.error);
    }
    setIsBusy(false);
  }

  /** Settles one field, in words that hold both sides' or one's. */
  function choose(field: string, text: string): void {
    const { texts, revision } = draft.draft;
    const fields = clash?.fields.filter((other) => other !== field) ?? [];
    const isSettled = clash === null || fields.length === 0;
    draft.write({
      texts: { ...texts, [field]: text },
      revision: isSettled ? (clash?.revision ?? revision) : revision,
    });
    setClash(isSettled ? null : { ...clash, fields });
  }
  return { save, choose, isBusy, error, clash, news, isNew, forgive: () => setError(null) };
}
