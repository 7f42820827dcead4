import type { Counts, PlaceAgreement, SimulationReport, Spread } from '@muster/league';

type Row = [label: string, ...cells: (string | number)[]];

function formatRows(rows: readonly Row[]): string[] {
  return rows.map(([label, ...cells]) =>
    `  ${label.padEnd(34)}${cells.map((cell) => String(cell).padStart(10)).join('')}`.trimEnd(),
  );
}

function formatSection(title: string, rows: readonly Row[]): string {
  return [title, ...formatRows(rows.length > 0 ? rows : [['none']])].join('\n');
}

function formatPart(part: number, all: number): string {
  return all === 0 ? '-' : `${((100 * part) / all).toFixed(1)} %`;
}

function toShares(counts: Counts): Row[] {
  const all = counts.reduce((sum, [, number]) => sum + number, 0);
  return counts.map(([name, number]) => [name, number, formatPart(number, all)]);
}

function formatDays(hours: number | null): string {
  return hours === null ? '-' : `${(hours / 24).toFixed(1)} d`;
}

function toWait(label: string, { count, median, p90 }: Spread): Row {
  return [label, count, formatDays(median), formatDays(p90)];
}

function formatCorrelation(correlation: number | null): string {
  return correlation === null ? '-' : correlation.toFixed(3);
}

function toPlaces(places: readonly PlaceAgreement[], wonShare: number | null): Row[] {
  return [
    ...places.map(
      ({ part, entries, correlation }): Row => [
        part === 0 ? 'at the opening' : `after ${100 * part} % of the season`,
        entries,
        formatCorrelation(correlation),
      ],
    ),
    ['share of results won, at the end', '', formatCorrelation(wonShare)],
  ];
}

/** The report as the operator reads it: sections of aligned columns. */
export function formatReport(
  report: SimulationReport,
  { teams, days, seed }: { teams: number; days: number; seed: number },
): string {
  const { results, disputes, played, waits, wishes } = report;
  return [
    `${teams} teams, ${days} days, seed ${seed}: ${report.events} events`,
    formatSection('Entries at the end', toShares(report.entries)),
    formatSection('Matches by status', toShares(report.matches)),
    formatSection('Results by reason', toShares(results.reasons)),
    formatSection('Decided by the clock', [
      ['results', results.by_clock, formatPart(results.by_clock, results.all)],
    ]),
    formatSection('Refusals by code', toShares(report.refusals)),
    formatSection('Wanted to challenge', [
      ['looks', wishes.all],
      ['met nobody whom the rules allow', wishes.unmet, formatPart(wishes.unmet, wishes.all)],
    ]),
    formatSection('Acts of the clock by rule', toShares(report.rules)),
    formatSection('Waits (number, median, p90)', [
      toWait('challenge to result', waits.challenge_to_result),
      toWait('result to result of one entry', waits.between_results),
    ]),
    formatSection('Disputes by reason', toShares(disputes.reasons)),
    formatSection('Judgement', [
      ['rulings', disputes.rulings],
      ['appeals', disputes.appeals],
      ['results overturned', disputes.overturned],
      ['won in play, standing otherwise', played.wronged, formatPart(played.wronged, played.all)],
    ]),
    formatSection('Strikes by reason', toShares(report.strikes)),
    formatSection('Sanctions and rests', [
      ['suspensions', report.suspensions],
      ['rests', report.rests],
    ]),
    formatSection(
      'Places against true strength (entries, Spearman)',
      toPlaces(report.places, report.won_share),
    ),
  ].join('\n\n');
}
