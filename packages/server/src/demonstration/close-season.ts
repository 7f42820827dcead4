import type { StreamName } from '@muster/league';
import { keepText } from '../engine/texts.ts';
import type { Unit } from '../engine/unit.ts';

/** Ends a season of the demonstration, whose stream is held, as it stands; open matches are void. */
export async function closeDemoSeason(
  unit: Unit,
  stream: StreamName<'ladder'>,
  authorId: string | null,
): Promise<void> {
  const text = 'The demonstration season is over.';
  const written = { text, authorId, matchId: null, at: unit.at };
  const reason = await keepText(unit.transaction, written);
  const command = { type: 'close_season', void_open: true, reason } as const;
  await unit.decideLadder(stream, command, { isSystem: true });
}
