import { useTranslations } from 'use-intl';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListPager, ListSearch } from '../../ui/list-part.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import type { OwnedLadder, OwnedLaddersData } from './data.ts';
import { mayRetire, RetireButton } from './retire-button.tsx';
import { RetiredList } from './retired-list.tsx';
import './owner.css';
import { DeskLink } from './from-setup.tsx';
import { OwnedPart } from './owned-order.tsx';

/** The league's ladders in their order; below them those that are retired or whose game is. */
export default function OwnedLaddersPage({ data: { ladders, part } }: { data: OwnedLaddersData }) {
  const t = useTranslations('owner');
  const isShown = ({ is_retired, is_game_retired }: OwnedLadder) => !is_retired && !is_game_retired;
  const kept = ladders.filter(isShown);
  const retired = ladders.filter((ladder) => !isShown(ladder));
  return (
    <>
      <PageTop title={t('titles.ladders')} kicker={<DeskLink />}>
        <p className="owner-acts">
          <ButtonLink look="main" href="/admins/ladders/new">
            {t('ladders.add')}
          </ButtonLink>
        </p>
      </PageTop>
      <div className="page owner">
        <ListSearch part={part} path="/admins/ladders" />
        {part.kept === 0 ? (
          <EmptyState title={t('ladders.none')} reason={t('ladders.none_reason')} />
        ) : (
          <OwnedPart kind="ladders" items={kept} part={part}>
            {(ladder) => <LadderRow ladder={ladder} />}
          </OwnedPart>
        )}
        <RetiredList items={retired}>{(ladder) => <LadderRow ladder={ladder} />}</RetiredList>
        <ListPager part={part} path="/admins/ladders" />
      </div>
    </>
  );
}

function LadderRow({ ladder }: { ladder: OwnedLadder }) {
  const t = useTranslations('owner');
  return (
    <>
      <p className="owner-name">
        <a href={`/admins/ladders/${ladder.slug}`}>{ladder.name}</a>
        <br />
        <span className="soft">
          {[
            ladder.is_game_retired ? `${ladder.game} (${t('game_retired')})` : ladder.game,
            t(`ladders.formats.${ladder.format}`),
            t(`ladders.season.${ladder.season ?? 'none'}`),
          ].join(' · ')}
        </span>
      </p>
      {mayRetire(ladder) && <RetireButton kind="ladders" thing={ladder} />}
    </>
  );
}
