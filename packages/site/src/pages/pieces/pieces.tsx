import { useState } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { showToast } from '../../client/toast/toasts.ts';
import { AdminPill } from '../../ui/admin-pill.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Clock } from '../../ui/clock.tsx';
import { ChatJoinButton, SteamConnectButton } from '../../ui/connect-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Emblem } from '../../ui/emblem.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { FormBars } from '../../ui/form-bars.tsx';
import { GameInfo } from '../../ui/game-info.tsx';
import { MatchStatus, matchStatusNames } from '../../ui/match-status.tsx';
import { Movement } from '../../ui/movement.tsx';
import { NextThing } from '../../ui/next-thing.tsx';
import { FactLine, PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { ClientStatePieces } from './client-state-pieces.tsx';
import './pieces.css';

const longName = 'Międzygwiezdna Kompania Żółtodziobów';
const longestWord = 'Donaudampfschifffahrtsgesellschaft';

/** Every shared piece in every state; in development only, so its sample words are names, not texts. */
export default function PiecesPage() {
  const t = useTranslations('shell');
  return (
    <>
      <PageTop title={t('titles.pieces')} kicker="Muster">
        <FactLine>
          <span>
            <b>26</b> Tank You
          </span>
          <a href="#toasts">{t('toasts.label')}</a>
        </FactLine>
        <NextThing mark={10} title={longName} reason={longestWord}>
          <Button>{t('nav.profile')}</Button>
          <Button look="main">{t('nav.sign_in')}</Button>
        </NextThing>
        <NextThing
          tone="calm"
          title="Tank You"
          reason={<Time instant="2026-11-26T18:00:00Z" look="full" />}
        />
      </PageTop>
      <div className="page columns">
        <div className="stack">
          <ButtonPieces />
          <MatchPieces />
          <FormPieces />
        </div>
        <div className="stack">
          <PeoplePieces />
          <GamePieces />
          <ClientStatePieces />
        </div>
      </div>
    </>
  );
}

function ButtonPieces() {
  const t = useTranslations('shell');
  const toPiece = useTranslations('pieces');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section id="toasts">
      <SectionHead title={t('toasts.label')} />
      <div className="pieces-row">
        <Button look="main" onClick={() => showToast({ kind: 'success', text: longName })}>
          {toPiece('connect.join_chat')}
        </Button>
        <Button
          onClick={() => showToast({ kind: 'error', text: t('toasts.failed'), duration: -1 })}
        >
          {t('errors.something')}
        </Button>
        <Button look="danger" onClick={() => setIsOpen(true)}>
          {toPiece('close')}
        </Button>
        <Button look="main" isBusy>
          {t('nav.sign_in')}
        </Button>
        <Button disabled>{t('nav.sign_out')}</Button>
        <ButtonLink href="/about">{t('nav.about')}</ButtonLink>
      </div>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={longName}>
        <p>{t('tagline')}</p>
      </Dialog>
    </section>
  );
}

function MatchPieces() {
  const t = useTranslations('shell');
  const inFiveWeeks = new Date(useNow().getTime() + 35 * 24 * 3_600_000).toISOString();
  return (
    <section>
      <SectionHead title={t('nav.competitions')}>
        <Time instant="2026-11-21T18:00:00Z" look="date" />
      </SectionHead>
      <ul className="lines">
        {matchStatusNames.map((status) => (
          <li key={status} data-status={status}>
            <MatchStatus status={status}>
              <Time instant="2026-11-26T18:00:00Z" />
            </MatchStatus>
          </li>
        ))}
      </ul>
      <Clock until={inFiveWeeks} label={t('nav.competitions')} />
    </section>
  );
}

function FormPieces() {
  const t = useTranslations('shell');
  return (
    <section>
      <SectionHead title={t('nav.settings')} />
      <div className="stack">
        <Field label={t('nav.profile')} hint={t('tagline')}>
          {(control) => <input {...control} defaultValue={longName} />}
        </Field>
        <Field label={t('nav.settings')} error={t('errors.something')}>
          {(control) => <input {...control} defaultValue={longestWord} />}
        </Field>
        <EmptyState title={t('errors.not_found')} reason={t('errors.not_found_hint')}>
          <ButtonLink look="main" href="/">
            {t('errors.home')}
          </ButtonLink>
        </EmptyState>
      </div>
    </section>
  );
}

function PeoplePieces() {
  const t = useTranslations('shell');
  return (
    <section>
      <SectionHead title={t('titles.teams')} />
      <ul className="lines">
        {['Rook', longName, 'Żubry', '2 Left Tracks'].map((name, place) => (
          <li key={name} className="pieces-row">
            <Emblem name={name} size={place === 0 ? 'large' : 'medium'} />
            <span>{name}</span>
            <Movement by={2 - place} />
            <FormBars form={['WLWWD', 'LLLLL', 'WW', ''][place] ?? ''} />
          </li>
        ))}
      </ul>
      <p className="pieces-row">
        <AdminPill />
      </p>
    </section>
  );
}

function GamePieces() {
  const t = useTranslations('shell');
  return (
    <section>
      <SectionHead title={t('nav.casual')} />
      <div className="stack">
        <GameInfo
          name="Battlefield 6"
          tagline={t('tagline')}
          href="/games/battlefield6"
          facts={[
            { id: 'servers', label: t('nav.servers'), value: 'Manhattan Bridge' },
            { id: 'teams', label: t('titles.teams'), value: longestWord },
          ]}
        />
        <GameInfo name="AQtion" />
        <div className="pieces-row">
          <SteamConnectButton />
          <SteamConnectButton connectedAs="Rook" />
          <ChatJoinButton />
        </div>
      </div>
    </section>
  );
}
