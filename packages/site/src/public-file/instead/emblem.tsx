import { drawEmblem } from '../../emblem/draw-emblem.ts';
import type { EmblemKind } from '../../emblem/outlines.ts';
import { toPicture } from '../to-picture.ts';

interface EmblemProps {
  name: string;
  kind?: EmblemKind;
  /** The address of the picture in its sizes, beside the page. */
  picture?: string | null;
  size?: 'small' | 'medium' | 'large';
}

/** In place of `ui/emblem.tsx`: drawn here, as no server draws it. */
export function Emblem({ name, kind = 'team', picture, size = 'medium' }: EmblemProps) {
  const drawn = () => toPicture(drawEmblem(kind, name));
  return (
    <img
      className={`emblem emblem-${size}`}
      src={picture ? `${picture}/${size === 'large' ? 256 : 64}.webp` : drawn()}
      alt=""
      loading="lazy"
    />
  );
}
