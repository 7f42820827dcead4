import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { askForKey } from './ask-for-key.ts';

/** A terminal as far as the asking goes. */
function openTerminal() {
  const input = Object.assign(new PassThrough(), { setRawMode: () => input, isTTY: true });
  const output = new PassThrough();
  return { input: input as unknown as NodeJS.ReadStream, typed: input, output };
}

it('takes the key that is typed and shows nothing of it', async () => {
  const { input, typed, output } = openTerminal();
  const asked = askForKey(input, output, new AbortController().signal);
  typed.write('AGE-SECRET-KEY-1TYPED\r');
  expect(await asked).toBe('AGE-SECRET-KEY-1TYPED');
  const shown = String(output.read());
  expect(shown).toContain('The secret key');
  expect(shown).not.toContain('TYPED');
});

it('ends with what stops the command', async () => {
  const { input, output } = openTerminal();
  const stopping = new AbortController();
  const asked = askForKey(input, output, stopping.signal);
  stopping.abort(new Error('stopped'));
  await expect(asked).rejects.toThrow();
});
