import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import type { ListPart } from '../../ui/list-part.tsx';
import { useCommand } from '../team/use-command.ts';
import { OrderedList } from './ordered-list.tsx';
import { PlaceForm } from './place-form.tsx';
import { moveItem, useHistory } from './use-order.ts';

interface Owned {
  slug: string;
  name: string;
}

interface OwnedOrderProps<Item extends Owned> {
  kind: 'games' | 'ladders' | 'servers';
  items: readonly Item[];
  /** The place of the first of them, counted from 1. */
  from?: number;
  children: (item: Item) => ReactNode;
}

/** Games, ladders or servers in an order that is tried first, and kept when it is right. */
export function OwnedOrder<Item extends Owned>({
  kind,
  items,
  from: first = 1,
  children,
}: OwnedOrderProps<Item>) {
  const t = useTranslations('owner.order');
  const { send, isBusy } = useCommand();
  const slugs = items.map(({ slug }) => slug);
  const order = useHistory<readonly string[]>(slugs);
  const placed = [...items].sort(
    (one, other) => toPlace(order.now, one.slug) - toPlace(order.now, other.slug),
  );
  const wanted = placed.map(({ slug }) => slug);
  const isMoved = wanted.join() !== slugs.join();
  const body = kind === 'servers' ? { ids: wanted } : { slugs: wanted, from: first };
  return (
    <div>
      <OrderedList
        items={placed}
        first={first}
        toKey={({ slug }) => slug}
        toName={({ name }) => name}
        onMove={(from, to) => order.change(moveItem(wanted, from, to))}
      >
        {(item) => children(item)}
      </OrderedList>
      {(isMoved || order.canUndo) && (
        <div className="owner-bar">
          {isMoved && (
            <Button
              look="main"
              isBusy={isBusy}
              onClick={() => void send({ path: `/api/${kind}/order`, body, done: t('kept') })}
            >
              {t('keep')}
            </Button>
          )}
          <Button onClick={order.undo}>{t('undo')}</Button>
        </div>
      )}
    </div>
  );
}

/** What has come since stands at the end. */
function toPlace(order: readonly string[], slug: string): number {
  const place = order.indexOf(slug);
  return place < 0 ? order.length : place;
}

interface OwnedPartProps<Item extends Owned> {
  kind: 'games' | 'ladders';
  items: readonly (Item & { place: number })[];
  part: ListPart;
  children: (item: Item) => ReactNode;
}

/** The kept ones of a page: in their order; of a league with more than a page, each with its place among all. */
export function OwnedPart<Item extends Owned>({
  kind,
  items,
  part,
  children,
}: OwnedPartProps<Item>) {
  const t = useTranslations('owner.order');
  const { send, isBusy } = useCommand();
  const [last, setLast] = useState<{ slug: string; name: string; place: number } | null>(null);
  const [round, setRound] = useState(0);
  const { kept, limit, query } = part;
  async function move(slug: string, place: number): Promise<boolean> {
    const body = { slugs: [slug], from: place };
    const isDone = (await send({ path: `/api/${kind}/order`, body })) !== null;
    setRound(isDone ? round + 1 : round);
    return isDone;
  }
  const toRow = (item: Item & { place: number }) => (
    <>
      {children(item)}
      {(kept > limit || query !== '') && (
        <PlaceForm
          name={item.name}
          place={item.place}
          last={kept}
          isBusy={isBusy}
          onMove={async (place) => {
            if (await move(item.slug, place)) {
              setLast({ slug: item.slug, name: item.name, place: item.place });
            }
          }}
        />
      )}
    </>
  );
  return (
    <>
      {last !== null && (
        <div className="owner-bar">
          <span role="status">{t('moved_away', { name: last.name })}</span>
          <Button
            isBusy={isBusy}
            onClick={async () => {
              if (await move(last.slug, last.place)) {
                setLast(null);
              }
            }}
          >
            {t('undo')}
          </Button>
        </div>
      )}
      {query === '' ? (
        <OwnedOrder
          // Another page is an order of its own, and so is one that a row has left or come to.
          key={`${round} ${part.from} ${part.kept}`}
          kind={kind}
          items={items}
          from={items[0]?.place ?? 1}
        >
          {toRow}
        </OwnedOrder>
      ) : (
        <ul className="lines">
          {items.map((item) => (
            <li key={item.slug} className="owner-row">
              <div className="owner-row-body">{toRow(item)}</div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
