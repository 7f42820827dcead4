import { expect, it } from 'vitest';
import type { ViewerData } from '../document-data.ts';
import type { AccountData } from './account/data.ts';
import { OwnInvitations } from './account/own-invitations.tsx';
import type { DeskItem } from './admins/data.ts';
import { DeskQueue } from './admins/desk-queue.tsx';
import { BoardAnswers } from './boards/board-answers.tsx';
import type { BoardPost } from './boards/data.ts';
import type { TimeAttackData } from './ladder/time-attack-data.ts';
import { WaitingRuns } from './ladder/waiting-runs.tsx';
import { CaseQueue } from './ladder-admin/case-queue.tsx';
import type { LadderAdminData } from './ladder-admin/data.ts';
import type { Matter } from './me/matter.ts';
import MePage from './me/me.tsx';
import CasesPage from './moderation/cases.tsx';
import type { CaseLine } from './moderation/data.ts';
import type { NoticeLineData, NoticesData } from './notices/data.ts';
import NoticesPage from './notices/notices.tsx';
import type { TeamData } from './team/data.ts';
import { JoinRequests } from './team/join-requests.tsx';
import { renderPage } from './testing/render-page.tsx';

const viewer: ViewerData = {
  ...{ user_id: 'u', person_id: 'p', username: 'Rook', is_site_admin: true, is_editor: false },
  ...{ unread: 0, desk: 0, note: null },
};
const at = '2026-11-20T18:00:00.000Z';
const team = { slug: 'kaarna', name: 'Kaarna', logo: null };
const ladder = { slug: 'tanks', name: 'Tanks' };
const entry = { entry_id: 'e', name: 'Kaarna', tag: null, href: null };

const draw = <Data,>(Part: (props: { data: Data }) => React.ReactNode, data: Data) =>
  renderPage(Part, data, { viewer, locale: 'en' });

const seven = <One,>(make: (id: string) => One): One[] =>
  Array.from({ length: 7 }, (_, place) => make(String(place)));

const invitation = (id: string): Matter => ({
  ...{ kind: 'invitation', team: { ...team, name: id }, by: null, until: at, weight: 'act' },
});
const deskItem = (id: string): DeskItem => ({
  ...{ kind: 'dispute', id, ladder, reason: null, since: at, until: at, blocks_at: null },
  ...{ match: { number: 1, challenger: entry, defender: entry }, run: null, thing: null },
  ...{ person: null, holder: null, has_part: false, act: { href: '/', does: 'rule' } },
});
const caseLine = (id: string): CaseLine => ({
  ...{ id, kind: 'team', status: 'open', reason: 'name', reports: 1, title: 'Rude', ladder },
  ...{ since: at, until: null, holder: null, is_barred: false },
});
const notice = (id: string): NoticeLineData => ({
  ...{ id, kind: 'invited', facts: {}, match_id: null, ladder: null, team, person: 'Ada' },
  ...{ created_at: at, matter: invitation(id), can_act: true, ids: [id] },
});
const answer = (id: string): BoardPost['answers'][number] => ({
  ...{ id, user_id: 'u', username: id, team: null, starts_at: null, words: 'I play.' },
});
const run = (id: string): NonNullable<TimeAttackData['viewer']>['waiting'][number] => ({
  ...{ id, driver: entry, stage: 'Pass', place: null, time_ms: 1, penalty_ms: 0 },
  ...{ status: 'submitted', driven_at: at, proof: null },
});
const dispute = (id: string): NonNullable<LadderAdminData['desk']>['cases'][number] => ({
  ...{ id, kind: 'dispute', match_id: id, number: 1, reason: null, opened_at: at, aimed_at: at },
  ...{ blocks_at: null, statements: 0, has_part: false, challenger: entry, defender: entry },
  holder: null,
});
const request = (id: string) => ({ person_id: id, username: id, user_id: null, words: '', at });

/** Only what the part reads. */
const partOf = <Whole,>(part: object) => part as Whole;

const lists: [string, () => string][] = [
  [
    'matters of one’s own',
    () => draw(MePage, { matters: seven(invitation), results: [], stands: [] }),
  ],
  [
    'notices',
    () =>
      draw(
        NoticesPage,
        partOf<NoticesData>({
          ...{ unread: seven(notice), earlier: [], limit: 50, mail: 'yes' },
          choices: new Proxy({}, { get: () => ({ in_page: true, by_mail: true }) }),
        }),
      ),
  ],
  [
    'invitations',
    () =>
      draw(
        OwnInvitations,
        partOf<AccountData>({
          invitations: seven((invite_id) => ({ invite_id, team, by: 'Ada', expires_at: at })),
        }),
      ),
  ],
  [
    'requests to join',
    () =>
      draw(
        JoinRequests,
        partOf<TeamData>({
          slug: 'kaarna',
          disbanded_at: null,
          viewer: { may_act: true, requests: seven(request) },
        }),
      ),
  ],
  [
    'answers on the boards',
    () =>
      draw(
        ({ data }) => <BoardAnswers post={data} />,
        partOf<BoardPost>({ answers: seven(answer), times: [] }),
      ),
  ],
  [
    'runs to confirm',
    () =>
      draw(
        ({ data }) => <WaitingRuns timeAttack={data} />,
        partOf<TimeAttackData>({ viewer: { rejectable: ['1'], waiting: seven(run) } }),
      ),
  ],
  [
    'cases of a ladder',
    () =>
      draw(
        ({ data }) => <CaseQueue desk={data} />,
        partOf<NonNullable<LadderAdminData['desk']>>({
          ...{ cases: seven(dispute), median_hours: null, is_site_admin: true },
          cases_part: { query: '', from: 1, limit: 50, total: 7, kept: 7 },
        }),
      ),
  ],
  [
    'what waits for an office',
    () =>
      draw(({ data }) => <DeskQueue desk={data} />, {
        ...{
          is_site_admin: true,
          is_editor: false,
          ladders: [],
          ladders_total: 0,
          items: seven(deskItem),
        },
        ...{ waiting: 7, page: 1, pages: 1 },
      }),
  ],
  [
    'things reported',
    () =>
      draw(CasesPage, {
        ...{ is_done: false, kind: null, lines: seven(caseLine), page: 1, has_more: false },
        is_site_admin: true,
      }),
  ],
];

it.each(lists)('of seven %s one button calls', (_what, drawList) => {
  const html = drawList();
  expect(html.match(/<li/g)?.length).toBeGreaterThanOrEqual(7);
  expect(html.match(/button-main/g)).toHaveLength(1);
});
