import { useFormatter, useTranslations } from 'use-intl';
import { Time } from '../../ui/time.tsx';
import { drawRatingChart, type RatingChartDrawing, type RatingPoint } from './draw-rating-chart.ts';
import './rating-chart.css';

interface RatingChartProps {
  /** Whose rating it is. */
  name: string;
  /** Oldest first. */
  points: readonly RatingPoint[];
}

/** How a rating came about, drawn by the server; each point leads to its match and tells its value. */
export function RatingChart({ name, points }: RatingChartProps) {
  const t = useTranslations('rating');
  const format = useFormatter();
  const chart = drawRatingChart(points);
  if (chart === null) {
    return null;
  }
  const toWords = (value: number) =>
    format.number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <figure className="rating-chart">
      <svg aria-label={t('label', { name })}>
        {chart.marks.map(({ value, y }) => (
          <g key={value} className="rating-chart-mark">
            <line x1="9%" y1={`${y}%`} x2="97%" y2={`${y}%`} />
            <text x="7%" y={`${y}%`} textAnchor="end" dominantBaseline="central">
              {toWords(value)}
            </text>
          </g>
        ))}
        {chart.lines.map(({ x1, y1, x2, y2 }) => (
          <line
            key={`${x1} ${y1} ${x2}`}
            className="rating-chart-line"
            x1={`${x1}%`}
            y1={`${y1}%`}
            x2={`${x2}%`}
            y2={`${y2}%`}
          />
        ))}
        {chart.points.map((point) => (
          <ChartPoint key={point.at} point={point} value={toWords(point.value)} />
        ))}
      </svg>
      <RatingTable points={points} />
    </figure>
  );
}

interface ChartPointProps {
  point: RatingChartDrawing['points'][number];
  value: string;
}

function ChartPoint({ point, value }: ChartPointProps) {
  const format = useFormatter();
  const { x, y, touch, at, match_id } = point;
  const day = format.dateTime(new Date(at), { day: 'numeric', month: 'short' });
  const words = `${day} · ${value}`;
  const spot = <circle className="rating-chart-point" cx={`${x}%`} cy={`${y}%`} r="3.5" />;
  if (touch === null) {
    return spot;
  }
  const marks = (
    <>
      <rect
        className="rating-chart-touch"
        x={`${touch.from}%`}
        width={`${touch.wide}%`}
        height="100%"
      />
      {spot}
      <text
        className="rating-chart-value"
        x={`${Math.min(Math.max(x, 16), 86)}%`}
        y={`${y}%`}
        dy={y < 30 ? 24 : -12}
        textAnchor="middle"
      >
        {words}
      </text>
    </>
  );
  return match_id === null ? (
    <g className="rating-chart-step">{marks}</g>
  ) : (
    <a className="rating-chart-step" href={`/matches/${match_id}`} aria-label={words}>
      {marks}
    </a>
  );
}

/** The same for who hears the page: nothing of it is only drawn. */
function RatingTable({ points }: { points: readonly RatingPoint[] }) {
  const t = useTranslations('rating');
  const format = useFormatter();
  const toWords = (value: number) =>
    format.number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <details className="rating-table">
      <summary>{t('as_table')}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('when')}</th>
            <th scope="col">{t('value')}</th>
            <th scope="col">{t('strength')}</th>
            <th scope="col">{t('uncertainty')}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ at, mu, sigma, match_id }) => (
            <tr key={at}>
              <th scope="row">
                {match_id === null ? (
                  <Time instant={at} look="date" />
                ) : (
                  <a href={`/matches/${match_id}`}>
                    <Time instant={at} look="date" />
                  </a>
                )}
              </th>
              <td>{toWords(mu - 3 * sigma)}</td>
              <td>{toWords(mu)}</td>
              <td>{toWords(sigma)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft">{t('how')}</p>
    </details>
  );
}
