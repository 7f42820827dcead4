import { takeRow } from '@muster/database';
import type { LoginData } from '@muster/site/pages/login/data.ts';
import type { Loader } from '../context.ts';

/** The ways in. A league whose services cannot be asked offers the chat platform, as all do. */
export const loadLogin: Loader<LoginData> = async ({ database, readSignIn }) => {
  const row = takeRow(
    await database.query<{ has_organisations: boolean }>(
      `select exists (select from auth.sso_domains d
         join auth.sso_providers p on p.id = d.sso_provider_id
         where p.disabled is not true) as has_organisations`,
    ),
  );
  const fallback = { email: false, sign_up: false, captcha: false };
  const chat = { providers: [{ name: 'discord', label: null }], ...fallback };
  const options = (await readSignIn?.().catch(() => null)) ?? chat;
  return { options, has_organisations: row.has_organisations };
};
