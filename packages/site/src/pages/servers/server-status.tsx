import { useTranslations } from 'use-intl';
import { StatusMark } from '../../ui/status-mark.tsx';
import { Time } from '../../ui/time.tsx';
import type { ServerState } from './data.ts';

/** How a server is, in a few words, beside a shape that says the same. */
export function ServerStatus({ state: { kind, since, claim } }: { state: ServerState }) {
  const t = useTranslations('server-state');
  if (kind === 'answers') {
    return <StatusMark kind="available" label={claim?.map ?? t('answers')} />;
  }
  const time = () => (since === null ? null : <Time instant={since} />);
  const label = kind === 'silent' || kind === 'unknown' ? t.rich(kind, { time }) : t(kind);
  return <StatusMark kind={kind === 'unknown' ? 'disputed' : 'quiet'} label={label} />;
}

/** Who plays out of how many, as a numeral; nothing where the server says nothing. */
export function ServerFigure({ state: { claim } }: { state: ServerState }) {
  const t = useTranslations('server-state');
  if (claim === null) {
    return null;
  }
  const { players, max_players } = claim;
  const isLimited = max_players !== null && max_players > 0;
  return (
    <p className="display server-figure">
      <span aria-hidden="true">
        {players}
        {isLimited && <small>/{max_players}</small>}
      </span>
      <span className="visually-hidden">
        {isLimited ? t('players_of', { players, most: max_players }) : t('players', { players })}
      </span>
    </p>
  );
}
