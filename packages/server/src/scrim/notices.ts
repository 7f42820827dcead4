import { hintChannel, toHintPayload } from '@muster/backend';
import type { Transaction } from '@muster/database';
import { officers } from '../notice/plan.ts';
import { tellOfBoards } from '../notice/tell-of-boards.ts';

export interface ScrimNews {
  scrimId: string;
  /** Whose captains and co-captains are told. */
  teamId: string;
  kind: 'scrim_agreed' | 'scrim_off';
  except: string | null;
  at: string;
}

export interface ScrimRow {
  team: string;
  opponent: string;
  other_id: string;
  starts_at: Date;
}

/** Tells those who lead one of a scrim's teams that it is agreed, or off; both teams' pages show it. */
export async function tellOfScrim(transaction: Transaction, news: ScrimNews): Promise<void> {
  const { scrimId, teamId, kind, except, at } = news;
  const [row] = await transaction.query<ScrimRow>(
    `select own.name as team, other.name as opponent, other.id as other_id, s.starts_at from private.scrims s
     join public.teams own on own.id = $2
     join public.teams other on other.id = case s.home_team_id when $2 then s.away_team_id else s.home_team_id end
     where s.id = $1`,
    [scrimId, teamId],
  );
  if (row === undefined) {
    return;
  }
  const { team, opponent, other_id, starts_at } = row;
  for (const id of [teamId, other_id]) {
    await transaction.notify(hintChannel, toHintPayload({ topic: `team:${id}`, id, version: 0 }));
  }
  await tellOfBoards(transaction, {
    kind,
    about: scrimId,
    teamId,
    to: { of: 'team', id: teamId, roles: officers },
    except,
    facts: { team, opponent, starts_at: starts_at.toISOString(), scrim: scrimId },
    at,
  });
}
