const rows = 'tbody > tr, .lines > li';
const controls = 'a, button, summary';

const findCell = (one: Element) => one.closest<HTMLTableCellElement>('td, th');

/** What a row has like the one that is pressed: in the same column of a table, of the same look in a list. */
function listAlike(row: Element, pressed: Element): HTMLElement[] {
  const column = findCell(pressed)?.cellIndex;
  return [...row.querySelectorAll<HTMLElement>(controls)].filter((one) => {
    if (one.closest(rows) !== row) {
      return false;
    }
    return column === undefined
      ? one.localName === pressed.localName && one.className === pressed.className
      : findCell(one)?.cellIndex === column;
  });
}

function move(event: KeyboardEvent): void {
  const { target, key } = event;
  const isOther = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  const isMove = key === 'ArrowDown' || key === 'ArrowUp';
  if (!isMove || isOther || event.defaultPrevented || !(target instanceof Element)) {
    return;
  }
  const row = target.closest(rows);
  if (row === null || !target.matches(controls)) {
    return;
  }
  const next = key === 'ArrowDown' ? 'nextElementSibling' : 'previousElementSibling';
  const place = listAlike(row, target).indexOf(target as HTMLElement);
  for (let other = row[next]; other !== null; other = other[next]) {
    const alike = listAlike(other, target).filter((one) => one.getClientRects().length > 0);
    const found = alike[place] ?? alike.at(-1);
    if (found !== undefined) {
      found.focus();
      break;
    }
  }
  event.preventDefault();
}

/** In every table and list of rows the arrow keys go from a row's link or button to that of the next row that has one. */
export function moveInRows(): void {
  document.addEventListener('keydown', move);
}
