import { expect, it } from 'vitest';
import { type MailContent, renderMail } from './render-mail.ts';

const content: MailContent = {
  locale: 'fi',
  subject: 'Aihe <1>',
  paragraphs: ['Yksi & kaksi', 'Kolme'],
  button: { label: 'Avaa', url: 'https://league.test/a?b=1&c="2"', fallback: 'Tai avaa:' },
  code: { label: 'Koodi:', value: '123456' },
  notes: [{ text: 'Siksi.' }, { text: 'Lopeta', url: 'https://league.test/stop?t=<x>' }],
  from: { name: 'Liga & <Co>', url: 'https://league.test' },
};

it('is text that stands by itself, the league’s name above the small print', async () => {
  const { subject, text } = await renderMail(content);
  expect(subject).toBe('Aihe <1>');
  expect(text).toBe(
    [
      ...['Yksi & kaksi', '', 'Kolme', '', 'Avaa:', 'https://league.test/a?b=1&c="2"', ''],
      ...['Koodi: 123456', '', '-- ', 'Liga & <Co>', 'https://league.test', '', 'Siksi.', ''],
      ...['Lopeta', 'https://league.test/stop?t=<x>', ''],
    ].join('\n'),
  );
});

it('is HTML in which nothing that is said is a sign of its own, and that fetches nothing', async () => {
  const { html } = await renderMail(content);
  expect(html).toContain('<html lang="fi-FI">');
  expect(html).toContain('<title>Aihe &lt;1&gt;</title>');
  expect(html).toContain('Yksi &amp; kaksi</p>');
  expect(html).toContain('href="https://league.test/a?b=1&amp;c=&quot;2&quot;"');
  expect(html).toContain('href="https://league.test/stop?t=&lt;x&gt;"');
  expect(html).toContain('Liga &amp; &lt;Co&gt;</a>');
  expect(html).toContain('>123456</p>');
  expect(html).toContain('>Siksi.</p>');
  expect(html).not.toMatch(/<(img|link|script)|src=|url\(/);
});

it('has neither button nor code where there is none to give', async () => {
  const { text, html } = await renderMail({ ...content, button: null, code: null, notes: [] });
  expect(text).toBe('Yksi & kaksi\n\nKolme\n\n-- \nLiga & <Co>\nhttps://league.test\n');
  expect(html).not.toMatch(/Avaa|123456|Koodi/);
});
