import { toNetwork } from '@muster/backend';
import type { Hono } from 'hono';
import { refuseMissing } from '../engine/refusal.ts';
import { type ApiParts, requireRate } from '../http/command-route.ts';
import { getPeerAddress } from '../http/peer.ts';

const challengesPerMinute = 60;

/** What a browser must work out before it signs in by e-mail, where the league asks for it. */
export function mountCaptcha(api: Hono, parts: ApiParts): void {
  api.get('/captcha', async (context) => {
    const { captcha } = parts;
    if (captcha === undefined) {
      refuseMissing('captcha');
    }
    const address = getPeerAddress(context.req.raw, context.env, parts.config);
    const key = `captcha:${toNetwork(address)}`;
    await requireRate(parts, { key, most: challengesPerMinute, seconds: 60 });
    return context.json(await captcha.createChallenge());
  });
}
