import { RatingChart } from '../rating/rating-chart.tsx';
import type { TeamEntry } from './data.ts';
import { RungChart } from './rung-chart.tsx';

/** How an entry came to where it stands. */
export function EntryCharts({ entry }: { entry: TeamEntry }) {
  return (
    <>
      <RungChart entry={entry} />
      <RatingChart name={entry.ladder.name} points={entry.ratings} />
    </>
  );
}
