import {
  type LadderEvent,
  replayLadder,
  simulateSeason,
  toCanonicalJson,
  toHash,
} from '@muster/league';
import { compare, type Figure, findGrowth } from './measure.ts';

/** Replaying a ladder's log into its state, beside reading the same lines and hashing their bytes. */
export async function bench(): Promise<Figure[]> {
  const { log } = simulateSeason({
    seed: 3,
    teams: 40,
    people: 240,
    starts_at: '2026-05-01T12:00:00.000Z',
    ends_at: '2026-11-01T12:00:00.000Z',
    ladders: [
      {
        ladder_id: 'ladder',
        season_id: 'season',
        name: 'Bench',
        season_name: '1',
        game: 'game',
        format: 'rung',
        zone: 'Europe/Berlin',
        is_test: false,
        rules: { maps: { pool: ['One', 'Two', 'Three', 'Four', 'Five'] }, score: { mapLimit: 11 } },
        region: 'everywhere',
        share: 1,
      },
    ],
  });
  const lines = log
    .filter(({ stream }) => stream.startsWith('ladder:'))
    .map((event) => JSON.stringify(event));
  const take = (times: number, work: (line: string) => void) => {
    for (let count = 0; count < times; count += 1) {
      work(lines[count % lines.length] ?? '');
    }
  };
  const replay = (times: number) => {
    const events = function* () {
      for (let count = 0; count < times; count += 1) {
        yield JSON.parse(lines[count % lines.length] ?? '') as LadderEvent;
      }
    };
    replayLadder(events());
  };
  return [
    await compare({
      what: `replay of a log, events (${lines.length} in turn)`,
      goal: '0.5',
      times: lines.length,
      ours: { run: replay },
      floor: { run: (times) => take(times, (line) => toHash(toCanonicalJson(JSON.parse(line)))) },
    }),
    await findGrowth({
      what: 'replay of a log, events',
      goal: '1',
      sizes: [10_000, 100_000, 1_000_000],
      async getSeconds(size) {
        // Of this process's own time: what else the machine does would make the longest look worst.
        const started = process.cpuUsage();
        replay(size);
        const { user, system } = process.cpuUsage(started);
        return (user + system) / 1_000_000;
      },
    }),
  ];
}
