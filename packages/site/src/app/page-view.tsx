import { Component, type ReactNode, useLayoutEffect, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { PageName } from '../page-data.ts';
import { AwaitingSession } from '../shell/awaiting-session.tsx';
import { ErrorPage } from '../shell/error-page.tsx';
import { nameTheGone } from './name-the-gone.ts';
import { type PageComponent, useShown, type ViewPlace } from './router.tsx';
import { useDocumentHead } from './use-document-head.ts';

/** The page of the shown address: itself, or what stands where it should be. */
export function PageView() {
  const { page, Page, result, place } = useShown();
  useLayoutEffect(() => moveView(place), [place]);
  if ('error' in result) {
    return <ErrorPage error={result.error} />;
  }
  if (result.awaits_session) {
    return <AwaitingSession />;
  }
  if (page === null || Page === null) {
    return null;
  }
  return (
    <ErrorBoundary of={result}>
      <PageWithHead
        name={page}
        Page={Page}
        data={result.data}
        namesGone={result.names_gone === true}
      />
    </ErrorBoundary>
  );
}

interface PageWithHeadProps {
  name: PageName;
  Page: PageComponent;
  data: unknown;
  namesGone: boolean;
}

function PageWithHead({ name, Page, data, namesGone }: PageWithHeadProps) {
  const gone = useTranslations('shell')('gone');
  const named = useMemo(
    () => (namesGone ? nameTheGone(data, gone) : data),
    [data, gone, namesGone],
  );
  useDocumentHead(name, named);
  return <Page data={named} />;
}

function moveView(place: ViewPlace | null): void {
  if (place === null) {
    return;
  }
  const target = place.hash === '' ? null : document.getElementById(toId(place.hash));
  if (place.top !== null) {
    window.scrollTo(0, place.top);
  } else if (target !== null) {
    target.scrollIntoView();
  } else {
    window.scrollTo(0, 0);
  }
}

function toId(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

interface ErrorBoundaryProps {
  /** What is shown; with something else the failure is over. */
  of: unknown;
  children: ReactNode;
}

interface ErrorBoundaryState {
  failed: boolean;
  of: unknown;
}

/** Shows the error page instead of a component that threw, until something else is to be shown. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, of: this.props.of };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps(
    { of }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return of === state.of ? null : { failed: false, of };
  }

  override render(): ReactNode {
    return this.state.failed ? <ErrorPage error={null} /> : this.props.children;
  }
}
