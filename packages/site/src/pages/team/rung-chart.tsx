import { useNow, useTranslations } from 'use-intl';
import { Time } from '../../ui/time.tsx';
import type { TeamEntry } from './data.ts';
import { drawRungChart, type RungChartDrawing } from './draw-rung-chart.ts';
import './rung-chart.css';

/** How a place came about: the rungs that an entry stood on, drawn by the server. */
export function RungChart({ entry }: { entry: TeamEntry }) {
  const t = useTranslations('team.chart');
  const now = useNow().getTime();
  const end = entry.season.is_running ? now : Date.parse(entry.steps.at(-1)?.at ?? '');
  const chart = drawRungChart(entry.steps, end);
  const begin = entry.steps[0];
  if (chart === null || begin === undefined) {
    return null;
  }
  const words = { first: chart.first, best: chart.best, moves: entry.steps.length - 1 };
  return (
    <figure className="rung-chart">
      <svg
        role="img"
        aria-label={
          chart.last === null ? t('label_gone', words) : t('label', { ...words, last: chart.last })
        }
      >
        <ChartMarks chart={chart} />
        {chart.lines.map(({ x1, y1, x2, y2 }) => (
          <line
            key={`${x1} ${y1} ${y2}`}
            className="rung-chart-line"
            x1={`${x1}%`}
            y1={`${y1}%`}
            x2={`${x2}%`}
            y2={`${y2}%`}
          />
        ))}
        {chart.end !== null && (
          <circle className="rung-chart-end" cx={`${chart.end.x}%`} cy={`${chart.end.y}%`} r="4" />
        )}
      </svg>
      <figcaption className="soft">
        <Time instant={begin.at} look="date" />
        <span>{t('best', { rung: chart.best })}</span>
        <span>{entry.season.is_running ? t('now') : t('end')}</span>
      </figcaption>
    </figure>
  );
}

function ChartMarks({ chart }: { chart: RungChartDrawing }) {
  return chart.marks.map(({ rung, y }) => (
    <g key={rung} className="rung-chart-mark">
      <line x1="7%" y1={`${y}%`} x2="97%" y2={`${y}%`} />
      <text x="5%" y={`${y}%`} textAnchor="end" dominantBaseline="central">
        {rung}
      </text>
    </g>
  ));
}
