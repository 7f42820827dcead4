import { type ComponentType, useEffect, useRef, useState } from 'react';
import { waitUntilIdle } from '../client/idle.ts';
import { useIntlStore } from '../intl/intl-root.tsx';
import type { Area } from '../intl/messages.ts';
import { useShown } from './router.tsx';

/** What a page shows without acting on it, in a module of its own, with the areas of texts that it shows. */
export interface Still {
  areas: readonly Area[];
  /** Has its code here, so that it can be rendered. */
  fetch: () => Promise<void>;
}

// Apart from what is done with it: what fails there would pass for a chunk that cannot be loaded.
const loadTexts = () => import('../intl/page-messages.ts');

/**
 * Makes of a component that is only looked at one whose code a document can do without: the server's
 * markup stands as it is until the browser is idle and the code is here, which then keeps it up to date.
 * Nothing in it may need a handler. The page's module lists it as one of its `stills`; with those, the
 * server renders it, and a navigation waits for it.
 */
export function still<Props extends object, Module>(
  areas: readonly Area[],
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
): ComponentType<Props> & Still {
  let Part: ComponentType<Props> | null = null;
  const fetch = async () => {
    const module = await load();
    Part = pick(module);
  };
  function StillPart(props: Props) {
    const intl = useIntlStore();
    const place = useRef<HTMLDivElement>(null);
    const [isHere, setIsHere] = useState(Part !== null);
    // Another page has been navigated to, which brought the part with it.
    const { pathname } = useShown().location;
    const [firstPathname] = useState(pathname);
    useEffect(() => {
      if (isHere) {
        return;
      }
      let isGone = false;
      const show = async () => {
        await waitUntilIdle();
        const addTexts = async () => (await loadTexts()).addAreas(intl, areas);
        await Promise.all([fetch(), addTexts()]);
        await waitForFocusToLeave(place.current);
        if (!isGone) {
          setIsHere(true);
        }
      };
      show().catch((error: unknown) => console.error('A part of the page stays as it is', error));
      return () => {
        isGone = true;
      };
    }, [intl, isHere]);
    if (Part !== null && (isHere || pathname !== firstPathname)) {
      return (
        <div className="still">
          <Part {...props} />
        </div>
      );
    }
    // Told that its content is not React's, React leaves what the server wrote there.
    return (
      <div
        ref={place}
        className="still"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty, and tells React to leave what the server wrote.
        dangerouslySetInnerHTML={{ __html: '' }}
      />
    );
  }
  return Object.assign(StillPart, { areas, fetch });
}

/** What is rendered anew has no focus, so what has it is left alone. */
async function waitForFocusToLeave(place: HTMLElement | null): Promise<void> {
  if (place?.contains(document.activeElement) !== true) {
    return;
  }
  await new Promise((resolve) => place.addEventListener('focusout', resolve, { once: true }));
}
