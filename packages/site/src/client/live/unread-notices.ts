import type { Store } from '../../app/store.ts';
import type { PinnedMatch, ViewerData } from '../../document-data.ts';
import { sendCommand } from '../command/command.ts';
import { fetchWithRetry } from '../fetch/fetch-json.ts';

type ViewerStore = Store<ViewerData | null>;

function show(viewer: ViewerStore, news: Partial<ViewerData>): void {
  const now = viewer.get();
  if (now !== null) {
    viewer.set({ ...now, ...news });
  }
}

interface News {
  count: number;
  desk: number | null;
  pin: PinnedMatch | null;
}

/** Shows how many notices are new, how much waits on the desk and which match is at hand; leaves all as they are when that cannot be had now. */
export async function refreshNews(viewer: ViewerStore): Promise<void> {
  const response = await fetchWithRetry('/api/me/notices/unread').catch(() => null);
  if (response?.ok === true) {
    const { data } = (await response.json()) as { data: News };
    show(viewer, { unread: data.count, desk: data.desk, pin: data.pin, heard: Date.now() });
  }
}

/** Takes the notices of the match that an address is of for read while somebody sees it, and shows how many others are new. */
export async function readNoticesAt(pathname: string, viewer: ViewerStore): Promise<void> {
  const match = /\/matches\/([0-9a-f-]{36})$/.exec(pathname)?.[1];
  if (match === undefined || document.visibilityState !== 'visible') {
    return;
  }
  const answer = await sendCommand<{ count: number }>('/api/me/notices/reading', { match });
  if (answer.ok) {
    show(viewer, { unread: answer.data.count });
  }
}
