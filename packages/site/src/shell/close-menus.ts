/**
 * Closes the bar's menus as the pointer or the keyboard leaves them: a click on anything but a menu's own
 * button, Escape, focus that moves on. Returns a function that stops it.
 */
export function closeMenusOnLeaving(root: Document): () => void {
  const onClick = (event: Event) => {
    const target = event.target instanceof Element ? event.target : null;
    const isLink = target?.closest('a') !== null;
    for (const menu of listOpenMenus(root)) {
      if (target?.closest('summary')?.parentElement !== menu) {
        menu.open = false;
      }
    }
    const overlay = root.getElementById('site-menu');
    if (isLink && overlay?.contains(target) && overlay.matches(':popover-open')) {
      overlay.hidePopover();
    }
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') {
      return;
    }
    for (const menu of listOpenMenus(root)) {
      const hadFocus = menu.contains(root.activeElement);
      menu.open = false;
      if (hadFocus) {
        menu.querySelector('summary')?.focus();
      }
    }
  };
  const onFocus = (event: FocusEvent) => {
    for (const menu of listOpenMenus(root)) {
      if (event.target instanceof Node && !menu.contains(event.target)) {
        menu.open = false;
      }
    }
  };
  root.addEventListener('click', onClick);
  root.addEventListener('keydown', onKey);
  root.addEventListener('focusin', onFocus);
  return () => {
    root.removeEventListener('click', onClick);
    root.removeEventListener('keydown', onKey);
    root.removeEventListener('focusin', onFocus);
  };
}

function listOpenMenus(root: Document): HTMLDetailsElement[] {
  return [...root.querySelectorAll<HTMLDetailsElement>('details.menu[open]')];
}
