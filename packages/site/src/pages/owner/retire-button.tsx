import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { useCommand } from '../team/use-command.ts';
import type { OwnedGame, OwnedLadder } from './data.ts';

interface RetireButtonProps {
  kind: 'games' | 'ladders' | 'servers';
  thing: { slug: string; name: string; is_retired: boolean };
}

/** A ladder whose season is planned or runs ends that first; one that is retired comes back at any time. */
export const mayRetire = ({ is_retired, season }: Pick<OwnedLadder, 'is_retired' | 'season'>) =>
  is_retired || season === null || season === 'closed';

/** The same for a game, by the seasons of all its ladders. */
export const mayRetireGame = ({
  is_retired,
  is_running,
}: Pick<OwnedGame, 'is_retired' | 'is_running'>) => is_retired || !is_running;

/** Retires a thing, or brings it back: either takes the other back. */
export function RetireButton({ kind, thing: { slug, name, is_retired } }: RetireButtonProps) {
  const t = useTranslations('owner');
  const { send, isBusy } = useCommand();
  const path = `/api/${kind}/${slug}/retirement`;
  const act = is_retired ? t('bring_back') : t('retire');
  const done = is_retired ? t('brought_back', { name }) : t('is_retired', { name });
  return (
    <Button
      isBusy={isBusy}
      aria-label={`${act}: ${name}`}
      onClick={() => void send({ path, method: is_retired ? 'DELETE' : 'POST', done })}
    >
      {act}
    </Button>
  );
}
