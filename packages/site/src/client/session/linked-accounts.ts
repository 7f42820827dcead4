import { fetchWithRetry } from '../fetch/fetch-json.ts';
import { getRuntime, translate } from '../runtime.ts';
import { showToast } from '../toast/show-toast.ts';

export interface LinkedAccount {
  provider: string;
  display_name: string | null;
  url: string | null;
}

/** The chat ids of people who show theirs, by user_id; an empty map when they cannot be had. */
export async function fetchDiscordIds(userIds: readonly string[]): Promise<Record<string, string>> {
  try {
    return await readJson<Record<string, string>>('/api/users/discord-ids', {
      method: 'POST',
      body: { userIds },
    });
  } catch (error) {
    console.error('Chat ids could not be read', error);
    return {};
  }
}

/** The accounts that belong to a profile; an empty list when they cannot be had. */
export async function fetchLinkedAccounts(profileId: string): Promise<LinkedAccount[]> {
  try {
    return await readJson<LinkedAccount[]>(
      `/api/profiles/${encodeURIComponent(profileId)}/linked-accounts`,
    );
  } catch (error) {
    console.error('Linked accounts could not be read', error);
    return [];
  }
}

/** Takes an account from the signed-in person's profile, and says how it went. */
export async function unlinkAccount(provider: string): Promise<void> {
  const viewer = getRuntime().environment.viewer.get();
  if (viewer === null) {
    throw new Error('User not logged in');
  }
  const path = `/api/profiles/${viewer.user_id}/linked-accounts/${encodeURIComponent(provider)}`;
  try {
    await readJson(path, { method: 'DELETE' });
  } catch (error) {
    void showToast({ kind: 'error', text: translate('unlink_failed', { provider }) });
    throw error;
  }
  void showToast({ kind: 'success', text: translate('unlinked', { provider }) });
}

async function readJson<Data>(
  address: string,
  options: Parameters<typeof fetchWithRetry>[1] = {},
): Promise<Data> {
  const response = await fetchWithRetry(address, options);
  if (!response.ok) {
    throw new Error(`${address} answered ${response.status}`);
  }
  return (response.status === 204 ? null : await response.json()) as Data;
}
