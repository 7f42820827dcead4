import type { StreamName } from '@muster/league';
import { refuse } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { getLadderRow } from '../http/find.ts';

const asSystem = { isSystem: true };

/** The rules by which the ladder's demonstration is played: its own, as nobody has set others. */
async function findPlayedRules(
  { transaction }: Unit,
  ladderId: string,
): Promise<Record<string, unknown> | null> {
  const [season] = await transaction.query<{ rules: Record<string, unknown> }>(
    'select rules from public.seasons where ladder_id = $1 and is_demo order by opens_at desc limit 1',
    [ladderId],
  );
  return season?.rules ?? null;
}

/** The stream of a ladder's own seasons. A ladder of which only the content knows enters the log with its first act. */
export async function holdLadder(unit: Unit, slug: string): Promise<StreamName<'ladder'>> {
  const row = await getLadderRow(unit.transaction, slug);
  const stream: StreamName<'ladder'> = `ladder:${row.id}`;
  await unit.hold([stream]);
  if (unit.ladder(stream).ladder === null) {
    const { id: ladder_id, name, game_slug: game, format, zone, is_test } = row;
    await unit.decideLadder(
      stream,
      { type: 'create_ladder', ladder_id, name, game, format, zone, is_test },
      asSystem,
    );
    const rules = await findPlayedRules(unit, ladder_id);
    if (rules !== null) {
      await unit.decideLadder(stream, { type: 'edit_rules', rules }, asSystem);
    }
  }
  return stream;
}

/** SQL: the name of what of a ladder is retired, its game or itself; null, or no row, where nothing is. */
export const toRetiredSql = (ladder: string) => `
  select case when g.retired_at is not null then g.name when l.retired_at is not null then l.name end as retired
  from public.ladders l join public.games g on g.slug = l.game_slug where l.id = ${ladder}`;

/** Nothing new begins on a ladder that is retired, or whose game is. Neither is retired before the transaction ends. */
export async function requireKept(unit: Unit, slug: string): Promise<void> {
  const { id } = await getLadderRow(unit.transaction, slug);
  const [row] = await unit.transaction.query<{ retired: string | null }>(
    `${toRetiredSql('$1')} for share`,
    [id],
  );
  if (row?.retired != null) {
    refuse({ code: 'retired', params: { name: row.retired } });
  }
}
