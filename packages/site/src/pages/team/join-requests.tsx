import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Emblem } from '../../ui/emblem.tsx';
import { Field } from '../../ui/field.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import type { TeamData } from './data.ts';
import type { TeamRequest } from './people-data.ts';
import { useCommand } from './use-command.ts';

/** Who asks to be let in, for those who may answer. */
export function JoinRequests({ data }: { data: TeamData }) {
  const t = useTranslations('team.requests');
  const requests = data.viewer?.requests ?? [];
  if (requests.length === 0 || data.disbanded_at !== null) {
    return null;
  }
  return (
    <section>
      <SectionHead title={t('title')} id="requests" />
      <ul className="lines">
        {requests.map((request, index) => (
          <Request
            key={request.person_id}
            slug={data.slug}
            request={request}
            mayAnswer={data.viewer?.may_act === true}
            isFirst={index === 0}
          />
        ))}
      </ul>
    </section>
  );
}

interface RequestProps {
  slug: string;
  request: TeamRequest;
  /** Whom a suspension keeps from acting reads who asks, no more. */
  mayAnswer: boolean;
  /** Of several the one whose button calls. */
  isFirst: boolean;
}

function Request({ slug, request, mayAnswer, isFirst }: RequestProps) {
  const t = useTranslations('team.requests');
  const { send, isBusy } = useCommand();
  const [isDeclining, setIsDeclining] = useState(false);
  const [reason, setReason] = useState('');
  const { person_id, username, user_id, words, at } = request;
  const answer = (accept: boolean) =>
    void send({
      path: `/api/teams/${slug}/requests/answer`,
      body: { person: person_id, accept, ...(accept ? {} : { reason }) },
    });
  return (
    <li className="team-request">
      <Emblem name={username} kind="person" size="small" />
      <p>
        {user_id === null ? (
          username
        ) : (
          <a className="team-link" href={`/profiles/${user_id}`}>
            {username}
          </a>
        )}{' '}
        <span className="soft">
          <Time instant={at} />
        </span>
      </p>
      {words !== '' && <p className="team-request-words">{words}</p>}
      {mayAnswer && isDeclining && (
        <Field label={t('reason')} hint={t('reason_hint', { name: username })}>
          {(control) => (
            <input
              {...control}
              maxLength={300}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      )}
      {mayAnswer && (
        <div className="team-acts">
          {!isDeclining && (
            <Button look={isFirst ? 'main' : 'quiet'} isBusy={isBusy} onClick={() => answer(true)}>
              {t('accept', { name: username })}
            </Button>
          )}
          <Button
            isBusy={isBusy}
            onClick={() => (isDeclining ? answer(false) : setIsDeclining(true))}
          >
            {isDeclining ? t('decline_now') : t('decline')}
          </Button>
        </div>
      )}
    </li>
  );
}
