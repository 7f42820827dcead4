import { useEffect, useState } from 'react';
import { useIntlStore } from '../../intl/intl-root.tsx';
import { loadMessages } from '../../intl/load-messages.ts';
import type { IntlStore } from '../../intl/locale-store.ts';
import type { Area } from '../../intl/messages.ts';
import { mayPreload, readConnection, waitUntilIdle } from '../idle.ts';

/** A part of a page that its first look does not need: a module of its own, and the areas of texts that it shows. */
export interface Later<Part> {
  areas: readonly Area[];
  load: () => Promise<Part>;
}

/** Names a part that comes later; `npm run check` compares the areas with its code. */
export function later<Part>(areas: readonly Area[], load: () => Promise<Part>): Later<Part> {
  return { areas, load };
}

// Apart from what is done with it: what fails there would pass for a chunk that cannot be loaded.
const loadTexts = () => import('../../intl/page-messages.ts');

async function fetchPart<Part>({ areas, load }: Later<Part>, intl: IntlStore): Promise<Part> {
  const addTexts = async () => (await loadTexts()).addAreas(intl, areas);
  const [part] = await Promise.all([load(), addTexts()]);
  return part;
}

/** Has a part in the browser's cache before it is wanted. */
async function fetchAhead({ areas, load }: Later<unknown>, intl: IntlStore): Promise<void> {
  await waitUntilIdle();
  await Promise.all([load(), loadMessages(intl.get().locale, areas)]);
}

/**
 * Gives a part of the page once it has been wanted and is here, null until then: what a press asks for comes
 * with the part, be it a moment later. For somebody who is likely to want it, it is fetched while the browser
 * is idle. A part that cannot be loaded ends the page as a page that cannot be loaded does.
 */
export function useLater<Part>(part: Later<Part>, isWanted: boolean, isLikely = true): Part | null {
  const intl = useIntlStore();
  const [shown, setShown] = useState<{ part: Part } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    if (!isLikely || !mayPreload(readConnection())) {
      return;
    }
    // Whoever wants it will be told.
    fetchAhead(part, intl).catch((error: unknown) =>
      console.error('A part is not here yet', error),
    );
  }, [part, intl, isLikely]);
  const isMissing = isWanted && shown === null;
  useEffect(() => {
    if (!isMissing) {
      return;
    }
    let isGone = false;
    fetchPart(part, intl).then(
      (loaded) => isGone || setShown({ part: loaded }),
      (error: unknown) => isGone || setFailure(error),
    );
    return () => {
      isGone = true;
    };
  }, [part, intl, isMissing]);
  if (failure !== null) {
    throw failure;
  }
  return shown?.part ?? null;
}
