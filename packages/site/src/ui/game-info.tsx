import type { ReactNode } from 'react';
import { Emblem } from './emblem.tsx';
import './game-info.css';
import { Terrain } from './terrain-image.tsx';

interface GameInfoProps {
  name: string;
  /** The address of the picture in its sizes that the league gave it. */
  picture?: string | null;
  /** What the game is, in one sentence. */
  tagline?: ReactNode;
  /** Facts in order, each with what it is called. */
  facts?: readonly { label: ReactNode; value: ReactNode; id: string }[];
  href?: string;
}

/** A game in a frame of its own ground: its name, what it is, and the facts that players ask for. */
export function GameInfo({ name, picture = null, tagline, facts = [], href }: GameInfoProps) {
  return (
    <article className="game-info">
      <Terrain place="map" name={name} shape="tile" />
      <Emblem name={name} kind="game" picture={picture} size="large" />
      <div className="game-info-words">
        <h3 className="display">{href === undefined ? name : <a href={href}>{name}</a>}</h3>
        {tagline !== undefined && <p className="soft">{tagline}</p>}
        {facts.length > 0 && (
          <dl>
            {facts.map(({ id, label, value }) => (
              <div key={id}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </article>
  );
}
