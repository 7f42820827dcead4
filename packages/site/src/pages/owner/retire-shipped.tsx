import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { useCommand } from '../team/use-command.ts';
import type { OwnedGamesData } from './data.ts';

const path = '/api/games/retirement';

/** Retires all games that ship by one press, for who has games of their own, and takes that back by another. */
export function RetireShipped({ shipped }: Pick<OwnedGamesData, 'shipped'>) {
  const t = useTranslations('owner');
  const { send, isBusy } = useCommand();
  const [retired, setRetired] = useState<readonly string[]>([]);
  async function retire() {
    if ((await send({ path, body: { slugs: shipped } })) !== null) {
      setRetired(shipped);
    }
  }
  async function bringBack() {
    if ((await send({ path, method: 'DELETE', body: { slugs: retired } })) !== null) {
      setRetired([]);
    }
  }
  return (
    <div className="owner-shipped">
      {shipped.length > 1 && (
        <Button isBusy={isBusy} onClick={() => void retire()}>
          {t('games.retire_shipped', { count: shipped.length })}
        </Button>
      )}
      <span role="status">
        {retired.length > 0 && t('games.shipped_retired', { count: retired.length })}
      </span>
      {retired.length > 0 && (
        <Button isBusy={isBusy} onClick={() => void bringBack()}>
          {t('order.undo')}
        </Button>
      )}
    </div>
  );
}
