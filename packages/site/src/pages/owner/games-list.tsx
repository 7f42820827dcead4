import { useTranslations } from 'use-intl';
import { ButtonLink } from '../../ui/button.tsx';
import { Emblem } from '../../ui/emblem.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListPager, ListSearch } from '../../ui/list-part.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import type { OwnedGame, OwnedGamesData } from './data.ts';
import './owner.css';
import { DeskLink } from './from-setup.tsx';
import { OwnedPart } from './owned-order.tsx';
import { mayRetireGame, RetireButton } from './retire-button.tsx';
import { RetireShipped } from './retire-shipped.tsx';
import { RetiredList } from './retired-list.tsx';

/** The league's games in their order; below them those that are retired. */
export default function OwnedGamesPage({
  data: { games, shipped, part },
}: {
  data: OwnedGamesData;
}) {
  const t = useTranslations('owner');
  const kept = games.filter(({ is_retired }) => !is_retired);
  const retired = games.filter(({ is_retired }) => is_retired);
  return (
    <>
      <PageTop title={t('titles.games')} kicker={<DeskLink />}>
        <p className="owner-acts">
          <ButtonLink look="main" href="/admins/games/new">
            {t('games.add')}
          </ButtonLink>
        </p>
      </PageTop>
      <div className="page owner">
        <ListSearch part={part} path="/admins/games" />
        {part.kept === 0 ? (
          <EmptyState title={t('games.none')} reason={t('games.none_reason')} />
        ) : (
          <OwnedPart kind="games" items={kept} part={part}>
            {(game) => <GameRow game={game} />}
          </OwnedPart>
        )}
        <RetireShipped shipped={shipped} />
        <RetiredList items={retired}>{(game) => <GameRow game={game} />}</RetiredList>
        <ListPager part={part} path="/admins/games" />
      </div>
    </>
  );
}

function GameRow({ game }: { game: OwnedGame }) {
  const t = useTranslations('owner');
  return (
    <>
      <Emblem name={game.name} kind="game" picture={game.picture} />
      <p className="owner-name">
        <a href={`/admins/games/${game.slug}`}>{game.name}</a>
        <br />
        <span className="soft">
          {[
            game.short_name,
            t('games.ladders', { count: game.ladders }),
            ...(game.is_running ? [t('games.running')] : []),
          ].join(' · ')}
        </span>
      </p>
      {mayRetireGame(game) && <RetireButton kind="games" thing={game} />}
    </>
  );
}
