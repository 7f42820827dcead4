import { useTranslations } from 'use-intl';
import { useHint } from '../../client/live/hints.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { loosen } from '../../intl/intl-root.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import '../owner/owner.css';
import { OwnedOrder } from '../owner/owned-order.tsx';
import { RetireButton } from '../owner/retire-button.tsx';
import { RetiredList } from '../owner/retired-list.tsx';
import { ServerStatus } from '../servers/server-status.tsx';
import type { OwnedServer, OwnedServersData } from './data.ts';
import './server-admin.css';

/** The listed servers by their pages, each with how it is and why it was not heard; below them those that are retired. */
export default function OwnedServersPage({ data: { servers, topic } }: { data: OwnedServersData }) {
  const reload = useReload();
  useHint(topic, () => void reload());
  const t = useTranslations('server-admin');
  const kept = servers.filter(({ is_retired }) => !is_retired);
  const retired = servers.filter(({ is_retired }) => is_retired);
  const pages = [...new Set(kept.map(({ page }) => page))];
  return (
    <>
      <PageTop title={t('titles.servers')} kicker={<a href="/admins">{t('desk')}</a>}>
        <p className="owner-lead">{t('lead')}</p>
        <p className="owner-acts">
          <ButtonLink look="main" href="/admins/servers/new">
            {t('add')}
          </ButtonLink>
        </p>
      </PageTop>
      <div className="page owner">
        {kept.length === 0 && <EmptyState title={t('none')} reason={t('none_reason')} />}
        {pages.map((page) => (
          <section key={page}>
            <SectionHead title={page} id={page}>
              <a href={`/servers/${page}`}>{t('look')}</a>
            </SectionHead>
            <OwnedOrder kind="servers" items={kept.filter((server) => server.page === page)}>
              {(server) => <ServerRow server={server} />}
            </OwnedOrder>
          </section>
        ))}
        <RetiredList items={retired}>{(server) => <ServerRow server={server} />}</RetiredList>
      </div>
    </>
  );
}

function ServerRow({ server }: { server: OwnedServer }) {
  const t = useTranslations('server-admin');
  const toFault = loosen(useTranslations('server-admin.faults'));
  const { slug, name, protocol, host, port, fault, is_demo, is_retired, is_long_silent } = server;
  const address = host === null ? null : `${host}:${port}`;
  return (
    <>
      <div className="owner-name">
        <a href={`/admins/servers/${slug}`}>{name}</a>
        <p className="soft">
          {[t(`protocols.${protocol}`), address, is_demo && t('demo')].filter(Boolean).join(' · ')}
        </p>
        {!is_retired && (
          <p className="server-admin-state">
            <ServerStatus state={server.state} />
          </p>
        )}
        {fault !== null && toFault.has(fault) && !is_retired && (
          <p className="soft">{toFault(fault)}</p>
        )}
        {is_long_silent && !is_retired && (
          <p className="server-admin-moved">
            {t.rich('moved', {
              link: (chunks) => <a href={`/admins/servers/${slug}`}>{chunks}</a>,
            })}
          </p>
        )}
      </div>
      <RetireButton kind="servers" thing={{ slug, name, is_retired }} />
    </>
  );
}
