interface ShieldProps {
  /** Whose initial it bears. */
  name: string;
  /** The picture, if there is one. */
  picture?: string | null;
  size?: 'small' | 'medium' | 'large';
}

/** The mark of a team or a person; says nothing to a screen reader, because the name stands beside it. */
export function Shield({ name, picture, size = 'medium' }: ShieldProps) {
  const initial = [...name.trim()][0] ?? '?';
  return (
    <span className={`shield shield-${size}`} aria-hidden="true">
      {picture ? <img src={picture} alt="" loading="lazy" /> : initial.toLocaleUpperCase()}
    </span>
  );
}
