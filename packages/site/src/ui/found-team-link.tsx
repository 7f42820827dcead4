import type { ReactNode } from 'react';
import { useViewer } from '../app/environment.tsx';
import { ButtonLink } from './button.tsx';

interface FoundTeamLinkProps {
  look?: 'main' | 'quiet';
  children: ReactNode;
}

/** Leads to founding a team; nothing for somebody to whom that is refused. */
export function FoundTeamLink({ look = 'quiet', children }: FoundTeamLinkProps) {
  return useViewer()?.held === 'barred' ? null : (
    <ButtonLink look={look} href="/teams/new">
      {children}
    </ButtonLink>
  );
}
