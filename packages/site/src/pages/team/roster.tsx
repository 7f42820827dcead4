import type { Role } from '@muster/league';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useChatIds } from '../../client/profile/use-chat-ids.ts';
import { Button } from '../../ui/button.tsx';
import { ChatLink } from '../../ui/chat-link.tsx';
import { Emblem } from '../../ui/emblem.tsx';
import { SpeakerAccounts } from '../../ui/person-accounts.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import type { Member, TeamData } from './data.ts';
import { useCommand } from './use-command.ts';

const roles: readonly Role[] = ['captain', 'co_captain', 'player', 'substitute'];

/** Who is on the team; captains change roles and take people off it in place. */
export function Roster({ data }: { data: TeamData }) {
  const t = useTranslations('team.roster');
  const toRole = useTranslations('pieces.roles');
  const [isManaging, setIsManaging] = useState(false);
  const chatIds = useChatIds(data.members.map(({ user_id }) => user_id));
  const own = data.viewer?.role ?? null;
  const mayManage =
    (own === 'captain' || own === 'co_captain') &&
    data.viewer?.may_act === true &&
    data.disbanded_at === null;
  return (
    <section>
      <SectionHead title={t('title')} id="roster">
        {mayManage && (
          <Button aria-pressed={isManaging} onClick={() => setIsManaging(!isManaging)}>
            {isManaging ? t('done') : t('manage')}
          </Button>
        )}
      </SectionHead>
      <ul className="lines">
        {data.members.map((member) => (
          <li className="team-member" key={member.person_id}>
            <MemberName member={member} />
            <span className="team-member-role">
              <ChatLink name={member.username} chatId={chatIds[member.user_id ?? '']} />
              {toRole(member.role)}
            </span>
            <SpeakerAccounts person={member} />
            {isManaging && member.person_id !== data.viewer?.person_id && (
              <MemberActs slug={data.slug} member={member} own={own} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function MemberName({ member }: { member: Member }) {
  return (
    <>
      <Emblem name={member.username} kind="person" size="small" />
      {member.user_id === null ? (
        <span>{member.username}</span>
      ) : (
        <a className="team-link" href={`/profiles/${member.user_id}`}>
          {member.username}
        </a>
      )}
    </>
  );
}

interface MemberActsProps {
  slug: string;
  member: Member;
  own: Role | null;
}

function MemberActs({ slug, member, own }: MemberActsProps) {
  const t = useTranslations('team.roster');
  const toRole = useTranslations('pieces.roles');
  const { send, isBusy } = useCommand();
  const [isSure, setIsSure] = useState(false);
  const path = `/api/teams/${slug}/members/${member.person_id}`;
  const isPlayer = member.role === 'player' || member.role === 'substitute';
  return (
    <div className="team-member-acts">
      {own === 'captain' && (
        <select
          aria-label={t('role_of', { name: member.username })}
          value={member.role}
          disabled={isBusy}
          onChange={(event) => void send({ path, body: { role: event.target.value } })}
        >
          {roles.map((role) => (
            <option key={role} value={role}>
              {toRole(role)}
            </option>
          ))}
        </select>
      )}
      {(own === 'captain' || isPlayer) && (
        <Button
          look="danger"
          isBusy={isBusy}
          onClick={() => (isSure ? void send({ path, method: 'DELETE' }) : setIsSure(true))}
        >
          {isSure ? t('remove_sure', { name: member.username }) : t('remove')}
        </Button>
      )}
    </div>
  );
}

export function FormerMembers({ members }: { members: readonly Member[] }) {
  const t = useTranslations('team.roster');
  if (members.length === 0) {
    return null;
  }
  return (
    <section>
      <SectionHead title={t('former')} id="former" />
      <ul className="lines">
        {members.map((member) => (
          <li className="team-member" key={`${member.person_id} ${member.joined_at}`}>
            <MemberName member={member} />
            <span className="team-member-role">
              {member.left_at !== null &&
                t.rich('until', {
                  date: () => <Time instant={member.left_at ?? ''} look="date" />,
                })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
