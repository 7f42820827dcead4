import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { useCommand } from '../team/use-command.ts';
import { OrderedList } from './ordered-list.tsx';
import { moveItem, useHistory } from './use-order.ts';

interface Owned {
  slug: string;
  name: string;
}

interface OwnedOrderProps<Item extends Owned> {
  kind: 'games' | 'ladders' | 'servers';
  items: readonly Item[];
  children: (item: Item) => ReactNode;
}

/** Games, ladders or servers in an order that is tried first, and kept when it is right. */
export function OwnedOrder<Item extends Owned>({ kind, items, children }: OwnedOrderProps<Item>) {
  const t = useTranslations('owner.order');
  const { send, isBusy } = useCommand();
  const slugs = items.map(({ slug }) => slug);
  const order = useHistory<readonly string[]>(slugs);
  const placed = [...items].sort(
    (one, other) => toPlace(order.now, one.slug) - toPlace(order.now, other.slug),
  );
  const wanted = placed.map(({ slug }) => slug);
  const isMoved = wanted.join() !== slugs.join();
  return (
    <div>
      <OrderedList
        items={placed}
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
              onClick={() =>
                void send({
                  path: `/api/${kind}/order`,
                  body: kind === 'servers' ? { ids: wanted } : { slugs: wanted },
                  done: t('kept'),
                })
              }
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
