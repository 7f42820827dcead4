import type { MapScore, Rules, Side } from '@muster/league';
import { useTranslations } from 'use-intl';
import type { MatchData } from './data.ts';

/** A map's scores as typed: empty while nothing is. */
export interface TypedScore {
  map: string;
  challenger: string;
  defender: string;
}

/** One row for each map of the match. */
export function toTypedScores(
  { maps, rules }: MatchData,
  scores: readonly MapScore[] = [],
): TypedScore[] {
  return Array.from({ length: rules.maps.count }, (_, index) => ({
    map: maps[index]?.map ?? scores[index]?.map ?? String(index + 1),
    challenger: scores[index]?.challenger.toString() ?? '',
    defender: scores[index]?.defender.toString() ?? '',
  }));
}

/** The maps that were played: those before the first that is left empty. */
export function toMapScores(typed: readonly TypedScore[]): MapScore[] {
  const end = typed.findIndex(({ challenger, defender }) => challenger === '' || defender === '');
  return typed.slice(0, end < 0 ? typed.length : end).map(({ map, challenger, defender }) => ({
    map,
    challenger: Number(challenger),
    defender: Number(defender),
  }));
}

/** Who wins by these scores; undefined while they decide nothing. */
export function findTypedWinner(
  { score, maps }: Rules,
  scores: readonly MapScore[],
): Side | null | undefined {
  const total = (side: Side, other: Side) =>
    score.by === 'maps'
      ? scores.filter((map) => map[side] > map[other]).length
      : scores.reduce((sum, map) => sum + map[side], 0);
  const challenger = total('challenger', 'defender');
  const defender = total('defender', 'challenger');
  const isWhole =
    scores.length === maps.count ||
    (score.by === 'maps' && Math.max(challenger, defender) > maps.count / 2);
  if (!isWhole) return undefined;
  if (challenger === defender) return score.draws ? null : undefined;
  return challenger > defender ? 'challenger' : 'defender';
}

interface ScoresFieldProps {
  data: MatchData;
  typed: TypedScore[];
  onChange: (typed: TypedScore[]) => void;
}

/** The scores map by map, with the rules' limit on each. */
export function ScoresField({ data, typed, onChange }: ScoresFieldProps) {
  const t = useTranslations('match.report');
  const { challenger, defender } = data.sides;
  const limit = data.rules.score.mapLimit;
  return (
    <table className="scores">
      <caption>{limit === null ? t('caption') : t('caption_limit', { limit })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('map')}</th>
          <th scope="col">{challenger.name}</th>
          <th scope="col">{defender.name}</th>
        </tr>
      </thead>
      <tbody>
        {typed.map((row, index) => (
          <tr key={row.map}>
            <th scope="row">{row.map}</th>
            {(['challenger', 'defender'] as const).map((side) => (
              <td key={side}>
                <input
                  type="number"
                  inputMode="numeric"
                  min={0}
                  max={limit ?? undefined}
                  value={row[side]}
                  aria-label={t('score_of', { team: data.sides[side].name, map: row.map })}
                  onChange={(event) =>
                    onChange(
                      typed.map((other, at) =>
                        at === index ? { ...other, [side]: event.target.value } : other,
                      ),
                    )
                  }
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
