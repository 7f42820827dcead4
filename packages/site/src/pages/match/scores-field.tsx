import { useTranslations } from 'use-intl';
import type { MatchData } from './data.ts';
import type { TypedScore } from './typed-scores.ts';

interface ScoresFieldProps {
  data: MatchData;
  typed: TypedScore[];
  onChange: (typed: TypedScore[]) => void;
}

/** The scores map by map, with the rules' limit on each. */
export function ScoresField({ data, typed, onChange }: ScoresFieldProps) {
  const t = useTranslations('match-pieces.report');
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
