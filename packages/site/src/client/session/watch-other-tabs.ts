import { getRuntime } from '../runtime.ts';
import { hasSessionCookie } from './session-cookie.ts';
import { hearTabs } from './tab-channel.ts';

/**
 * Keeps a tab that shows a visitor in step: when somebody signs in in another tab it hears of it, and
 * when it is looked at again it compares what it shows with what the browser holds.
 */
export function watchOtherTabs(): void {
  hearTabs(() => void takeUpSession());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') {
      void takeUpSession();
    }
  });
}

async function takeUpSession(): Promise<void> {
  const { environment, router } = getRuntime();
  const isVisitor = environment.viewer.get() === null;
  if (location.pathname.endsWith('/confirm') || isVisitor !== hasSessionCookie()) {
    return;
  }
  await router.revalidate();
  if (hasSessionCookie()) {
    const { startSession } = await import('./session-acts.ts');
    await startSession();
  }
}
