import { bothSides, type Side } from '@muster/league';
import { useFormatter, useTranslations } from 'use-intl';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import { ReportButton } from '../moderation/report-button.tsx';
import type { MatchData } from './data.ts';
import type { EvidencePiece } from './evidence-data.ts';
import { useMatchAct } from './use-match-act.ts';
import './evidence.css';

/** The pieces of both sides beside each other; also for who rules on them. */
export function EvidenceSides({ data }: { data: MatchData }) {
  const t = useTranslations('evidence');
  const pieces = data.evidence?.pieces ?? [];
  return (
    <div className="evidence-sides" aria-live="polite">
      {bothSides.map((side) => {
        const own = pieces.filter((piece) => piece.side === side);
        return (
          <div key={side}>
            <h3 className="lineup-name">{data.sides[side].name}</h3>
            {own.length === 0 ? (
              <p className="soft">{t('none')}</p>
            ) : (
              <ul className="evidence-pieces">
                {own.map((piece) => (
                  <Piece key={piece.id} data={data} piece={piece} side={side} />
                ))}
              </ul>
            )}
          </div>
        );
      })}
    </div>
  );
}

interface PieceProps {
  data: MatchData;
  piece: EvidencePiece;
  side: Side;
}

function Piece({ data, piece, side }: PieceProps) {
  const t = useTranslations('evidence');
  const person = data.names.people[piece.person_id];
  return (
    <li className="evidence-piece">
      <PieceItself piece={piece} team={data.sides[side].name} />
      {piece.note !== '' && <p className="evidence-note">{piece.note}</p>}
      <p className="soft evidence-facts">
        {person?.user_id == null ? (
          (person?.username ?? t('somebody'))
        ) : (
          <a href={`/profiles/${person.user_id}`}>{person.username}</a>
        )}{' '}
        · <Time instant={piece.added_at} />
      </p>
      <ReportButton
        kind="evidence"
        id={piece.id}
        about={person?.username ?? t('somebody')}
        ownerId={person?.user_id ?? null}
      />
      {piece.is_own && <TakeBack data={data} piece={piece} />}
    </li>
  );
}

function PieceItself({ piece, team }: { piece: EvidencePiece; team: string }) {
  const t = useTranslations('evidence');
  const format = useFormatter();
  const { id, kind, name, note, url, width, height, bytes } = piece;
  if (kind === 'link') {
    const address = url ?? '';
    return (
      <p>
        <a href={address} target="_blank" rel="nofollow ugc noopener noreferrer">
          <b>{new URL(address).hostname}</b>
        </a>{' '}
        <span className="soft evidence-address">{address}</span>
      </p>
    );
  }
  if (kind === 'demo') {
    return (
      <p>
        <a href={`/api/evidence/${id}`} data-native="" download={name}>
          {t('save', { name })}
        </a>{' '}
        <span className="soft">
          {t('megabytes', {
            size: format.number((bytes ?? 0) / 1024 / 1024, { maximumFractionDigits: 1 }),
          })}
        </span>
      </p>
    );
  }
  return (
    <a
      className="evidence-picture"
      href={`/api/evidence/${id}`}
      data-native=""
      target="_blank"
      rel="noopener"
    >
      <img
        src={`/api/evidence/${id}/preview`}
        alt={note === '' ? t('picture', { team, name }) : note}
        width={width ?? undefined}
        height={height ?? undefined}
        loading="lazy"
      />
    </a>
  );
}

function TakeBack({ data, piece }: { data: MatchData; piece: EvidencePiece }) {
  const t = useTranslations('evidence');
  const toSentence = useRefusal();
  const { isBusy, error, send } = useMatchAct(data);
  return (
    <>
      <Button isBusy={isBusy} onClick={() => void send(`evidence/${piece.id}`, {}, 'DELETE')}>
        {t('take_back')}
      </Button>
      <p className="match-form-error" role="alert">
        {error !== null && toSentence(error)}
      </p>
    </>
  );
}
