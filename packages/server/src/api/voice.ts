import type { Queryable } from '@muster/database';
import { refuse } from '../league/unit.ts';

interface Speaker {
  personId: string;
  /** The ladder on which they speak; null where it is on none. */
  ladderId: string | null;
  at: string;
}

/** Who is muted, suspended or banned, here or everywhere, says nothing while it lasts. */
export async function requireVoice(
  queryable: Queryable,
  { personId, ladderId, at }: Speaker,
): Promise<void> {
  const [sanction] = await queryable.query<{ kind: string; ends_at: Date | null }>(
    `select kind, ends_at from public.sanctions
     where person_id = $1 and not is_lifted and kind in ('mute', 'suspension', 'ban')
       and starts_at <= $2 and (ends_at is null or ends_at > $2)
       and (ladder_id is null or ladder_id = $3)
     order by kind = 'mute' limit 1`,
    [personId, at, ladderId],
  );
  if (sanction !== undefined) {
    const code = sanction.kind === 'mute' ? 'muted' : 'suspended';
    refuse({ code, params: { until: sanction.ends_at?.toISOString() ?? null } });
  }
}
