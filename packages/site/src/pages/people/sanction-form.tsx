import { useState } from 'react';
import { useTimeZone, useTranslations } from 'use-intl';
import { type Choice, findChoices } from '../../client/form/find-choices.ts';
import { toTypedInstant } from '../../client/form/typed-instant.ts';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/check.tsx';
import { Field } from '../../ui/field.tsx';
import { Finder } from '../../ui/finder.tsx';
import { useCommand } from '../team/use-command.ts';
import { AfterBan } from './after-ban.tsx';
import type { PersonAdminData } from './data.ts';
import { Precedents } from './precedents.tsx';
import { WordsField } from './record-forms.tsx';

const findOwnLadders = findChoices('ladders', { own: '' });
const kinds = ['mute', 'ban', 'suspension', 'strike'] as const;
type Kind = (typeof kinds)[number];

/** Gives a sanction: what, where, until when beside what others got, by which rule and why; then what it does, then once more. */
export function SanctionForm({ data }: { data: PersonAdminData }) {
  const t = useTranslations('people.form');
  const words = useTranslations('profile.standing');
  const zone = useTimeZone() ?? 'UTC';
  const { send, isBusy } = useCommand();
  const [kind, setKind] = useState<Kind>('mute');
  const [ladder, setLadder] = useState(data.is_site_admin ? null : data.own_ladder);
  const [typed, setTyped] = useState('');
  const [isForGood, setIsForGood] = useState(false);
  const [rule, setRule] = useState('');
  const [reason, setReason] = useState('');
  const [isSure, setIsSure] = useState(false);
  const until = isForGood ? null : toTypedInstant(typed, zone);
  const isReady = reason.trim() !== '' && (isForGood || until !== null) && isSure;
  const give = () =>
    void send({
      path: '/api/sanctions',
      body: {
        person: data.person_id,
        ...{ kind, reason, until },
        ladder: ladder?.id ?? null,
        ...(rule.trim() === '' ? {} : { rule }),
      },
      done: t('done', { name: data.username }),
    });
  return (
    <form
      method="post"
      className="people-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isBusy) {
          give();
        }
      }}
    >
      <Field label={t('kind')} hint={t(`means.${kind}`)}>
        {(control) => (
          <select
            {...control}
            value={kind}
            onChange={(event) => {
              setKind(kinds.find((one) => one === event.target.value) ?? 'mute');
              setIsSure(false);
            }}
          >
            {kinds.map((one) => (
              <option key={one} value={one}>
                {words(`sanction.${one}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('where')}>
        {(control) => (
          <Finder<Pick<Choice, 'id' | 'slug' | 'name'>>
            control={control}
            chosen={ladder}
            none={data.is_site_admin ? words('everywhere') : undefined}
            find={findOwnLadders}
            onChoose={(chosen) => {
              setLadder(chosen);
              setIsSure(false);
            }}
          />
        )}
      </Field>
      <Field label={t('rule')} hint={t('rule_hint')}>
        {(control) => (
          <input
            {...control}
            maxLength={200}
            value={rule}
            onChange={(event) => setRule(event.target.value)}
          />
        )}
      </Field>
      <WordsField label={t('reason')} words={reason} onChange={setReason} />
      <Field label={t('until')} hint={t('zone', { zone })}>
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            disabled={isForGood}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Check checked={isForGood} onCheck={setIsForGood}>
        {t('for_good')}
      </Check>
      <Precedents data={data} kind={kind} rule={rule} zone={zone} onChoose={setTyped} />
      <AfterBan
        kind={kind}
        effect={{
          site: ladder === null ? data.after : null,
          ladder: data.ladders.find(({ id }) => id === ladder?.id) ?? null,
        }}
      />
      <Check checked={isSure} onCheck={setIsSure}>
        {t('sure')}
      </Check>
      <p>
        <Button type="submit" look="danger" isBusy={isBusy} disabled={!isReady}>
          {t('send', { kind, name: data.username })}
        </Button>
      </p>
    </form>
  );
}
