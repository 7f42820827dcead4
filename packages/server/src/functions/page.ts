import type { FunctionLogLine, FunctionsData } from '@muster/site/pages/functions/data.ts';
import type { Loader } from '../context.ts';
import { isUuid } from '../http/find.ts';
import { readPlace } from '../page/read-place.ts';
import { type KeptLine, listLines, listSpeakers } from './function-log.ts';

const pageSize = 100;

/** What functions said, the newest first, for site admins. */
export const loadFunctions: Loader<FunctionsData> = async ({ database, viewer, url }) => {
  if (viewer?.is_site_admin !== true) {
    return null;
  }
  const before = readPlace(url, 'before');
  const filter = readFilter(url);
  const [functions, found] = await Promise.all([
    listSpeakers(database),
    listLines(database, {
      name: filter.function || null,
      request: filter.request || null,
      before: before === null ? null : String(before),
      lines: pageSize + 1,
    }),
  ]);
  const lines = found.toReversed().slice(0, pageSize).map(toLine);
  const older = found.length > pageSize ? (lines.at(-1)?.id ?? null) : null;
  return { functions, filter, lines, older, is_latest: before === null };
};

/** What an address asks for; what cannot be understood asks for nothing. */
function readFilter(url: URL): FunctionsData['filter'] {
  const name = url.searchParams.get('function') ?? '';
  const request = url.searchParams.get('request') ?? '';
  return {
    function: /^[\w-]{1,100}$/.test(name) ? name : '',
    request: isUuid(request) ? request.toLowerCase() : '',
  };
}

const toLine = ({ id, function: name, request_id, level, text, said_at }: KeptLine) =>
  ({
    ...{ id, function: name, request_id, level, text },
    at: said_at.toISOString(),
  }) satisfies FunctionLogLine;
