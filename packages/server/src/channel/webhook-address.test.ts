import { describe, expect, it } from 'vitest';
import { maskWebhookAddress, parseWebhookAddress } from './webhook-address.ts';

const path = '/api/webhooks/123456789012345678/abcDEF_ghi-jkl0123456789';
const closed = { allowsLoopback: false };

describe('the address of a webhook', () => {
  it.each([
    `https://discord.com${path}`,
    `https://discordapp.com${path}`,
    `https://canary.discord.com${path.replace('/api/', '/api/v9/')}?wait=false&thread_id=1`,
    `https://DISCORD.com${path}#x`,
  ])('is taken from the chat platform: %s', (given) => {
    expect(parseWebhookAddress(given, closed)).toBe(
      'https://discord.com/api/v10/webhooks/123456789012345678/abcDEF_ghi-jkl0123456789',
    );
  });

  it.each([
    `http://discord.com${path}`,
    `https://discord.com.evil.test${path}`,
    `https://evil.test/discord.com${path}`,
    `https://discord.com@evil.test${path}`,
    `https://user:secret@discord.com${path}`,
    `https://discord.com:8443${path}`,
    'https://discord.com/api/webhooks/123456789012345678',
    'https://discord.com/api/users/@me',
    `https://discord.com/api/webhooks/../../evil${path}`,
    `https://169.254.169.254${path}`,
    `http://127.0.0.1:3000${path}`,
    `http://[::1]:3000${path}`,
    'not an address',
    '',
  ])('is refused elsewhere: %s', (given) => {
    expect(parseWebhookAddress(given, closed)).toBeNull();
  });

  it('may be on this machine only where that is allowed', () => {
    const open = { allowsLoopback: true };
    expect(parseWebhookAddress(`http://127.0.0.1:4000${path}`, open)).toBe(
      'http://127.0.0.1:4000/api/v10/webhooks/123456789012345678/abcDEF_ghi-jkl0123456789',
    );
    expect(parseWebhookAddress(`http://10.0.0.1:4000${path}`, open)).toBeNull();
  });

  it('is shown without what makes it work', () => {
    const shown = maskWebhookAddress(`https://discord.com${path}`);
    expect(shown).toBe('…/webhooks/…5678/…');
    expect(shown).not.toContain('abcDEF');
  });
});
