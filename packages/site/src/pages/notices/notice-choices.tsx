import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { sendCommand } from '../../client/command.ts';
import { showToast } from '../../client/toasts.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import type { NoticesData } from './data.ts';
import { type NoticeChoice, type NoticeGroup, noticeGroups } from './kinds.ts';

const ways = ['page', 'mail'] as const;

/** Which kinds of notices come by which way; each choice counts as soon as it is made. */
export function NoticeChoices({ data }: { data: NoticesData }) {
  const t = useTranslations('notices.page');
  const [choices, setChoices] = useState(data.choices);
  const refusal = useRefusal();
  async function choose(group: NoticeGroup, choice: NoticeChoice) {
    const before = choices[group];
    setChoices((now) => ({ ...now, [group]: choice }));
    const answer = await sendCommand('/api/me/notices/choices', { group, ...choice });
    if (answer.ok) showToast({ kind: 'success', text: t('saved') });
    else {
      setChoices((now) => ({ ...now, [group]: before }));
      showToast({ kind: 'error', text: refusal(answer.error) });
    }
  }
  return (
    <section aria-labelledby="choices">
      <SectionHead title={t('choices')} id="choices" />
      <p className="soft">
        {data.mail === 'yes' ? t('choices_reason') : t(toMailReason(data.mail))}
      </p>
      <table className="notices-choices">
        <thead>
          <tr>
            <td />
            <th scope="col">{t('in_page')}</th>
            <th scope="col">{t('by_mail')}</th>
          </tr>
        </thead>
        <tbody>
          {noticeGroups.map((group) => (
            <Choice
              key={group}
              group={group}
              choice={choices[group]}
              canMail={data.mail === 'yes'}
              onChoose={(choice) => void choose(group, choice)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function toMailReason(mail: Exclude<NoticesData['mail'], 'yes'>) {
  return mail === 'no_address' ? 'no_mail' : 'no_server';
}

interface ChoiceProps {
  group: NoticeGroup;
  choice: NoticeChoice;
  canMail: boolean;
  onChoose: (choice: NoticeChoice) => void;
}

function Choice({ group, choice, canMail, onChoose }: ChoiceProps) {
  const t = useTranslations('notices');
  const name = t(`groups.${group}.name`);
  return (
    <tr>
      <th scope="row">
        {name}
        <span className="soft notices-what">{t(`groups.${group}.what`)}</span>
      </th>
      {ways.map((way) => (
        <td key={way}>
          <label className="notices-check">
            <span className="visually-hidden">{t(`page.choice_${way}`, { group: name })}</span>
            <input
              type="checkbox"
              name={`${group}.${way}`}
              checked={choice[way] && (way === 'page' || canMail)}
              disabled={way === 'mail' && !canMail}
              onChange={(event) => onChoose({ ...choice, [way]: event.currentTarget.checked })}
            />
          </label>
        </td>
      ))}
    </tr>
  );
}
