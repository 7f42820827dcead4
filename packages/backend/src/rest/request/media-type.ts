import { RestFailure } from '../failure.ts';

/** How an answer is written: all rows, one row as an object, or a table of text. */
export interface Format {
  kind: 'array' | 'object' | 'csv';
  /** Members that are null are left out. */
  isStripped: boolean;
  contentType: string;
}

const utf8 = '; charset=utf-8';

/** Chooses the first form of answer that the `Accept` header names and we can make; PGRST107 if none. */
export function chooseFormat(accept: string | null): Format {
  const accepted = toSorted(accept ?? '*/*');
  for (const each of accepted) {
    const format = findFormat(each);
    if (format !== null) {
      return format;
    }
  }
  throw new RestFailure(406, {
    code: 'PGRST107',
    message: `None of these media types are available: ${accepted.map(({ type }) => type).join(', ')}`,
  });
}

interface MediaType {
  type: string;
  parameters: readonly string[];
}

function toSorted(accept: string): MediaType[] {
  return accept
    .split(',')
    .map((part) => {
      const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const quality = Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1);
      return { type, parameters, quality: Number.isFinite(quality) ? quality : 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
}

function findFormat({ type, parameters }: MediaType): Format | null {
  const isStripped = parameters.includes('nulls=stripped');
  const ending = isStripped ? `;nulls=stripped${utf8}` : utf8;
  switch (type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return { kind: 'array', isStripped: false, contentType: `application/json${utf8}` };
    case 'application/vnd.pgrst.array+json':
    case 'application/vnd.pgrst.array':
      return isStripped
        ? { kind: 'array', isStripped, contentType: `application/vnd.pgrst.array+json${ending}` }
        : { kind: 'array', isStripped, contentType: `application/json${utf8}` };
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.object': {
      const contentType = `application/vnd.pgrst.object+json${ending}`;
      return { kind: 'object', isStripped, contentType };
    }
    case 'text/*':
    case 'text/csv':
      return { kind: 'csv', isStripped: false, contentType: `text/csv${utf8}` };
    default:
      return null;
  }
}
