import type { ComponentType } from 'react';
import { useLoaderData } from 'react-router';
import type { Payload } from '../document-data.ts';
import type { PageName } from '../page-data.ts';
import { AwaitingSession } from '../shell/awaiting-session.tsx';
import { useDocumentHead } from './use-document-head.ts';

/** Makes a route's component of a page: it takes the data out of the payload. */
export function createPageHost(name: PageName, Page: ComponentType<{ data: unknown }>) {
  return function PageHost() {
    const payload = useLoaderData() as Payload;
    if (payload.awaits_session) return <AwaitingSession />;
    return <PageWithHead name={name} Page={Page} data={payload.data} />;
  };
}

interface PageWithHeadProps {
  name: PageName;
  Page: ComponentType<{ data: unknown }>;
  data: unknown;
}

function PageWithHead({ name, Page, data }: PageWithHeadProps) {
  useDocumentHead(name, data);
  return <Page data={data} />;
}
