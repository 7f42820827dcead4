import { useTranslations } from 'use-intl';
import { PictureField } from '../team/picture-field.tsx';
import type { OwnedGameData } from './data.ts';

/** A game's picture. */
export function GamePicture({ game }: { game: NonNullable<OwnedGameData['game']> }) {
  const t = useTranslations('owner.picture');
  const texts = {
    title: t('title'),
    preview: t('preview'),
    reason: t('reason'),
    choose: t('choose'),
    act: t('act'),
    remove: t('remove'),
    saved: t('saved'),
  };
  const path = `/api/games/${game.slug}/picture`;
  return (
    <PictureField path={path} name={game.name} kind="game" picture={game.picture} texts={texts} />
  );
}
