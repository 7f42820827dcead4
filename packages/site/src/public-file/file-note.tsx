import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Router } from '../app/router.tsx';
import type { Findable } from './given.ts';
import { readGiven } from './given.ts';
import { getIndex } from './index-data.ts';
import { type Found, search } from './search.ts';
import './file-note.css';

const most = 12;

/** What stands above every page of the file: whose copy of what instant it is, the search, and what a check in it is worth. */
export function FileNote({ router }: { router: Router }) {
  const t = useTranslations('public-file');
  const format = useFormatter();
  const { shell, now } = getIndex();
  const { page } = useSyncExternalStore(router.shown.subscribe, router.shown.get);
  const at = format.dateTime(new Date(now), { dateStyle: 'long', timeStyle: 'short' });
  return (
    <aside className="file-note" aria-label={t('label')}>
      <div className="file-note-inner">
        <p className="file-note-about">{t('about', { league: shell.league_name, at })}</p>
        <Search />
        {/* Where somebody is about to check, what that is worth is open. */}
        <details key={page} open={page === 'ladder-log'}>
          <summary>{t('truth')}</summary>
          <p>{t('proof')}</p>
          <p>
            <code>muster verify FILE</code>
          </p>
        </details>
      </div>
    </aside>
  );
}

function Search() {
  const t = useTranslations('public-file');
  const id = useId();
  const [words, setWords] = useState('');
  const found = useFound(words);
  return (
    <search className="file-search field">
      <label className="visually-hidden" htmlFor={id}>
        {t('search')}
      </label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        placeholder={t('search')}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <output className="visually-hidden">
        {found !== null && t('found', { count: found.length })}
      </output>
      {found !== null && (
        <div className="file-found">
          {found.length === 0 && <p className="file-found-none">{t('found', { count: 0 })}</p>}
          <ul>
            {found.map(({ kind, name, address }) => (
              <li key={address}>
                <a href={`#${address}`} onClick={() => setWords('')}>
                  <span>{name}</span> <span className="soft">{t(`kinds.${kind}`)}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </search>
  );
}

/** What was found; null while nothing is looked for, and until the list of names is here. */
function useFound(words: string): Found[] | null {
  const [list, setList] = useState<readonly Findable[] | null>(null);
  const isWanted = words.trim() !== '';
  useEffect(() => {
    if (isWanted) {
      readGiven<readonly Findable[]>('names').then(setList, (error: unknown) =>
        console.error('The names could not be read', error),
      );
    }
  }, [isWanted]);
  return list === null || !isWanted ? null : search(list, words, most);
}
