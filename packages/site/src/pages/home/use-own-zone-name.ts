import { useTimeZone } from 'use-intl';
import { useIntlState } from '../../intl/intl-root.tsx';

/** What the reader's zone is called in their language; nothing where only the browser knows which it is, as on a first page. */
export function useOwnZoneName(): string | undefined {
  const zone = useTimeZone() ?? 'UTC';
  const { places } = useIntlState();
  return zone === 'UTC' ? zone : places?.[zone];
}
