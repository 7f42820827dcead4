import { validationFailed } from './errors.ts';
import { emailLength } from './stored-bounds.ts';

const emailForm =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
const phoneForm = /^[1-9][0-9]{1,14}$/;

/** An address as it is stored; one recipient and nothing that a header could be made of. */
export function parseEmail(typed: string): string {
  if (typed === '') {
    throw validationFailed('An email address is required');
  }
  if (!canBeEmail(typed)) {
    throw validationFailed('An email address is too long');
  }
  if (!emailForm.test(typed)) {
    throw validationFailed('Unable to validate email address: invalid format');
  }
  return typed.toLowerCase();
}

/** Whether an account could have this address: a provider's may have another form than those that are typed here. */
export const canBeEmail = (address: string): boolean => address.length <= emailLength;

/** Whether an account could have this number, formatted. */
export const canBePhone = (phone: string): boolean => phoneForm.test(phone);

/** Whether mail can reach an address at all: none ever does under `.invalid` (RFC 2606). */
export function isReachable(email: string | null): email is string {
  return Boolean(email) && !email?.endsWith('.invalid');
}

/** A number as it is stored: E.164 without the plus sign and without spaces. */
export function parsePhone(typed: string): string {
  const phone = formatPhone(typed);
  if (!canBePhone(phone)) {
    throw validationFailed('Invalid phone number format (E.164 required)');
  }
  return phone;
}

export function formatPhone(typed: string): string {
  return typed.replace(/^\+/, '').replaceAll(' ', '');
}

export type SmsChannel = 'sms' | 'whatsapp';

/** How a text message travels; unnamed means the plain way. */
export function parseChannel(typed: string): SmsChannel {
  if (typed === '' || typed === 'sms') {
    return 'sms';
  }
  if (typed === 'whatsapp') {
    return 'whatsapp';
  }
  throw validationFailed(
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
  );
}
