import { describe, expect, it } from 'vitest';
import { createAuthHarness } from './testing/auth-harness.ts';
import { post } from './testing/requests.ts';

/** What a text says, by which way it goes, and which are counted. */

const phone = '15550007001';

describe('a text', () => {
  it('has the code wherever the template asks for it', async () => {
    await using harness = await createAuthHarness({
      external: { phone: { enabled: true } },
      sms: { template: '{{.Code}}, {{  .Code }} or {{ .Other }}', otpLength: 8 },
    });
    await post(harness, '/otp', { phone });
    const [text] = harness.texts;
    expect(text?.code).toMatch(/^\d{8}$/);
    expect(text?.text).toBe(`${text?.code}, ${text?.code} or {{ .Other }}`);
  });

  it.each(['sms', 'whatsapp'])('goes by %s', async (channel) => {
    await using harness = await createAuthHarness({
      external: { phone: { enabled: true } },
      sms: { maxFrequencySeconds: 0 },
    });
    await post(harness, '/otp', { phone, channel });
    const { code: token } = harness.texts[0] ?? {};
    await post(harness, '/verify', { type: 'sms', phone, token });
    // Whoever is known hears the carrier's name for it.
    const answer = await post(harness, '/otp', { phone, channel });
    expect(await answer.json()).toEqual({ message_id: 'message-2' });
    expect(harness.texts).toMatchObject([
      { phone, channel },
      { phone, channel },
    ]);
  });

  it.each([
    [false, [200, 429]],
    [true, [200, 200]],
  ])('is counted where a number has to be proved, else not: %s', async (autoconfirm, statuses) => {
    await using harness = await createAuthHarness({
      external: { phone: { enabled: true } },
      sms: { autoconfirm, testOtp: { '15550007009': '123456' } },
      rateLimits: { enabled: true, smsSent: { requests: 1, perSeconds: 3600 } },
    });
    // Where a code is fixed nothing is sent, and nothing counted.
    const fixed = await post(harness, '/otp', { phone: '15550007009' });
    expect(fixed.status).toBe(200);
    expect(harness.texts).toEqual([]);
    const found = [];
    for (const number of [phone, '15550007002']) {
      found.push((await post(harness, '/otp', { phone: number })).status);
    }
    expect(found).toEqual(statuses);
  });
});
