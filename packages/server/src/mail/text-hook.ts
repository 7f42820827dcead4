import { Webhook } from 'standardwebhooks';
import type { ClaimedMessage, Delivery } from './send-message.ts';

/** Who sends the league's texts: an address that takes them as Supabase's send-SMS hook does. */
export interface TextHookSettings {
  url: string;
  /** `v1,whsec_…`; several, separated by `|`, while a secret is changed. */
  secrets: string;
}

const timeoutMilliseconds = 5_000;
const longestAnswer = 200;
/** Failures before a connection was made: nothing can have arrived. */
const unreached = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** A secret of a hook as Supabase writes it. */
const secretPattern = /^v1,whsec_[A-Za-z0-9+/]{32,}={0,2}$/;

/** Whether this is one or more secrets by which a hook's calls can be signed. */
export function areHookSecrets(text: string): boolean {
  return text.split('|').every((secret) => secretPattern.test(secret));
}

/**
 * Hands texts to whoever sends them: a hook by HTTP, signed as Standard Webhooks has it. Its body is Supabase's (`user.phone`, `sms.otp`), with
 * the words and the channel beside; a receiver knows a call that comes again by `webhook-id`.
 */
export function createTextHook({ url, secrets }: TextHookSettings) {
  const signers = secrets.split('|').map((secret) => new Webhook(secret.replace(/^v1,/, '')));
  return async (message: ClaimedMessage, signal: AbortSignal): Promise<Delivery> => {
    const { id, recipient, channel, code, text_body } = message;
    const body = JSON.stringify({
      user: { phone: recipient },
      sms: { otp: code, text: text_body, channel },
    });
    const now = new Date();
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body,
        headers: {
          'Content-Type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
          'webhook-signature': signers.map((signer) => signer.sign(id, now, body)).join(' '),
        },
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMilliseconds)]),
      });
      await answer.body?.cancel();
      return toDelivery(answer.status);
    } catch (error) {
      return toFailure(error);
    }
  };
}

function toDelivery(status: number): Delivery {
  if (status >= 200 && status < 300) {
    return { outcome: 'sent' };
  }
  const answer = `The hook answered ${status}.`;
  return { outcome: status === 429 || status >= 500 ? 'later' : 'refused', answer };
}

function toFailure(error: unknown): Delivery {
  const { cause, message } = error as Error & { cause?: { code?: string } };
  const answer = (cause?.code ?? message).slice(0, longestAnswer);
  return { outcome: unreached.has(cause?.code ?? '') ? 'later' : 'unknown', answer };
}
