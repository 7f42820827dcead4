interface ShieldProps {
  /** Whose initial it bears. */
  name: string;
  /** The address of the picture in its sizes, if there is one: `/api/logos/…`. */
  picture?: string | null;
  size?: 'small' | 'medium' | 'large';
}

/** The mark of a team or a person; says nothing to a screen reader, because the name stands beside it. */
export function Shield({ name, picture, size = 'medium' }: ShieldProps) {
  const pixels = size === 'large' ? 256 : 64;
  const initial = [...name.trim()][0] ?? '?';
  return (
    <span className={`shield shield-${size}`} aria-hidden="true">
      {picture ? (
        <img
          src={`${picture}/${pixels}.webp`}
          width={pixels}
          height={pixels}
          alt=""
          loading="lazy"
        />
      ) : (
        initial.toLocaleUpperCase()
      )}
    </span>
  );
}
