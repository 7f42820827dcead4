import { ask } from './ask.ts';
import type { Texts, WritingData } from './data.ts';

/** One saved version of a language. */
export interface Revision {
  number: number;
  at: string;
  /** Null for what was laid or imported. */
  by: string | null;
}

type Subject = Pick<WritingData, 'kind' | 'slug' | 'locale'>;

const toPath = ({ kind, slug }: Subject) => `/api/writing/${kind}/${slug}/revisions`;

/** The versions of a language, the newest first, from before one of them on. */
export function listRevisions(subject: Subject, before?: number) {
  const from = before === undefined ? '' : `&before=${before}`;
  return ask<{ revisions: Revision[]; has_more: boolean }>(
    `${toPath(subject)}?locale=${subject.locale}${from}`,
  );
}

export function findRevision(subject: Subject, number: number) {
  return ask<Revision & { texts: Texts }>(`${toPath(subject)}/${number}`);
}

/** What a language's texts were at a revision of the thing; empty before the first, null where the network is gone. */
export async function findTexts(subject: Subject, revision: number): Promise<Texts | null> {
  const listed = await listRevisions(subject, revision + 1);
  if (!listed.ok) {
    return null;
  }
  const number = listed.data.revisions[0]?.number;
  if (number === undefined) {
    return {};
  }
  const found = await findRevision(subject, number);
  return found.ok ? found.data.texts : null;
}
