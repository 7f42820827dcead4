import type { LadderState, MatchCommand, RulingCommand } from '@muster/league';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { keepText } from '../engine/texts.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { version } from '../http/fields.ts';
import { getMatchStream } from '../http/find.ts';

type Without<Command> = Command extends unknown ? Omit<Command, 'match_id' | 'version'> : never;

interface MatchInput {
  unit: Unit;
  matchId: string;
}

interface MatchRoute<Entries extends v.ObjectEntries> {
  method?: 'POST' | 'DELETE';
  /** What follows `/matches/:id`. */
  path: string;
  fields: Entries;
  toCommand: (
    body: v.InferOutput<v.ObjectSchema<Entries, undefined>>,
    input: MatchInput,
  ) => Without<MatchCommand | RulingCommand> | Promise<Without<MatchCommand | RulingCommand>>;
}

/** What a command on a match answers: where the match stands after it. */
export function toMatchAnswer(state: LadderState, id: string) {
  const match = state.matches[id];
  return { match: id, version: match?.version, status: match?.status };
}

/** Keeps a text of somebody's about a match. */
export function keepMatchText({ unit, matchId }: MatchInput, text: string) {
  return keepText(unit.transaction, {
    at: unit.at,
    text,
    authorId: unit.viewer?.person_id ?? null,
    matchId,
  });
}

/** Mounts a route that decides one command on a match. */
export function mountMatchCommand<Entries extends v.ObjectEntries>(
  api: Hono,
  parts: ApiParts,
  { method = 'POST', path, fields, toCommand }: MatchRoute<Entries>,
): void {
  const own = v.object(fields);
  const common = v.object({ version });
  mountCommand(api, parts, {
    method,
    path: `/matches/:id${path}`,
    schema: v.intersect([common, own]),
    async work(unit, { body, parameters }) {
      const matchId = (parameters.id ?? '').toLowerCase();
      const stream = await getMatchStream(unit.transaction, matchId);
      await unit.hold([stream]);
      const given = body as v.InferOutput<typeof common> & v.InferOutput<typeof own>;
      const command = await toCommand(given, { unit, matchId });
      const seen = given.version === undefined ? {} : { version: given.version };
      await unit.decideLadder(stream, { ...command, match_id: matchId, ...seen });
      return toMatchAnswer(unit.ladder(stream), matchId);
    },
  });
}
