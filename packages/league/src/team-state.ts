import type {
  Instant,
  LadderId,
  PersonId,
  Role,
  SanctionId,
  TeamId,
  TextReference,
  Zone,
} from './ids.ts';

export type Member = { person_id: PersonId; role: Role; joined_at: Instant };

/** A team's stream, applied. */
export type TeamState = {
  team: {
    id: TeamId;
    name: string;
    tag: string;
    zone: Zone;
    locale: string;
    founder_id: PersonId;
    founded_at: Instant;
    status: 'active' | 'disbanded';
  } | null;
  members: Record<PersonId, Member>;
  former: { person_id: PersonId; role: Role; joined_at: Instant; left_at: Instant }[];
  invites: Record<string, TeamInvite>;
  requests: Record<PersonId, { person_id: PersonId; at: Instant }>;
};

export type TeamInvite = {
  id: string;
  role: Role;
  /** For one person only; null: whoever has the link. */
  person_id: PersonId | null;
  made_by: PersonId;
  made_at: Instant;
  expires_at: Instant;
  status: 'open' | 'used' | 'revoked';
};

export type SanctionKind = 'strike' | 'suspension' | 'mute' | 'ban';
export type Sanction = {
  id: SanctionId;
  kind: SanctionKind;
  person_id: PersonId;
  /** null: the whole site. */
  ladder_id: LadderId | null;
  by: PersonId | null;
  from: Instant;
  /** null: for good. */
  until: Instant | null;
  /** Absent where none is cited. */
  rule?: string;
  reason: TextReference;
  status: 'in_force' | 'lifted';
};

/** The site's stream, applied. */
export type SiteState = {
  admins: PersonId[];
  ladder_admins: Record<LadderId, PersonId[]>;
  editors: PersonId[];
  sanctions: Record<SanctionId, Sanction>;
};
