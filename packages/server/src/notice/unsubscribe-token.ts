import { createHmac, timingSafeEqual } from 'node:crypto';
import { getOrCreateSecret } from '@muster/backend';
import type { Database } from '@muster/database';
import {
  isNoticeGroup,
  isNoticeKind,
  type NoticeGroup,
  type NoticeKind,
} from '@muster/site/pages/notices/kinds.ts';

/** Whose mail of what kind a link ends; mails of before each kind was chosen for itself ended a whole group. */
export interface Unsubscription {
  person_id: string;
  subject: NoticeKind | NoticeGroup;
}

/** The key of the links in mails, made once a league. They have no end: old mails must still be stoppable. */
export function getUnsubscribeSecret(database: Database): Promise<string> {
  return getOrCreateSecret(database, 'unsubscribe_links');
}

function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

export function createUnsubscribeToken(
  secret: string,
  { person_id, subject }: Unsubscription,
): string {
  const text = `${person_id}.${subject}`;
  return `${text}.${sign(secret, text)}`;
}

/** What a token stands for; null for one that we did not make. */
export function parseUnsubscribeToken(secret: string, token: string): Unsubscription | null {
  const [personId = '', subject = '', signature = ''] = token.split('.');
  const wanted = Buffer.from(sign(secret, `${personId}.${subject}`));
  const given = Buffer.from(signature);
  const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted);
  if (!isOurs || !(isNoticeKind(subject) || isNoticeGroup(subject))) {
    return null;
  }
  return { person_id: personId, subject };
}
