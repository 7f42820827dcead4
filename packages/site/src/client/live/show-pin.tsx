import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import type { Store } from '../../app/store.ts';
import type { ViewerData } from '../../document-data.ts';
import { IntlRoot } from '../../intl/intl-root.tsx';
import { addAreas } from '../../intl/page-messages.ts';
import { later } from '../fetch/use-later.ts';
import { getRuntime } from '../runtime.ts';
import { useHint } from './hints.ts';
import { refreshNews } from './unread-notices.ts';

const part = later(['next-step'], () => import('../../shell/pin.tsx'));
type PinPart = Awaited<ReturnType<typeof part.load>>;

/**
 * Keeps the match at hand above the page for as long as the person has one. It has a root of its own, so that
 * the shell of everybody else need not know of it.
 */
export async function showPin(): Promise<void> {
  const { environment, intl } = getRuntime();
  const [{ Pin }] = await Promise.all([part.load(), addAreas(intl, part.areas)]);
  createRoot(findPlace()).render(
    <IntlRoot store={intl}>
      <LivePin viewer={environment.viewer} Pin={Pin} />
    </IntlRoot>,
  );
}

/** Where the server writes it, or would have. */
function findPlace(): HTMLElement {
  const given = document.getElementById('pin');
  if (given !== null) {
    return given;
  }
  const place = Object.assign(document.createElement('aside'), { id: 'pin' });
  document.body.prepend(place);
  return place;
}

interface LivePinProps {
  viewer: Store<ViewerData | null>;
  Pin: PinPart['Pin'];
}

function LivePin({ viewer, Pin }: LivePinProps) {
  const pin = useSyncExternalStore(viewer.subscribe, viewer.get)?.pin ?? null;
  useHint(pin === null ? null : `match:${pin.id}`, () => void refreshNews(viewer));
  return pin === null ? null : <Pin pin={pin} />;
}
