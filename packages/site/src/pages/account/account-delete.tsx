import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { sendCommand } from '../../client/command/command.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import './account.css';
import type { AccountDeleteData, TeamAfter } from './data.ts';

/** Says what deleting the account does, then does it for whoever types their name. */
export default function AccountDeletePage({ data }: { data: AccountDeleteData }) {
  const t = useTranslations('account.leaving');
  return (
    <>
      <PageTop title={t('title')} kicker={data.username}>
        <p className="page-top-lead">{t('lead')}</p>
      </PageTop>
      <div className="page account-page">
        <section>
          <SectionHead title={t('league')} id="league" />
          <LeagueAfter data={data} />
        </section>
        <section>
          <SectionHead title={t('kept')} id="kept" />
          <ul className="account-effects">
            <li>{t('goes')}</li>
            <li>{t('stays')}</li>
            <li>{t('words')}</li>
            <li>{t('never')}</li>
          </ul>
        </section>
        <section>
          <SectionHead title={t('confirm')} id="confirm" />
          <DeleteForm username={data.username} />
        </section>
      </div>
    </>
  );
}

function LeagueAfter({ data }: { data: AccountDeleteData }) {
  const t = useTranslations('account.leaving');
  const { teams, ladders, offices } = data;
  if (teams.length === 0 && ladders.length === 0 && offices === 0) {
    return <p>{t('nothing')}</p>;
  }
  return (
    <ul className="account-effects">
      {teams.map((team) => (
        <TeamLine key={team.slug} team={team} />
      ))}
      {ladders.map(({ slug, name }) => (
        <li key={slug}>
          {t.rich('ladder', { name: () => <a href={`/ladders/${slug}`}>{name}</a> })}
        </li>
      ))}
      {offices > 0 && <li>{t('offices', { count: offices })}</li>}
    </ul>
  );
}

function TeamLine({ team }: { team: TeamAfter }) {
  const t = useTranslations('account.leaving');
  const { slug, outcome, heir, forfeits } = team;
  const words = { team: () => <a href={`/teams/${slug}`}>{team.name}</a>, heir: heir ?? '' };
  return (
    <li>
      {t.rich(outcome === 'stays' ? 'stays_team' : outcome, words)}
      {forfeits.length > 0 && (
        <ul>
          {forfeits.map(({ id, opponent }) => (
            <li key={id}>
              {t.rich('forfeit', { opponent: () => <a href={`/matches/${id}`}>{opponent}</a> })}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function DeleteForm({ username }: { username: string }) {
  const t = useTranslations('account.leaving');
  const toSentence = useRefusal();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const confirm = String(new FormData(event.currentTarget).get('confirm')).trim();
    if (confirm !== username) {
      setProblem(t('name_wrong', { name: username }));
      return;
    }
    setIsBusy(true);
    const answer = await sendCommand('/api/me/deletion', { confirm });
    if (!answer.ok) {
      setIsBusy(false);
      setProblem(toSentence(answer.error));
      return;
    }
    const { forgetAccount } = await import('../../client/session/account-security.ts');
    await forgetAccount();
    window.location.assign('/');
  }
  return (
    <form
      method="post"
      className="account-form"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <Field label={t('name', { name: username })} error={problem}>
        {(control) => <input {...control} name="confirm" autoComplete="off" maxLength={40} />}
      </Field>
      <p className="account-row">
        <Button type="submit" look="danger" isBusy={isBusy}>
          {t('act')}
        </Button>
        <ButtonLink href="/account">{t('back')}</ButtonLink>
      </p>
    </form>
  );
}
