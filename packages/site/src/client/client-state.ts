import type { Session, User } from '@supabase/auth-js';
import { createStore } from '../app/store.ts';

export interface Profile {
  id: string;
  user_id: string | null;
  username: string;
  locale: string;
}

export interface Team {
  id: string;
  slug: string;
  name: string;
  tag: string;
}

/** What this tab knows of the person in front of it. */
export interface ClientState {
  session: Session | null;
  user: User | null;
  team: Team | null;
  profile: Profile | null;
}

const nobody: ClientState = { session: null, user: null, team: null, profile: null };

export const clientState = createStore<ClientState>(nobody);

export function changeClientState(change: Partial<ClientState>): void {
  clientState.set({ ...clientState.get(), ...change });
}
