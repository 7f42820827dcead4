import { getOtherSide } from '@muster/league';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Field } from '../../ui/field.tsx';
import { useDurationWords } from '../ladder/use-duration-words.ts';
import { FormFrame } from './form-frame.tsx';
import type { FormProps } from './match-forms.tsx';
import { chooseLineup, PlayFrom, splitRoster } from './play-from.tsx';

/** Who plays: as many as the rules field, from those who may; who may not stands behind a press. */
export function CheckInForm({ data, onClose }: FormProps) {
  const t = useTranslations('match-forms.form');
  const side = data.viewer?.side ?? 'challenger';
  const { size } = data.rules.team;
  const { able, others } = splitRoster(data.sides[side].people, data);
  const [players, setPlayers] = useState(() => chooseLineup(able, data));
  const isFull = players.length >= size;
  return (
    <FormFrame
      data={data}
      path="check-in"
      body={{ players }}
      onClose={onClose}
      button={t('button.check_in')}
      isReady={players.length === size}
    >
      <fieldset className="match-choice">
        <legend>{t('who_plays', { count: size })}</legend>
        {able.map((person) => {
          const isChosen = players.includes(person.person_id);
          return (
            <label key={person.person_id}>
              <input
                type="checkbox"
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={() =>
                  setPlayers(
                    isChosen
                      ? players.filter((id) => id !== person.person_id)
                      : [...players, person.person_id],
                  )
                }
              />
              <b>{person.username}</b>
              <PlayFrom person={person} data={data} />
            </label>
          );
        })}
        {others.length > 0 && (
          <details className="match-why">
            <summary>{t('cannot_play', { count: others.length })}</summary>
            <ul className="lines">
              {others.map((person) => (
                <li key={person.person_id}>
                  <b>{person.username}</b> <PlayFrom person={person} data={data} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </fieldset>
    </FormFrame>
  );
}

/** One's own forfeit: the opponent's name is typed, so that nobody does it by accident. */
export function ForfeitForm({ data, onClose }: FormProps) {
  const t = useTranslations('match-forms.form');
  const [opponent, setOpponent] = useState('');
  const side = data.viewer?.side ?? 'challenger';
  const { name } = data.sides[getOtherSide(side)];
  const toWords = useDurationWords();
  const { rules, taken_back } = data;
  const isLast = taken_back.includes(side);
  const isSame = opponent.trim().toLowerCase() === name.trim().toLowerCase();
  return (
    <FormFrame
      data={data}
      path="forfeit"
      body={{ opponent }}
      onClose={onClose}
      button={t('button.forfeit')}
      look="danger"
      isReady={isSame}
      says={
        isLast
          ? t('say.forfeit_last', { team: name })
          : t('say.forfeit', { team: name, length: toWords(rules.forfeit.takeBackWithin) })
      }
    >
      <Field label={t('type_name', { team: name })}>
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            value={opponent}
            onChange={(event) => setOpponent(event.target.value)}
          />
        )}
      </Field>
    </FormFrame>
  );
}

const statementPaths = { dispute: 'dispute', statement: 'statements', appeal: 'appeal' } as const;

/** What this side has to say: opens a dispute or an appeal, or adds to one. */
export function StatementForm({
  data,
  onClose,
  form,
}: FormProps & { form: keyof typeof statementPaths }) {
  const t = useTranslations('match-forms.form');
  const [text, setText] = useState('');
  const body = form === 'statement' ? { text } : { statement: text };
  return (
    <FormFrame
      data={data}
      path={statementPaths[form]}
      body={body}
      onClose={onClose}
      button={t(`button.${form}`)}
      isReady={text.trim() !== ''}
      says={t(`say.${form}`)}
    >
      <Field label={t('statement')} hint={t('statement_hint')}>
        {(control) => (
          <textarea
            {...control}
            rows={6}
            maxLength={4000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </FormFrame>
  );
}

/** Where both sides connect; shown to the rosters alone. */
export function ServerForm({ data, onClose }: FormProps) {
  const t = useTranslations('match.server');
  const [address, setAddress] = useState(data.room?.server?.address ?? '');
  const [password, setPassword] = useState(data.room?.server?.password ?? '');
  return (
    <FormFrame
      data={data}
      path="server"
      body={{ address, password }}
      onClose={onClose}
      button={t('save')}
      isReady={address.trim() !== ''}
    >
      <Field label={t('address')} hint={t('address_hint')}>
        {(control) => (
          <input
            {...control}
            maxLength={200}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('password')}>
        {(control) => (
          <input
            {...control}
            maxLength={100}
            value={password}
            autoComplete="off"
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
    </FormFrame>
  );
}
