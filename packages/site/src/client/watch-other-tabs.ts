import { getRuntime } from './runtime.ts';
import { hasSessionCookie, sessionCookieName } from './session-cookie.ts';

let channel: BroadcastChannel | null = null;
let isLeftToClient = false;

/**
 * Keeps a tab that shows a visitor in step: when somebody signs in in another tab it hears of it, and
 * when it is looked at again it compares what it shows with what the browser holds.
 */
export function watchOtherTabs(): void {
  if (!isLeftToClient) {
    channel = new BroadcastChannel(sessionCookieName);
    channel.addEventListener('message', () => void takeUpSession());
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void takeUpSession();
  });
}

/** Leaves the hearing to this tab's auth client; what it tells the other tabs would be heard here too. */
export function leaveHearingToClient(): void {
  isLeftToClient = true;
  channel?.close();
}

async function takeUpSession(): Promise<void> {
  const { environment, router } = getRuntime();
  const isVisitor = environment.viewer.get() === null;
  if (location.pathname.endsWith('/confirm') || isVisitor !== hasSessionCookie()) return;
  await router.revalidate();
  if (hasSessionCookie()) {
    const { startSession } = await import('./session.ts');
    await startSession();
  }
}
