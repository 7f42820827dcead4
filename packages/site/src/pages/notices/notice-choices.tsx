import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { sendCommand } from '../../client/command/command.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { showToast } from '../../client/toast/show-toast.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import type { NoticesData } from './data.ts';
import {
  listKinds,
  type NoticeChoice,
  type NoticeGroup,
  type NoticeKind,
  noticeGroups,
  noticeKinds,
} from './kinds.ts';

const ways = ['page', 'mail'] as const;
type Way = (typeof ways)[number];

type Choices = NoticesData['choices'];

/** Which kinds of notices come by which way, one at a time or a whole group; each choice counts as soon as it is made. */
export function NoticeChoices({ data }: { data: NoticesData }) {
  const t = useTranslations('notices.page');
  const [choices, setChoices] = useState(data.choices);
  const refusal = useRefusal();
  async function choose(kinds: readonly NoticeKind[], choice: Partial<NoticeChoice>) {
    const before = choices;
    setChoices((now) => ({ ...now, ...mapKinds(kinds, (kind) => ({ ...now[kind], ...choice })) }));
    const answer = await sendCommand('/api/me/notices/choices', { kinds, ...choice });
    if (answer.ok) {
      void showToast({ kind: 'success', text: t('saved') });
    } else {
      setChoices((now) => ({ ...now, ...mapKinds(kinds, (kind) => before[kind]) }));
      void showToast({ kind: 'error', text: refusal(answer.error) });
    }
  }
  return (
    <section aria-labelledby="choices">
      <SectionHead title={t('choices')} id="choices" />
      <p className="soft">
        {data.mail === 'yes' && t('choices_reason')}
        {data.mail === 'no_server' && t('no_server')}
        {data.mail === 'no_address' &&
          t.rich('no_mail', { link: (words) => <a href="/account#email">{words}</a> })}
      </p>
      {noticeGroups.map((group) => (
        <Group
          key={group}
          group={group}
          choices={choices}
          canMail={data.mail === 'yes'}
          onChoose={(kinds, choice) => void choose(kinds, choice)}
        />
      ))}
    </section>
  );
}

function mapKinds(
  kinds: readonly NoticeKind[],
  toChoice: (kind: NoticeKind) => NoticeChoice,
): Partial<Choices> {
  return Object.fromEntries(kinds.map((kind) => [kind, toChoice(kind)]));
}

interface GroupProps {
  group: NoticeGroup;
  choices: Choices;
  canMail: boolean;
  onChoose: (kinds: readonly NoticeKind[], choice: Partial<NoticeChoice>) => void;
}

/** A group's heading with its two switches, and below it each of its kinds. */
function Group({ group, choices, canMail, onChoose }: GroupProps) {
  const t = useTranslations('notices');
  const kinds = listKinds(group);
  const row = { choices, canMail, onChoose };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in the grid of its switches.
    <div role="group" aria-labelledby={`choices-${group}`} className="notices-group">
      <ChoiceRow kinds={kinds} name={t(`groups.${group}.name`)} isHead {...row}>
        <h3 id={`choices-${group}`} className="notices-group-name">
          {t(`groups.${group}.name`)}
        </h3>
        <p className="soft notices-what">{t(`groups.${group}.what`)}</p>
      </ChoiceRow>
      {kinds.length > 1 && (
        <details className="notices-kinds">
          <summary>{t('page.each_kind', { count: kinds.length })}</summary>
          {kinds.map((kind) => (
            <ChoiceRow key={kind} kinds={[kind]} name={t(`names.${kind}`)} {...row}>
              <p>{t(`names.${kind}`)}</p>
            </ChoiceRow>
          ))}
        </details>
      )}
    </div>
  );
}

interface ChoiceRowProps extends Omit<GroupProps, 'group'> {
  kinds: readonly NoticeKind[];
  name: string;
  /** Shows above the boxes which way each is. */
  isHead?: boolean;
  children: React.ReactNode;
}

/** One line of boxes, for one kind or for all of a group. */
function ChoiceRow({ kinds, name, isHead = false, children, ...rest }: ChoiceRowProps) {
  const t = useTranslations('notices.page');
  const { choices, canMail, onChoose } = rest;
  return (
    <div className="notices-choice">
      <div className="notices-choice-name">{children}</div>
      {ways.map((way) => {
        const reached = kinds.filter((kind) => canCome(kind, way));
        const chosen = reached.filter((kind) => choices[kind][way]);
        const isShut = way === 'mail' && !canMail;
        if (reached.length === 0) {
          return <NeverMailed key={way} />;
        }
        return (
          <label key={way} className="notices-check">
            {isHead && (
              <span aria-hidden="true" className="soft">
                {t(way === 'page' ? 'in_page' : 'by_mail')}
              </span>
            )}
            <span className="visually-hidden">{t(`choice_${way}`, { name })}</span>
            <input
              type="checkbox"
              ref={(box) => {
                // Some of the group and not all: only a script can say so.
                if (box !== null) {
                  box.indeterminate =
                    !isShut && chosen.length > 0 && chosen.length < reached.length;
                }
              }}
              checked={!isShut && chosen.length === reached.length}
              disabled={isShut}
              onChange={(event) => onChoose(reached, { [way]: event.currentTarget.checked })}
            />
          </label>
        );
      })}
    </div>
  );
}

/** What is too short-lived for a mail comes only in the page. */
function canCome(kind: NoticeKind, way: Way): boolean {
  return way === 'page' || noticeKinds[kind].isPageOnly !== true;
}

function NeverMailed() {
  const t = useTranslations('notices.page');
  return (
    <p className="notices-check soft" title={t('never_mailed')}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t('never_mailed')}</span>
    </p>
  );
}
