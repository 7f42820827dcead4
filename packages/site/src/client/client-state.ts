import type { AuthChangeEvent, Session, User } from '@supabase/auth-js';
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
  /** The auth events that this tab heard of, the newest last; older ones are forgotten. */
  events: readonly AuthChangeEvent[];
  session: Session | null;
  user: User | null;
  team: Team | null;
  profile: Profile | null;
}

const nobody: ClientState = { events: [], session: null, user: null, team: null, profile: null };

export const clientState = createStore<ClientState>(nobody);

export function changeClientState(change: Partial<ClientState>): void {
  clientState.set({ ...clientState.get(), ...change });
}

const keptEvents = 12;

/** Notes an auth event and the session that it leaves. */
export function noteAuthEvent(event: AuthChangeEvent, session: Session | null): void {
  const events = [...clientState.get().events, event].slice(-keptEvents);
  changeClientState({ events, session, user: session?.user ?? null });
}
