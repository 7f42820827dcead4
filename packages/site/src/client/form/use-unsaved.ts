import { useEffect, useMemo } from 'react';
import { useTranslations } from 'use-intl';

/** Whether a link leads only to another place of the page that is shown. */
function isWithinPage({ pathname, search, hash }: HTMLAnchorElement): boolean {
  return hash !== '' && pathname === location.pathname && search === location.search;
}

/** Whether a press leads to another address of ours in this tab; where it leads elsewhere the browser itself asks. */
function isLeaving(event: MouseEvent): boolean {
  const anchor = event.target instanceof Element ? event.target.closest('a[href]') : null;
  const isPlain =
    event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  return (
    isPlain &&
    anchor instanceof HTMLAnchorElement &&
    anchor.origin === location.origin &&
    (anchor.target === '' || anchor.target === '_self') &&
    !anchor.hasAttribute('download') &&
    !isWithinPage(anchor)
  );
}

/**
 * Asks before somebody leaves what they typed and did not save: by a link, by going back, or with the whole
 * document. `set` says whether there is such a thing; pages that use it load the texts of `unsaved`.
 */
export function useUnsaved(): { set: (isUnsaved: boolean) => void } {
  const question = useTranslations('unsaved')('leave');
  const state = useMemo(() => ({ isUnsaved: false }), []);
  useEffect(() => {
    // Who said yes once is not asked again on the same way.
    const mayLeave = () => {
      state.isUnsaved = !window.confirm(question);
      return !state.isUnsaved;
    };
    const onClick = (event: MouseEvent) => {
      if (state.isUnsaved && isLeaving(event) && !mayLeave()) {
        event.preventDefault();
      }
    };
    const onNavigate = (event: NavigateEvent) => {
      const { navigationType, cancelable, destination, hashChange } = event;
      const isBack = navigationType === 'traverse' && destination.sameDocument && !hashChange;
      if (state.isUnsaved && isBack && cancelable && !mayLeave()) {
        event.preventDefault();
      }
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (state.isUnsaved) {
        event.preventDefault();
      }
    };
    // Before our own links are followed.
    window.addEventListener('click', onClick, true);
    window.addEventListener('beforeunload', onUnload);
    // Not every browser has it; there going back asks nothing.
    const { navigation } = window as { navigation?: Navigation };
    navigation?.addEventListener('navigate', onNavigate);
    return () => {
      window.removeEventListener('click', onClick, true);
      window.removeEventListener('beforeunload', onUnload);
      navigation?.removeEventListener('navigate', onNavigate);
    };
  }, [question, state]);
  return useMemo(
    () => ({
      set: (isUnsaved) => {
        state.isUnsaved = isUnsaved;
      },
    }),
    [state],
  );
}
