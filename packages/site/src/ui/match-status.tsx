import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { type StatusKind, StatusMark } from './status-mark.tsx';

/** Every state that a match can be in, and the shape that it is shown by. */
const kinds = {
  challenged: 'match',
  offered: 'match',
  countered: 'match',
  scheduled: 'available',
  checking_in: 'check_in',
  veto: 'check_in',
  live: 'match',
  reported: 'check_in',
  disputed: 'disputed',
  completed: 'quiet',
  forfeited: 'quiet',
  voided: 'quiet',
  declined: 'quiet',
  withdrawn: 'quiet',
  expired: 'quiet',
  cancelled: 'quiet',
} as const satisfies Record<string, StatusKind>;

export type MatchStatusName = keyof typeof kinds;
export const matchStatusNames = Object.keys(kinds) as MatchStatusName[];

interface MatchStatusProps {
  status: MatchStatusName;
  /** Until when, or since when. */
  children?: ReactNode;
}

export function MatchStatus({ status, children }: MatchStatusProps) {
  const t = useTranslations('pieces.match_status');
  return (
    <StatusMark kind={kinds[status]} label={t(status)}>
      {children}
    </StatusMark>
  );
}
