import { type APIRequestContext, expect } from '@playwright/test';

export interface ReadMail {
  subject: string;
  /** The address that it asks to follow. */
  link: string;
  /** The six digits that may be typed instead. */
  code: string;
}

/** Waits until the local mailbox holds so many mails to an address, and reads the newest. */
export async function readMail(
  request: APIRequestContext,
  address: string,
  { count = 1 } = {},
): Promise<ReadMail> {
  const list = `/dev/mail?to=${encodeURIComponent(address)}`;
  const listIds = async () => {
    const text = await (await request.get(list)).text();
    return [...text.matchAll(/href="\/dev\/mail\/([0-9a-f-]{36})"/g)].map(([, id = '']) => id);
  };
  await expect.poll(async () => (await listIds()).length).toBeGreaterThanOrEqual(count);
  const [newest = ''] = await listIds();
  const mail = await (await request.get(`/dev/mail/${newest}`)).text();
  return {
    subject: /<h1>([^<]*)<\/h1>/.exec(mail)?.[1] ?? '',
    link: (/<a href="(https?:[^"]*\/auth\/v1\/verify[^"]*)"/.exec(mail)?.[1] ?? '').replaceAll(
      '&amp;',
      '&',
    ),
    code: /\b(\d{6})\b/.exec(mail.slice(mail.indexOf('<pre>')))?.[1] ?? '',
  };
}
