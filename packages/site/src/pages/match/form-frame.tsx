import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { Button } from '../../ui/button.tsx';
import type { MatchData } from './data.ts';
import { listPeople } from './list-people.ts';
import { useMatchAct } from './use-match-act.ts';

interface FormFrameProps {
  data: MatchData;
  /** Below `/api/matches/{id}/`. */
  path: string;
  body: Record<string, unknown>;
  method?: 'POST' | 'DELETE';
  button: ReactNode;
  look?: 'main' | 'danger';
  isReady?: boolean;
  /** What follows from it: read with the button too, since the form opens on its first field. */
  says?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** What all forms of the room share: sending, what went wrong, closing when it is done. */
export function FormFrame({
  data,
  path,
  body,
  method = 'POST',
  button,
  look = 'main',
  isReady = true,
  says,
  onClose,
  children,
}: FormFrameProps) {
  const t = useTranslations('match-forms.form');
  const toSentence = useRefusal(listPeople(data));
  const saysId = useId();
  const { isBusy, error, send } = useMatchAct(data);
  return (
    <form
      method="post"
      className="match-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && isReady) {
          void send(path, body, method).then((isDone) => isDone && onClose());
        }
      }}
    >
      {says !== undefined && <p id={saysId}>{says}</p>}
      {children}
      <p className="match-form-error" role="alert">
        {error !== null && toSentence(error)}
      </p>
      <div className="match-form-acts">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button
          type="submit"
          look={look}
          isBusy={isBusy}
          disabled={!isReady}
          aria-describedby={says === undefined ? undefined : saysId}
        >
          {button}
        </Button>
      </div>
    </form>
  );
}
