import { sendCommand } from '../../client/command/command.ts';

/** Marks notices as read, some or all; the bell hears of it. */
export async function readNotices(what: { ids: string[] } | { all: true }): Promise<void> {
  await sendCommand('/api/me/notices/reading', what);
}
