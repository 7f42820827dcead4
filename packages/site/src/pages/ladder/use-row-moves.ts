import { type RefObject, useLayoutEffect, useRef } from 'react';

const moveTime = 260;

/**
 * Lets each row slide from where it stood to where it stands now. Rows are known by `data-row`; with
 * reduced motion they are only marked for a moment.
 */
export function useRowMoves(body: RefObject<HTMLElement | null>, order: string): void {
  const places = useRef(new Map<string, number>());
  const lastOrder = useRef(order);
  useLayoutEffect(() => {
    const element = body.current;
    if (element === null) {
      return;
    }
    const before = places.current;
    const after = new Map<string, number>();
    const hasChanged = lastOrder.current !== order;
    lastOrder.current = order;
    for (const row of element.querySelectorAll<HTMLElement>('[data-row]')) {
      const id = row.dataset.row ?? '';
      after.set(id, row.offsetTop);
      const from = before.get(id);
      if (hasChanged && from !== undefined && from !== row.offsetTop) {
        move(row, from - row.offsetTop);
      }
    }
    places.current = after;
  });
}

function move(row: HTMLElement, by: number): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    row.dataset.moved = '';
    setTimeout(() => delete row.dataset.moved, 2000);
    return;
  }
  row.animate([{ transform: `translateY(${by}px)` }, { transform: 'none' }], {
    duration: moveTime,
    easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
  });
}
