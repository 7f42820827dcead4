import type { Queryable } from '@muster/database';
import { refuse } from '../engine/refusal.ts';

interface Speaker {
  personId: string;
  /** The ladder on which they speak or act; null where it is on none. */
  ladderId: string | null;
  at: string;
}

/** Who is muted, suspended or banned, here or everywhere, says nothing while it lasts. */
export function requireVoice(queryable: Queryable, speaker: Speaker): Promise<void> {
  return requireNone(queryable, speaker, ['mute', 'suspension', 'ban']);
}

/** Who is suspended or banned, here or everywhere, acts for no team while it lasts; whom they silenced may. */
export function requireFreedom(queryable: Queryable, actor: Speaker): Promise<void> {
  return requireNone(queryable, actor, ['suspension', 'ban']);
}

async function requireNone(
  queryable: Queryable,
  { personId, ladderId, at }: Speaker,
  kinds: readonly string[],
): Promise<void> {
  const [sanction] = await queryable.query<{ kind: string; ends_at: Date | null }>(
    `select kind, ends_at from public.sanctions
     where person_id = $1 and not is_lifted and kind = any($4)
       and starts_at <= $2 and (ends_at is null or ends_at > $2)
       and (ladder_id is null or ladder_id = $3)
     order by kind = 'mute' limit 1`,
    [personId, at, ladderId, kinds],
  );
  if (sanction !== undefined) {
    const code = sanction.kind === 'mute' ? 'muted' : 'suspended';
    refuse({ code, params: { until: sanction.ends_at?.toISOString() ?? null } });
  }
}
