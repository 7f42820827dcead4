import type { Provider } from '@supabase/auth-js';
import { isLocaleCode } from '../../intl/locales.ts';
import { redirectCookie } from '../../routing/guard.ts';
import { toLocalePath } from '../../routing/locale-paths.ts';
import { changeClientState } from '../client-state.ts';
import { prepareCommands } from '../command/command.ts';
import { writeCookie } from '../cookies.ts';
import { watchPin } from '../live/watch-pin.ts';
import { keepFocus } from '../navigation/keep-focus.ts';
import { isLanguageOpen } from '../profile/first-language.ts';
import { getRuntime } from '../runtime.ts';
import { endSession, openSession, toConfirmAddress } from './session.ts';
import { sessionCookieName } from './session-cookie.ts';
import { cookieStorage } from './session-storage.ts';

const chatPlatform = 'discord';

/** On a page that shows a signed-in person: loads who they are, and the language that they chose; who never could keeps the one they read. */
export async function startSession(): Promise<void> {
  watchPin();
  keepFocus();
  const auth = await openSession();
  const { data } = await auth.getUser();
  if (data.user === null) {
    return;
  }
  // The first command says what is wrong where it cannot be had now.
  prepareCommands().catch((error: unknown) => console.error('Commands are not prepared', error));
  changeClientState({ user: data.user });
  const { intl } = getRuntime();
  const first = intl.get();
  const { profilesByUserId, findTeam, updateOwnProfile } = await import('../profile/profiles.ts');
  const [profile, team] = await Promise.all([
    profilesByUserId.get(data.user.id),
    findTeam(data.user.id),
  ]);
  changeClientState({ profile, team });
  const { locale: shown, pending } = intl.get();
  if (pending !== first.pending || shown !== first.locale) {
    // Chosen meanwhile: what was read of the profile is older.
    return;
  }
  if (profile !== null && profile.locale !== shown && isLanguageOpen(data.user)) {
    await updateOwnProfile({ locale: shown });
    return;
  }
  if (profile !== null && isLocaleCode(profile.locale)) {
    const { applyProfileLocale } = await import('../profile/switch-locale.ts');
    await applyProfileLocale(profile.locale);
  }
}

/** Where the person is now: the place within the page too. */
function toHere(): string {
  return location.pathname + location.search + location.hash;
}

/**
 * Leads to a provider, by default the chat platform or, where that lets nobody in, the page with the ways in;
 * afterwards the person is where they are now, or where they wanted to go.
 */
export async function signIn(provider: string | null): Promise<void> {
  if (!location.pathname.endsWith('/login')) {
    writeCookie(redirectCookie, toHere(), 3600);
  }
  const { environment, router } = getRuntime();
  if (provider === null && !environment.shell.has_chat_sign_in) {
    await router.navigate('/login');
    return;
  }
  const auth = await openSession();
  const { error } = await auth.signInWithOAuth({
    // The league may know providers that the library has no name for.
    provider: (provider ?? chatPlatform) as Provider,
    options: { redirectTo: toConfirmAddress() },
  });
  if (error !== null) {
    throw error;
  }
}

/** The profile is cleared, then the session ends, then the person is home. */
export async function signOut(): Promise<void> {
  const userId = getRuntime().environment.viewer.get()?.user_id;
  changeClientState({ profile: null, team: null });
  if (userId !== undefined) {
    const { profilesByUserId, localesByUserId } = await import('../profile/profiles.ts');
    profilesByUserId.delete(userId);
    localesByUserId.delete(userId);
  }
  await endSession();
}

/** Renews the session, then shows the page that waited for it; without a session it asks to sign in. */
export async function resume(): Promise<void> {
  const auth = await openSession();
  const { data } = await auth.getSession();
  const { environment, intl, router } = getRuntime();
  if (data.session === null) {
    await cookieStorage.removeItem(sessionCookieName);
    writeCookie(redirectCookie, toHere(), 3600);
    const login = toLocalePath('/login', intl.get().locale, environment.routing);
    await router.navigate(login, { replace: true });
  } else {
    await router.revalidate();
  }
}
