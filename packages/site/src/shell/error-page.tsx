import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useEnvironment } from '../app/environment.tsx';
import { toDocumentTitle, toErrorHint, toErrorTitle } from '../app/load-page.ts';
import type { PayloadError } from '../document-data.ts';
import { ButtonLink } from '../ui/button.tsx';
import { PageTop } from '../ui/page-top.tsx';

/** What stands where a page should be: that there is none, or that it could not be made; null for what the page itself threw. */
export function ErrorPage({ error }: { error: PayloadError | null }) {
  const t = useTranslations('shell.errors');
  const { shell } = useEnvironment();
  const status = error?.status ?? 500;
  const missing = error?.missing;
  const message =
    missing === undefined
      ? t(status === 429 ? 'too_many' : 'something')
      : t(missing.reason, { path: missing.path });
  const title = t(toErrorTitle(status));
  useEffect(() => {
    document.title = toDocumentTitle(title, shell);
  }, [title, shell]);
  return (
    <PageTop title={title} kicker={t('status', { status })}>
      <p className="error-message">{message}</p>
      <p className="soft">{error?.hint ?? t(toErrorHint(status))}</p>
      <p className="error-acts">
        <ButtonLink look="main" href="/">
          {t('home')}
        </ButtonLink>
      </p>
    </PageTop>
  );
}
