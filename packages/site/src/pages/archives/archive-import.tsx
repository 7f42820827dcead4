import { useTranslations } from 'use-intl';
import { PageTop } from '../../ui/page-top.tsx';
import './archives.css';
import './archive-office.css';
import { EditForm } from './edit-form.tsx';
import type { ArchiveImportData } from './import-data.ts';
import { ImportForm } from './import-form.tsx';

/** Bringing a history of another place in; with one that is here already, saying anew what it is. */
export default function ArchiveImportPage({ data }: { data: ArchiveImportData }) {
  const t = useTranslations('archive-office.import');
  const words = useTranslations('archives');
  const { edited } = data;
  return (
    <>
      <PageTop title={edited?.title ?? t('title')} kicker={<a href="/archives">{words('back')}</a>}>
        <p className="archives-lead">{t(edited === null ? 'lead' : 'edit_lead')}</p>
      </PageTop>
      <div className="page stack archives-debug">
        {edited === null ? (
          <ImportForm />
        ) : (
          <EditForm key={edited.slug} edited={edited} game={data.game} />
        )}
      </div>
    </>
  );
}
