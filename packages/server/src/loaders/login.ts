import type { LoginData } from '@muster/site/pages/login/data.ts';
import type { Loader } from '../context.ts';

/** The ways in. A league whose services cannot be asked offers the chat platform, as all do. */
export const loadLogin: Loader<LoginData> = async ({ readSignIn }) => {
  const fallback = { email: false, sign_up: false, captcha: false };
  const chat = { providers: [{ name: 'discord', label: null }], ...fallback };
  return { options: (await readSignIn?.().catch(() => null)) ?? chat };
};
