import { sessionCookieName } from './session-cookie.ts';

let channel: BroadcastChannel | null = null;
let isLeftToClient = false;

/** Hears what other tabs tell of the session, until this tab's auth client does. */
export function hearTabs(onNews: () => void): void {
  if (isLeftToClient) {
    return;
  }
  channel = new BroadcastChannel(sessionCookieName);
  channel.addEventListener('message', onNews);
}

/** Leaves the hearing to this tab's auth client; what it tells the other tabs would be heard here too. */
export function leaveHearingToClient(): void {
  isLeftToClient = true;
  channel?.close();
}
