import { sendCommand } from './command.ts';
import { fetchWithRetry } from './fetch-json.ts';

/** How many of one's notices are new; null when it cannot be had now. */
export async function fetchUnread(): Promise<number | null> {
  const response = await fetchWithRetry('/api/me/notices/unread').catch(() => null);
  if (response?.ok !== true) {
    return null;
  }
  const { data } = (await response.json()) as { data: { count: number } };
  return data.count;
}

/** Takes the notices of a match for read; gives how many others are new, null when it did not work. */
export async function readNoticesOf(match: string): Promise<number | null> {
  const answer = await sendCommand<{ count: number }>('/api/me/notices/reading', { match });
  return answer.ok ? answer.data.count : null;
}
