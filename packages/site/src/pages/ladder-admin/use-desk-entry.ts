import { useEffect, useMemo, useState } from 'react';
import { fetchLater } from '../../client/fetch/fetch-later.ts';
import type { Find } from '../../client/form/find-choices.ts';
import type { Findable } from '../../ui/finder-box.tsx';
import type { DeskEntries, DeskEntry, LadderAdminData } from './data.ts';

type Desk = NonNullable<LadderAdminData['desk']>;

/** An entry as a finder offers it. */
export interface FoundEntry extends Findable {
  entry: DeskEntry;
}

const toFound = (entry: DeskEntry): FoundEntry => ({
  slug: entry.entry_id,
  name: entry.name,
  note: entry.place === null ? null : String(entry.place),
  entry,
});

async function fetchEntries(
  ladder: string,
  asked: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<DeskEntries | null> {
  try {
    const query = new URLSearchParams(asked);
    const response = await fetchLater(`/api/ladders/${ladder}/desk/entries?${query}`, { signal });
    // Our own API, as docs/api.md says.
    return response.ok ? ((await response.json()) as { data: DeskEntries }).data : null;
  } catch {
    return null;
  }
}

/** The entry that an admin looks at, as it is now: asked for anew whenever the desk is. */
export function useDeskEntry(ladder: string, desk: Desk) {
  const [chosen, setChosen] = useState<FoundEntry | null>(null);
  const find = useMemo<Find<FoundEntry>>(
    () => async (words, signal) => {
      const found = await fetchEntries(ladder, { q: words }, signal);
      return found && { choices: found.entries.map(toFound), total: found.total };
    },
    [ladder],
  );
  const id = chosen?.slug;
  useEffect(() => {
    // A desk that was read anew is a reason to ask; between seasons there is nobody to ask for.
    if (id === undefined || desk.season === null) {
      return;
    }
    const ending = new AbortController();
    void fetchEntries(ladder, { entry: id }, ending.signal).then((found) => {
      if (found !== null && !ending.signal.aborted) {
        const [entry] = found.entries;
        setChosen(entry === undefined ? null : toFound(entry));
      }
    });
    return () => ending.abort();
  }, [ladder, id, desk]);
  return { chosen, setChosen, find };
}
