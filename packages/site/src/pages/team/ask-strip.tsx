import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useViewer } from '../../app/environment.tsx';
import { startSignIn } from '../../client/session/start-sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { NextThing } from '../../ui/next-thing.tsx';
import { Time } from '../../ui/time.tsx';
import type { TeamData } from './data.ts';
import { useCommand } from './use-command.ts';

/** For somebody who is not on the team: asking to be let in, and what became of it. */
export function AskStrip({ data }: { data: TeamData }) {
  const t = useTranslations('team.ask');
  const [isOpen, setIsOpen] = useState(false);
  const { send, isBusy } = useCommand();
  const isHeld = useViewer()?.held !== undefined;
  const { viewer, name } = data;
  const isInvited = viewer?.invitation != null || data.invite?.state === 'good';
  if (data.disbanded_at !== null || isInvited || (viewer !== null && viewer.role !== null)) {
    return null;
  }
  if (viewer === null) {
    return (
      <p className="team-ask">
        <Button onClick={() => void startSignIn()}>{t('sign_in')}</Button>
      </p>
    );
  }
  const { request } = viewer;
  const close = () => setIsOpen(false);
  if (request?.state === 'waiting') {
    return (
      <NextThing
        tone="calm"
        title={t('waiting', { team: name })}
        reason={t.rich('since', { time: () => <Time instant={request.at} /> })}
      >
        <Button
          isBusy={isBusy}
          onClick={() => void send({ path: `/api/teams/${data.slug}/requests`, method: 'DELETE' })}
        >
          {t('withdraw')}
        </Button>
      </NextThing>
    );
  }
  return (
    <>
      {request !== null && (
        <NextThing
          tone="calm"
          title={t('declined', { team: name })}
          reason={request.reason === '' ? t('no_reason') : request.reason}
        />
      )}
      {!isHeld && (
        <p className="team-ask">
          <Button look="main" onClick={() => setIsOpen(true)}>
            {request === null ? t('act') : t('again')}
          </Button>
        </p>
      )}
      <Dialog isOpen={isOpen} onClose={close} title={t('title', { team: name })}>
        <AskForm slug={data.slug} onDone={close} />
      </Dialog>
    </>
  );
}

function AskForm({ slug, onDone }: { slug: string; onDone: () => void }) {
  const t = useTranslations('team.ask');
  const { send, isBusy } = useCommand();
  const [words, setWords] = useState('');
  return (
    <form
      method="post"
      className="team-dialog"
      onSubmit={(event) => {
        event.preventDefault();
        void send({ path: `/api/teams/${slug}/requests`, body: { words } }).then(
          (answer) => answer !== null && onDone(),
        );
      }}
    >
      <Field label={t('words')} hint={t('words_hint')}>
        {(control) => (
          <textarea
            {...control}
            rows={4}
            maxLength={300}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" look="main" isBusy={isBusy}>
          {t('act')}
        </Button>
      </div>
    </form>
  );
}
