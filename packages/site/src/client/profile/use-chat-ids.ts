import { useEffect, useState } from 'react';

/** As many as the server gives at once. */
const most = 100;

/**
 * The chat accounts of those people who show theirs, by user_id. Asked for once the page is alive, and
 * empty until then and where they cannot be had.
 */
export function useChatIds(userIds: readonly (string | null)[]): Readonly<Record<string, string>> {
  const [chatIds, setChatIds] = useState<Readonly<Record<string, string>>>({});
  const asked = userIds
    .filter((id) => id !== null)
    .slice(0, most)
    .join(' ');
  useEffect(() => {
    if (asked === '') {
      return;
    }
    let isGone = false;
    void import('../session/linked-accounts.ts')
      .then(({ fetchDiscordIds }) => fetchDiscordIds(asked.split(' ')))
      .then((found) => {
        if (!isGone) {
          setChatIds(found);
        }
      });
    return () => {
      isGone = true;
    };
  }, [asked]);
  return chatIds;
}
