import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Files that take most of a minute, by what their paths hold: begun last they would keep one process busy and the others idle. */
const longest = [
  'backend/src/storage/kills.db',
  'backend/src/storage/move-kills.db',
  'server/src/testing/backend-alone.db',
  'backend/src/storage/failing-s3.db',
  'database/src/embedded/start-embedded.db',
  'server/src/league-file/import-league.db',
];

/** The longest files first, then the largest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const toPlace = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((path) => moduleId.includes(path));
      return place === -1 ? longest.length : place;
    };
    return (await super.sort(files)).sort((one, other) => toPlace(one) - toPlace(other));
  }
}
