import type { Page } from '@playwright/test';

/** CSS pixels: a control by itself, what leads on from a row, and whatever else leads somewhere. */
export const ofThumb = { control: 44, row: 44, link: 24 } as const;
export const ofMouse = { control: 24, row: 24, link: 24 } as const;
type Least = Record<keyof typeof ofThumb, number>;

/** A line for each kind of target that is too low; a link within a sentence is as high as its line. */
function listLowTargets(page: Page, least: Least): Promise<string[]> {
  return page.evaluate(({ control, row, link }) => {
    const isSeen = (one: Element) => {
      const { width, height } = one.getBoundingClientRect();
      const isShown = one.checkVisibility({
        visibilityProperty: true,
        contentVisibilityAuto: true,
      });
      return isShown && width > 1 && height > 1 && getComputedStyle(one).clipPath === 'none';
    };
    /** Its words run on before or behind it. */
    const isInSentence = (one: Element) =>
      getComputedStyle(one).display === 'inline' &&
      [...(one.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
    const measure = (one: Element) => {
      const label = one.closest('label') ?? (one as HTMLInputElement).labels?.[0];
      const heights = [
        one,
        ...(label && one.matches('[type=checkbox], [type=radio]') ? [label] : []),
      ].map((part) => part.getBoundingClientRect().height);
      // What a link lays over the whole of its row.
      const cover = getComputedStyle(one, '::after');
      return cover.position === 'absolute' && cover.content !== 'none'
        ? control
        : Math.max(...heights);
    };
    const faults = new Map<string, string>();
    const targets = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
    for (const one of document.querySelectorAll(targets)) {
      const isLink = one.matches('a:not(.button)');
      if (!isSeen(one) || (isLink && isInSentence(one))) {
        continue;
      }
      const height = measure(one);
      const isOfRow = one instanceof HTMLElement && one.closest('.lines, tbody, .desk-open');
      const ofLink = isOfRow ? row : link;
      if (height + 0.5 < (isLink ? ofLink : control)) {
        const of = one.closest('[class]')?.className ?? '';
        const around = one.parentElement?.closest('[class]')?.className ?? '';
        const words = (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 24);
        const kind = `${one.localName}.${of} in .${around}`;
        faults.set(kind, `${kind} “${words}” is ${Math.round(height)} px high`);
      }
    }
    return [...faults.values()];
  }, least);
}

/**
 * A line for each kind of pair of targets that are hit in each other's place. What a link lays over the whole of its
 * row gives way to what stands in it; a point of a chart is hit in its column alone.
 */
function listOverlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const targets = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
    const coversRow = (one: Element) => {
      const cover = getComputedStyle(one, '::after');
      return cover.position === 'absolute' && cover.content !== 'none';
    };
    /** The bar, and what sticks to an edge. */
    const isOver = (one: Element | null): boolean =>
      one !== null &&
      (['sticky', 'fixed'].includes(getComputedStyle(one).position) || isOver(one.parentElement));
    /** Its words run on before or behind it: it is as high as its line. */
    const isInSentence = (one: Element) =>
      getComputedStyle(one).display === 'inline' &&
      [...(one.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
    const isHit = (one: Element) =>
      !isInSentence(one) &&
      one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) &&
      getComputedStyle(one).clipPath === 'none' &&
      !isOver(one) &&
      !coversRow(one);
    /** What is seen of a box through the windows that lists and pages scroll in. */
    const clip = (box: DOMRect, within: Element | null): DOMRect => {
      if (within === null || within === document.body) {
        return box;
      }
      if (getComputedStyle(within).overflow === 'visible') {
        return clip(box, within.parentElement);
      }
      const window = within.getBoundingClientRect();
      const [left, top] = [Math.max(box.left, window.left), Math.max(box.top, window.top)];
      const wide = Math.min(box.right, window.right) - left;
      const high = Math.min(box.bottom, window.bottom) - top;
      return clip(
        new DOMRect(left, top, Math.max(0, wide), Math.max(0, high)),
        within.parentElement,
      );
    };
    const boxes = [...document.querySelectorAll(targets)].filter(isHit).flatMap((one) =>
      [...(one.querySelector('.rating-chart-touch') ?? one).getClientRects()].map((box) => ({
        one,
        box: clip(box, one.parentElement),
      })),
    );
    const name = ({ one }: { one: Element }) =>
      `${one.localName}.${one.closest('[class]')?.className} “${one.textContent?.trim().slice(0, 24)}”`;
    const faults = new Map<string, string>();
    for (const [index, first] of boxes.entries()) {
      for (const second of boxes.slice(index + 1)) {
        const { one, box: a } = first;
        const { one: other, box: b } = second;
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        const isApart = one === other || one.contains(other) || other.contains(one);
        if (!isApart && wide > 2 && high > 1.5) {
          const words = `${name(first)} and ${name(second)} share ${Math.round(high)} px`;
          faults.set(
            `${one.closest('[class]')?.className} ${other.closest('[class]')?.className}`,
            words,
          );
        }
      }
    }
    return [...faults.values()];
  });
}

/** What is wrong with the targets of a page as it stands: too low, or hit in another's place. */
export async function listFaultyTargets(page: Page, least: Least): Promise<string[]> {
  return [...(await listLowTargets(page, least)), ...(await listOverlaps(page))];
}
