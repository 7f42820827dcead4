import { useEffect, useState } from 'react';

interface IconProps {
  /** Set and name: `simple-icons:discord`, `mdi:tank`. */
  name: string;
}

interface DrawnIcon {
  viewBox: string;
  body: string;
}

/**
 * A brand's or a game's sign, fetched from our own endpoint when the page is alive. Its place is kept
 * from the start, and it stays empty if the sign cannot be had: the word beside it says the same.
 */
export function Icon({ name }: IconProps) {
  const [drawn, setDrawn] = useState<DrawnIcon | null>(null);
  useEffect(() => {
    let isGone = false;
    void import('../client/icon/icons.ts')
      .then(({ loadDrawnIcon }) => loadDrawnIcon(name))
      .then((icon) => {
        if (!isGone) {
          setDrawn(icon);
        }
      });
    return () => {
      isGone = true;
    };
  }, [name]);
  return (
    <svg
      className="icon"
      viewBox={drawn?.viewBox ?? '0 0 24 24'}
      aria-hidden="true"
      focusable="false"
    >
      {drawn !== null && <IconBody body={drawn.body} />}
    </svg>
  );
}

/** The drawings come from the icon sets that our own server holds. */
function IconBody({ body }: { body: string }) {
  const paths = [...body.matchAll(/<path\b([^>]*?)\/?>/g)].map(([, text = '']) => ({
    d: /\bd="([^"]*)"/.exec(text)?.[1] ?? '',
    isEvenOdd: text.includes('evenodd'),
  }));
  return paths.map(({ d, isEvenOdd }) => (
    <path
      key={d}
      d={d}
      fill="currentColor"
      {...(isEvenOdd ? { fillRule: 'evenodd' as const } : {})}
    />
  ));
}
