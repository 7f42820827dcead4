import type { SiteRules } from './decide-route.ts';

interface Addresses {
  forumUrl: string | null;
  chatInviteUrl: string | null;
}

/** The rules of this site: what is guarded, and the short addresses that lead elsewhere. */
export function createSiteRules({ forumUrl, chatInviteUrl }: Addresses): SiteRules {
  return {
    guard: {
      loginPath: '/login',
      callbackPath: '/confirm',
      include: [
        '/account*',
        '/me',
        '/admins/*',
        '/teams/new',
        '/teams/*/edit',
        '/ladders/*/admin*',
        '/matches/*/ruling',
      ],
      exclude: [],
      savesRedirect: true,
    },
    routeRules: {
      '/profile': { redirect: '/account', status: 302 },
      '/ladders': { redirect: '/', status: 302 },
      ...(forumUrl === null ? {} : { '/forum': { redirect: forumUrl, status: 302 } }),
      ...(chatInviteUrl === null ? {} : { '/chat': { redirect: chatInviteUrl, status: 302 } }),
    },
  };
}
