import { useTranslations } from 'use-intl';
import { loosen } from '../../intl/intl-root.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ChatJoinButton } from '../../ui/connect-button.tsx';
import { Emblem } from '../../ui/emblem.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Terrain } from '../../ui/terrain-image.tsx';
import { Prose } from '../articles/prose.tsx';
import { LadderList } from '../home/ladder-list.tsx';
import type { GameData } from './data.ts';
import './game.css';
import { GameServers } from './game-servers.tsx';

export default function GamePage({ data }: { data: GameData }) {
  const t = useTranslations('game');
  return (
    <>
      <PageTop
        title={data.name}
        emblem={<Emblem name={data.name} kind="game" picture={data.picture} size="large" />}
        terrain={{ place: 'map', name: data.name }}
        kicker={t('kicker')}
      >
        <p className="game-tagline">{data.tagline}</p>
        <p className="game-acts">
          <ChatJoinButton />
          {data.servers !== null && (
            <ButtonLink href={data.servers.path}>{t('servers')}</ButtonLink>
          )}
        </p>
      </PageTop>
      <div className="page columns">
        <div className="stack">
          <Prose nodes={data.about} />
          <Ladders data={data} />
          {data.servers !== null && <GameServers servers={data.servers} />}
          <Maps maps={data.maps} />
        </div>
        <aside className="stack">
          <Facts facts={data.facts} />
          <Modes modes={data.modes} />
          <Articles articles={data.articles} />
        </aside>
      </div>
    </>
  );
}

function Ladders({ data }: { data: GameData }) {
  const t = useTranslations('game');
  return (
    <section>
      <SectionHead title={t('ladders')} id="ladders" />
      {data.ladders.length > 0 ? (
        <LadderList ladders={data.ladders} />
      ) : (
        <p className="soft">{t('no_ladder', { game: data.name })}</p>
      )}
    </section>
  );
}

function Maps({ maps }: { maps: readonly string[] }) {
  const t = useTranslations('game');
  if (maps.length === 0) {
    return null;
  }
  return (
    <section>
      <SectionHead title={t('maps')} id="maps" />
      <ul className="game-maps">
        {maps.map((map) => (
          <li key={map} className="game-map">
            <Terrain place="map" name={map} shape="tile" />
            <span className="display">{map}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ facts }: { facts: GameData['facts'] }) {
  const t = useTranslations('game');
  const toLabel = loosen(useTranslations('game.facts'));
  const known = facts.filter(({ key }) => toLabel.has(key));
  if (known.length === 0) {
    return null;
  }
  return (
    <section>
      <SectionHead title={t('about')} id="facts" />
      <dl className="game-facts">
        {known.map(({ key, value }) => (
          <div key={key}>
            <dt>{toLabel(key)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Modes({ modes }: { modes: readonly string[] }) {
  const t = useTranslations('game');
  if (modes.length === 0) {
    return null;
  }
  return (
    <section>
      <SectionHead title={t('modes')} id="modes" />
      <ul className="game-modes">
        {modes.map((mode) => (
          <li key={mode}>{mode}</li>
        ))}
      </ul>
    </section>
  );
}

function Articles({ articles }: { articles: GameData['articles'] }) {
  const t = useTranslations('game');
  if (articles.length === 0) {
    return null;
  }
  return (
    <section>
      <SectionHead title={t('articles')} id="articles" />
      <ul className="lines">
        {articles.map((article) => (
          <li key={article.slug}>
            <a href={`/articles/${article.slug}`}>{article.title}</a>
            <p className="soft">{article.summary}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
