import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';

interface OrderedListProps<Item> {
  items: readonly Item[];
  /** The place of the first of them, where they are a part of a longer list. */
  first?: number;
  toKey: (item: Item) => string;
  /** What a screen reader calls it. */
  toName: (item: Item) => string;
  onMove: (from: number, to: number) => void;
  children: (item: Item, place: number) => ReactNode;
}

/** A list whose rows are dragged by their handles, or moved by buttons: with keys, by touch, one place at a time. */
export function OrderedList<Item>({
  items,
  first = 1,
  toKey,
  toName,
  onMove,
  children,
}: OrderedListProps<Item>) {
  const t = useTranslations('owner.order');
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // The row that is moved by its button goes along with the focus, out of sight in a long list.
    if (said !== '') {
      list.current?.querySelector(':focus')?.scrollIntoView({ block: 'nearest' });
    }
  }, [said]);
  const move = (item: Item, from: number, to: number) => {
    if (to < 0 || to >= items.length || to === from) {
      return;
    }
    onMove(from, to);
    setSaid(t('moved', { name: toName(item), place: first + to, count: items.length }));
  };
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  return (
    <>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <ol className="lines owner-order" ref={list}>
        {items.map((item, place) => (
          <li
            key={toKey(item)}
            className={over === place && dragged !== place ? 'owner-row owner-over' : 'owner-row'}
            onDragOver={(event) => {
              if (dragged !== null) {
                event.preventDefault();
                setOver(place);
              }
            }}
            onDrop={(event) => {
              event.preventDefault();
              const from = dragged === null ? undefined : items[dragged];
              if (dragged !== null && from !== undefined) {
                move(from, dragged, place);
              }
              end();
            }}
          >
            <span
              className="owner-handle"
              draggable
              aria-hidden="true"
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', toName(item));
                setDragged(place);
              }}
              onDragEnd={end}
            />
            <div className="owner-row-body">{children(item, place)}</div>
            <span className="owner-moves">
              <MoveButton
                label={t('up', { name: toName(item) })}
                isOff={place === 0}
                onPress={() => move(item, place, place - 1)}
              >
                ↑
              </MoveButton>
              <MoveButton
                label={t('down', { name: toName(item) })}
                isOff={place === items.length - 1}
                onPress={() => move(item, place, place + 1)}
              >
                ↓
              </MoveButton>
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

interface MoveButtonProps {
  label: string;
  isOff: boolean;
  onPress: () => void;
  children: string;
}

/** Keeps its focus at either end of the list, where it does nothing. */
function MoveButton({ label, isOff, onPress, children }: MoveButtonProps) {
  return (
    <button
      type="button"
      className="owner-move"
      aria-label={label}
      title={label}
      aria-disabled={isOff || undefined}
      onClick={onPress}
    >
      <span aria-hidden="true">{children}</span>
    </button>
  );
}
