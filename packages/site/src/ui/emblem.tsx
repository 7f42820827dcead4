import type { EmblemKind } from '../emblem/outlines.ts';

interface EmblemProps {
  /** What it is drawn from, where there is no picture: the name as it is shown. */
  name: string;
  kind?: EmblemKind;
  /** The address of the picture in its sizes, if there is one: `/api/logos/…`. */
  picture?: string | null;
  size?: 'small' | 'medium' | 'large';
}

/** The mark of a team, a person, a ladder or a game; says nothing to a screen reader, because the name stands beside it. */
export function Emblem({ name, kind = 'team', picture, size = 'medium' }: EmblemProps) {
  return (
    <img
      className={`emblem emblem-${size}`}
      src={
        picture
          ? `${picture}/${size === 'large' ? 256 : 64}.webp`
          : `/emblems/${kind}.svg?of=${encodeURIComponent(name)}`
      }
      alt=""
      loading="lazy"
    />
  );
}
