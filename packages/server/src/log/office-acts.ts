import { thingKinds } from '@muster/site/pages/moderation/kinds.ts';
import type { AuditAct, OfficeActGroup } from '@muster/site/pages/office-log/data.ts';

interface Group {
  /** Events of the leagues' logs. */
  types: readonly string[];
  /** Kinds of things in the audit log; null: all that no other group names. */
  kinds: readonly string[] | null;
}

/** What people in office do, in groups that a reader may choose from. */
export const groups: Readonly<Record<OfficeActGroup, Group>> = {
  rulings: {
    types: [
      'ruling_given',
      'appeal_decided',
      'match_voided',
      'deadline_extended',
      'run_rejected',
      'run_verified',
    ],
    kinds: [],
  },
  ladders: {
    types: [
      ...[
        'entry_moved',
        'entry_removed',
        'entry_suspended',
        'suspension_ended',
        'strike_given',
        'strike_lifted',
      ],
      ...[
        'rest_announced',
        'rest_ended',
        'ladder_created',
        'ladder_edited',
        'rules_edited',
        'season_planned',
      ],
      ...['season_edited', 'season_opened', 'season_closed'],
    ],
    kinds: ['ladder', 'ladders'],
  },
  offices: {
    types: [
      ...[
        'site_admin_granted',
        'site_admin_revoked',
        'ladder_admin_granted',
        'ladder_admin_revoked',
      ],
      ...['editor_granted', 'editor_revoked'],
    ],
    kinds: [],
  },
  people: {
    types: ['sanction_given', 'sanction_lifted'],
    kinds: [...thingKinds.filter((kind) => kind !== 'article'), 'case', 'sanction', 'flag_words'],
  },
  texts: { types: [], kinds: ['article', 'articles', 'page', 'pages'] },
  site: { types: ['demo_cleared', 'log_restored'], kinds: null },
};

export const officeTypes = Object.values(groups).flatMap(({ types }) => types);

const listed = officeTypes.map((type) => `'${type}'`).join(', ');

/** Of an event `e`, that somebody in office did it by hand: as the index of these says it. */
export const isOfficeEvent = `e.type in (${listed})
    and (e.actor_id is not null or e.stream = 'site')
    -- Captains announce rests and end them too; only an admin gives a reason.
    and (e.type not in ('rest_announced', 'rest_ended') or e.data ? 'text')`;

/**
 * Of what the audit log keeps, what everybody may read: every act that changes what they see, with those of its
 * fields alone. What was hidden is never told, nor what a person was called; a team's names stand in the ladders' logs
 * too, with a mask where one is hidden. Reports and the cases that they open stay with those whom they concern.
 */
export const publicActs: Readonly<Partial<Record<AuditAct, readonly string[]>>> = {
  archive_edited: ['title', 'origin'],
  archive_imported: ['title', 'origin'],
  archive_removed: ['title', 'origin'],
  article_published: [],
  article_withdrawn: [],
  content_added: [],
  content_edited: [],
  game_added: ['name'],
  game_brought_back: [],
  game_edited: ['name', 'short_name', 'maps', 'modes'],
  game_picture_chosen: [],
  game_picture_removed: [],
  game_retired: [],
  ladder_added: ['name', 'zone'],
  ladder_brought_back: [],
  ladder_edited: ['name', 'zone'],
  ladder_retired: [],
  menus_edited: [],
  page_edited: [],
  person_renamed: [],
  picture_hidden: [],
  picture_shown: [],
  server_added: ['name', 'page', 'game', 'region'],
  server_brought_back: [],
  server_edited: ['name', 'page', 'game', 'region'],
  server_retired: [],
  settings_edited: [
    'name',
    'zone',
    'locales',
    'forum_url',
    'chat_invite_url',
    'hue',
    'public_file',
  ],
  team_disbanded: [],
  team_name_restored: [],
  team_renamed: ['name', 'tag'],
  team_restored: [],
  thing_hidden: [],
  thing_shown: [],
};
