import {
  type Actor,
  decideLadder,
  type Facts,
  type LadderCommand,
  type LadderState,
} from '@muster/league';
import {
  type ActorRow,
  type SanctionRow,
  toActor,
  toActorColumns,
  toSanctions,
  toSanctionsSql,
} from './facts.ts';
import { createId, createSalt } from './ids.ts';

/** Who asks for a page: what they are, and their sanctions that are in force. */
export interface AskerRow extends ActorRow {
  sanctions: SanctionRow[];
}

/** An asker as a column, so that a page's one statement brings it. All three are places in the statement. */
export const toAskerSql = (person: string, { ladder, at }: Record<'ladder' | 'at', string>) => `
  (select row_to_json(asker) from (select ${toActorColumns(person, ladder)},
    (select coalesce(json_agg(sanction), '[]')
     from (${toSanctionsSql({ people: `array[${person}]`, at, ladder })}) sanction) as sanctions) asker)`;

/** What the rules are asked with for whoever looks at a page: a ladder's state, who they are, and when. */
export interface Question {
  state: LadderState;
  actor: Actor | null;
  facts: Facts;
  at: string;
}

/** Whether the rules would take a command now; nothing comes of it. */
export const mayAsk = ({ state, ...context }: Question, command: LadderCommand): boolean =>
  decideLadder(state, command, context).ok;

/** What the rules are told when a page asks them what they would say; nobody acts on it. */
export function toAsker(
  personId: string | null,
  row: AskerRow | null,
): { actor: Actor | null; facts: Facts } {
  const facts = {
    availability: {},
    identities: {},
    sanctions: toSanctions(row?.sanctions ?? []),
    teams: {},
    seeds: {},
    createId,
    createSalt,
  };
  return { actor: personId === null ? null : toActor(personId, row ?? undefined), facts };
}
