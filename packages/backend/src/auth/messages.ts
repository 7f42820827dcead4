import type { Transaction } from '@muster/database';

/** Why a mail is sent; one template each. */
export type MailKind =
  | 'confirmation'
  | 'invite'
  | 'recovery'
  | 'magic_link'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication'
  | NoticeKind;

/** What people are told of after it has happened; such a mail asks for nothing. */
export type NoticeKind = 'password_changed' | 'factor_added' | 'factor_removed';

/** A mail to be sent, with everything that a template may say. */
export interface AuthMail {
  kind: MailKind;
  to: string;
  /** The six digits that may be typed instead of following the link; empty for what only tells. */
  code: string;
  /** The address to follow; empty for a mail that carries only a code, or only tells. */
  link: string;
  siteUrl: string;
  /** For a change of address, the one that is asked for. */
  newEmail: string | null;
  /** The person's language as their metadata has it, null when they never said. */
  locale: string | null;
  /** What the browser that asked for the mail wishes; its person need not be who gets it. */
  acceptLanguage: string | null;
  userMetadata: Readonly<Record<string, unknown>>;
}

/**
 * Hands a mail over in the transaction that stores its code, so that a queue in the same database
 * takes both or neither; it throws when the mail could not be taken.
 */
export type SendMail = (mail: AuthMail, transaction: Transaction) => Promise<void>;

export interface AuthSms {
  /** E.164 without the plus sign. */
  phone: string;
  code: string;
  text: string;
  channel: 'sms' | 'whatsapp';
}

/** Hands a text message over and returns the carrier's id for it, if any. */
export type SendSms = (sms: AuthSms, transaction: Transaction) => Promise<string | null>;

/** Decides whether a captcha's solution is good. */
export type VerifyCaptcha = (solution: string, clientAddress: string) => Promise<boolean>;
