import { useTranslations } from 'use-intl';
import { ButtonLink } from '../../../ui/button.tsx';
import { ListPager } from '../../../ui/list-part.tsx';
import { GiveOffice } from '../../owner/give-office.tsx';
import { mayRetire, RetireButton } from '../../owner/retire-button.tsx';
import { RetireShipped } from '../../owner/retire-shipped.tsx';
import '../../owner/owner.css';
import type { SetupStepData } from '../data.ts';

/** The games that ship, each or all of them kept or retired by one press, or a new one. */
export function GamesStep({ data }: { data: SetupStepData['games'] }) {
  const t = useTranslations('owner');
  return (
    <>
      <ul className="lines">
        {(data?.games ?? []).map((game) => (
          <li key={game.slug} className="owner-row-body">
            <span className="owner-name">
              <a href={`/admins/games/${game.slug}?setup`}>{game.name}</a>{' '}
              {game.is_retired && <span className="soft">({t('game_retired')})</span>}
            </span>
            <RetireButton kind="games" thing={game} />
          </li>
        ))}
      </ul>
      {data !== null && (
        <>
          <ListPager part={data.part} path="/admins/games" />
          <RetireShipped shipped={data.shipped} />
        </>
      )}
      <p>
        <ButtonLink href="/admins/games/new?setup">{t('games.add')}</ButtonLink>
      </p>
    </>
  );
}

/** The first ladder: a new one, or one that ships. */
export function LadderStep({ data }: { data: SetupStepData['ladder'] }) {
  const t = useTranslations('owner');
  const kept = data?.ladders.filter((one) => !one.is_retired && !one.is_game_retired) ?? [];
  return (
    <>
      <p>
        <ButtonLink look="main" href="/admins/ladders/new?setup">
          {t('ladders.add')}
        </ButtonLink>
      </p>
      <ul className="lines">
        {kept.map((ladder) => (
          <li key={ladder.slug} className="owner-row-body">
            <span className="owner-name">
              <a href={`/admins/ladders/${ladder.slug}?setup`}>{ladder.name}</a>{' '}
              <span className="soft">{ladder.game}</span>
            </span>
            {mayRetire(ladder) && <RetireButton kind="ladders" thing={ladder} />}
          </li>
        ))}
      </ul>
      {data !== null && <ListPager part={data.part} path="/admins/ladders" />}
    </>
  );
}

/** Who helps: further admins and editors; a ladder's admins on the page of offices. */
export function HelpersStep({ data }: { data: SetupStepData['helpers'] }) {
  const t = useTranslations('owner');
  if (data === null) {
    return null;
  }
  return (
    <>
      {(['admins', 'editors'] as const).map((office) => (
        <section key={office}>
          <h3>{t(`offices.${office}.title`)}</h3>
          <p className="owner-does">{t(`offices.${office}.does`)}</p>
          <p>{data[office].map(({ username }) => username).join(', ')}</p>
          <GiveOffice path={`/api/${office}`} held={data[office]} />
        </section>
      ))}
      <p>
        <ButtonLink href="/admins/offices">{t('titles.offices')}</ButtonLink>
      </p>
    </>
  );
}
