import { useEffect, useState } from 'react';
import { fetchLater } from '../fetch/fetch-later.ts';

export interface FoundPerson {
  person_id: string;
  username: string;
  user_id: string;
}

const pause = 250;

/** The people whose name holds what is typed; null while too little is, and while it is looked for. */
export function useFoundPeople(words: string): FoundPerson[] | null {
  const [found, setFound] = useState<{ words: string; people: FoundPerson[] } | null>(null);
  const wanted = words.trim();
  useEffect(() => {
    if (wanted.length < 2) {
      return;
    }
    const ending = new AbortController();
    const timer = setTimeout(() => {
      void findPeople(wanted, ending.signal).then((people) => {
        if (!ending.signal.aborted) {
          setFound({ words: wanted, people });
        }
      });
    }, pause);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [wanted]);
  return found?.words === wanted ? found.people : null;
}

async function findPeople(words: string, signal: AbortSignal): Promise<FoundPerson[]> {
  try {
    const query = new URLSearchParams({ q: words });
    const response = await fetchLater(`/api/people?${query}`, { signal });
    if (!response.ok) {
      return [];
    }
    const answer = (await response.json()) as { data: { people: FoundPerson[] } };
    return answer.data.people;
  } catch {
    return [];
  }
}
