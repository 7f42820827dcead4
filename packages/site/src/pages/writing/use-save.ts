import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRouter } from '../../app/router.tsx';
import { sendCommand } from '../../client/command/command.ts';
import type { CommandError } from '../../client/command/command-answer.ts';
import { showToast } from '../../client/toast/show-toast.ts';
import { toSlug } from '../owner/use-form.ts';
import { toChosenLadder } from './chosen-ladder.ts';
import { fieldsOfKind, type Texts, type WritingData } from './data.ts';
import { mergeTexts, pick } from './merge.ts';
import { findTexts } from './revision-texts.ts';
import type { useDraft } from './use-draft.ts';

/** What somebody else saved meanwhile, where both changed the same. */
export interface Clash {
  /** The revision that theirs are. */
  revision: number;
  base: Texts;
  theirs: Texts;
  /** Those that are left to choose. */
  fields: string[];
}

interface Saved {
  slug?: string;
  revision: number;
}

/** What a new article says beside its texts; what is not chosen is not said. */
const toBeginning = ({ slug, title = '', game, ladder }: Texts) => ({
  slug: slug ?? toSlug(title, 80),
  ...(game ? { game } : {}),
  ...(ladder ? { ladder } : {}),
});

/** Saves a language's texts; what somebody else saved meanwhile is merged, or shown where one must choose. */
export function useSave(data: WritingData, { draft, keeper }: ReturnType<typeof useDraft>) {
  const t = useTranslations('writing');
  const router = useRouter();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<CommandError | null>(null);
  const [clash, setClash] = useState<Clash | null>(null);
  const [news, setNews] = useState<'saved' | 'merged' | null>(null);
  const isNew = data.revision === 0 && data.slug.startsWith('new-');

  async function mergeWith(revision: number): Promise<void> {
    const base = await findTexts(data, draft.revision);
    const theirs = await findTexts(data, revision);
    if (base === null || theirs === null) {
      setError({ code: 'network_failed', params: {} });
      return;
    }
    const mine = keeper.store.get().draft.texts;
    const merged = mergeTexts(data.kind, { base, mine, theirs });
    const fields = Object.keys(merged).filter((field) => merged[field]?.isClash);
    // Until all is chosen the draft stays one of the older revision: a page that is loaded anew asks again.
    const isSettled = fields.length === 0;
    keeper.write({ texts: pick(merged, 'mine'), revision: isSettled ? revision : draft.revision });
    setClash(isSettled ? null : { revision, base, theirs, fields });
    // While there is something to choose, theirs is not in the text yet.
    setNews(isSettled ? 'merged' : null);
  }

  async function save(of: number | undefined): Promise<void> {
    setIsBusy(true);
    setError(null);
    setNews(null);
    const { texts, revision } = draft;
    const named = Object.fromEntries(
      fieldsOfKind[data.kind].map((field) => [field, { [data.locale]: texts[field] ?? '' }]),
    );
    const ladder = toChosenLadder(data.own_ladders, texts.ladder);
    const answer = await sendCommand<Saved>(
      isNew ? '/api/articles' : `/api/${data.kind}/${data.slug}/edit`,
      isNew
        ? { ...named, ...toBeginning({ ...texts, ladder }), original_locale: data.locale }
        : { ...named, revision, ...(of === undefined ? {} : { of }) },
    );
    if (answer.ok) {
      await keeper.saved({ texts, revision: answer.data.revision });
      setNews('saved');
      if (isNew) {
        void showToast({ kind: 'success', text: t('belonging.saved') });
        await router.navigate(`/admins/writing/articles/${answer.data.slug}?locale=${data.locale}`);
      } else {
        await router.revalidate();
      }
    } else if (answer.error.code === 'revision_stale') {
      await mergeWith(Number(answer.error.params.revision));
    } else {
      setError(answer.error);
    }
    setIsBusy(false);
  }

  /** Settles one field, in words that hold both sides' or one's. */
  function choose(field: string, text: string): void {
    if (clash === null) {
      return;
    }
    const fields = clash.fields.filter((other) => other !== field);
    const isSettled = fields.length === 0;
    keeper.write({
      texts: { ...draft.texts, [field]: text },
      revision: isSettled ? clash.revision : draft.revision,
    });
    setClash(isSettled ? null : { ...clash, fields });
  }
  return { save, choose, isBusy, error, clash, news, isNew, forgive: () => setError(null) };
}
