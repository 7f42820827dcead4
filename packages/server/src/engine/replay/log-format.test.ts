import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDefaultRules, type LeagueEvent, simulateSeason } from '@muster/league';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../../..');
const page = readFileSync(join(root, 'docs/log-format.md'), 'utf8');
const source = readFileSync(join(root, 'packages/league/src/event.ts'), 'utf8');

/** The names of an object type's own members, from its text. */
function listMembers(text: string): string[] {
  const names: string[] = [];
  let depth = 0;
  for (const part of text.replaceAll(/\/\*\*[\s\S]*?\*\//g, '').split(/(?=[{}();])|(?<=[{}();])/)) {
    if (depth === 0) {
      names.push(...[...part.matchAll(/(\w+)\??:/g)].map(([, name = '']) => name));
    }
    if ('{('.includes(part)) {
      depth += 1;
    }
    if ('})'.includes(part)) {
      depth -= 1;
    }
  }
  return names;
}

/** Every event type with the fields of its data, as the code has them. */
function listTypes(): Map<string, string[]> {
  const result = /^type ResultData = \{([\s\S]*?)^\};/m.exec(source)?.[1] ?? '';
  const types = new Map<string, string[]>();
  for (const [, body = ''] of source.matchAll(/^export interface \w+EventData \{([\s\S]*?)^\}/gm)) {
    for (const [, type = '', data = ''] of body.matchAll(
      /^ {2}(\w+): (\{[\s\S]*?\}|ResultData);$/gm,
    )) {
      types.set(type, listMembers(data === 'ResultData' ? result : data.slice(1, -1)));
    }
  }
  return types;
}

function listDescribed(): Map<string, string[]> {
  return new Map(
    [...page.matchAll(/^\| `(\w+)` \| (`[^|]+`) \| .*\|$/gm)].map(([, type = '', fields = '']) => [
      type,
      fields.split(', ').map((field) => field.replaceAll('`', '')),
    ]),
  );
}

describe('the page about the log', () => {
  it('lists every type of event with every field of its data, and no other', () => {
    const types = listTypes();
    expect(types.size).toBeGreaterThan(80);
    expect(Object.fromEntries(listDescribed())).toEqual(Object.fromEntries(types));
  });

  it('says enough to compute the standings again, by its own steps alone', {
    timeout: 60_000,
  }, () => {
    const { log, ladders } = simulateSeason({
      seed: 11,
      teams: 16,
      people: 80,
      starts_at: '2026-05-01T12:00:00.000Z',
      ends_at: '2026-09-01T12:00:00.000Z',
      habits: { disputesResult: 0.1 },
      ladders: [
        {
          ladder_id: 'ladder',
          season_id: 'season',
          name: 'Replayed',
          season_name: '1',
          game: 'game',
          format: 'rung',
          zone: 'Europe/Berlin',
          is_test: false,
          rules: createDefaultRules(),
          region: 'everywhere',
          share: 1,
          script: 'justice',
        },
      ],
    });
    const lines = log.filter(({ stream }) => stream === 'ladder:ladder');
    expect(lines.some(({ type }) => type === 'result_overturned')).toBe(true);
    const wanted = Object.values(ladders.ladder?.entries ?? {}).map(
      ({ id, rung, streak, record }) => [id, { rung, streak, record }],
    );
    expect(Object.fromEntries(replay(lines))).toEqual(Object.fromEntries(wanted));
  });
});

interface Standing {
  rung: number | null;
  streak: number;
  record: Record<'wins' | 'losses' | 'draws' | 'forfeits_won' | 'forfeits_lost', number>;
}

type Side = 'challenger' | 'defender';

/** A result as both sides' records have it. */
function addResult(won: Standing, lost: Standing, forfeits: number): void {
  won.record.wins += 1;
  won.record.forfeits_won += forfeits;
  won.streak = Math.max(won.streak, 0) + 1;
  lost.record.losses += 1;
  lost.record.forfeits_lost += forfeits;
  lost.streak = Math.min(lost.streak, 0) - 1;
}

/** Where an event says by itself that entries stand. */
function takePlaces(entries: Map<string, Standing>, { type, data }: LeagueEvent): void {
  if (type === 'entry_joined') {
    const record = { wins: 0, losses: 0, draws: 0, forfeits_won: 0, forfeits_lost: 0 };
    entries.set(data.entry_id, { rung: data.rung, streak: 0, record });
  } else if (type === 'suspension_ended') {
    Object.assign(entries.get(data.entry_id) ?? {}, { rung: data.rung });
  } else if (type === 'result_overturned') {
    for (const { entry_id, rung, streak, record } of data.standings) {
      entries.set(entry_id, { rung, streak, record: { ...record } });
    }
  }
  if ('moves' in data) {
    for (const { entry_id, to } of data.moves) {
      Object.assign(entries.get(entry_id) ?? {}, { rung: to });
    }
  }
}

/** A replay by somebody who has the page and not our code. */
function replay(lines: readonly LeagueEvent[]): Map<string, Standing> {
  const entries = new Map<string, Standing>();
  const matches = new Map<string | null, Record<Side, string>>();
  const get = (id: string | undefined): Standing => entries.get(id ?? '') as Standing;
  for (const line of lines) {
    const { type, match_id, data } = line;
    if (type === 'season_planned') {
      entries.clear();
    }
    if (type === 'challenge_made') {
      matches.set(match_id, { challenger: data.challenger_id, defender: data.defender_id });
    }
    if (type === 'match_completed' || type === 'match_forfeited') {
      const winner = data.winner as Side;
      const loser = winner === 'challenger' ? 'defender' : 'challenger';
      const sides = matches.get(match_id);
      addResult(get(sides?.[winner]), get(sides?.[loser]), type === 'match_forfeited' ? 1 : 0);
    }
    takePlaces(entries, line);
  }
  return entries;
}
