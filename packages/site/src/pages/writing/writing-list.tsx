import { useTranslations } from 'use-intl';
import { useRouter } from '../../app/router.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { Time } from '../../ui/time.tsx';
import type { WritingListData, WritingThing } from './data.ts';
import './writing.css';

/** Everything whose texts one may write, with one's drafts. */
export default function WritingListPage({ data }: { data: WritingListData }) {
  const t = useTranslations('writing');
  const router = useRouter();
  const begin = () => router.navigate(`/admins/writing/articles/new-${crypto.randomUUID()}`);
  const toPage = (from: number) =>
    `/admins/writing?${new URLSearchParams({ kind: data.kind ?? '', q: data.query, from: String(from) })}`;
  return (
    <>
      <PageTop title={t('title')} kicker={<a href="/admins">{t('desk')}</a>} />
      <div className="page stack">
        <nav className="writing-languages" aria-label={t('kinds.label')}>
          <a href="/admins/writing" aria-current={data.kind === null ? 'page' : undefined}>
            {t('kinds.all')}
          </a>
          {data.kinds.map((kind) => (
            <a
              key={kind}
              href={`/admins/writing?kind=${kind}`}
              aria-current={data.kind === kind ? 'page' : undefined}
            >
              {t(`kinds.${kind}`)}
            </a>
          ))}
        </nav>
        <form action="/admins/writing">
          {data.kind !== null && <input type="hidden" name="kind" value={data.kind} />}
          <Field label={t('search')}>
            {(control) => <input {...control} type="search" name="q" defaultValue={data.query} />}
          </Field>
        </form>
        <div>
          <Button look="main" onClick={() => void begin()}>
            {t('new')}
          </Button>
        </div>
        <ul className="lines">
          {data.new_drafts.map(({ slug, title, at }) => (
            <li key={slug}>
              <a href={`/admins/writing/articles/${slug}`}>{title || t('untitled')}</a>{' '}
              <span className="soft">
                {t('draft')} <Time instant={at} />
              </span>
            </li>
          ))}
          {data.things.map((thing) => (
            <ThingLine key={`${thing.kind}/${thing.slug}`} thing={thing} />
          ))}
        </ul>
        {data.things.length === 0 && <EmptyState title={t('none')} />}
        <p>
          {data.from > 1 && (
            <a href={toPage(Math.max(1, data.from - data.limit))}>{t('previous')}</a>
          )}{' '}
          {data.from + data.limit <= data.total && (
            <a href={toPage(data.from + data.limit)}>{t('next')}</a>
          )}
        </p>
      </div>
    </>
  );
}

function ThingLine({ thing }: { thing: WritingThing }) {
  const t = useTranslations('writing');
  return (
    <li>
      <a href={`/admins/writing/${thing.kind}/${thing.slug}`}>{thing.title || thing.slug}</a>{' '}
      <span className="soft">
        {t(`kinds.${thing.kind}`)} · {thing.languages.join(' ')}
        {thing.stale > 0 && ` · ${t('stale', { count: thing.stale })}`}
        {thing.draft_at !== null && ` · ${t('draft')}`}
        {thing.open.length > 0 && ` · ${t('open', { names: thing.open.join(', ') })}`}
      </span>
    </li>
  );
}
