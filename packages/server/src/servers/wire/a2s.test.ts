import { expect, it } from 'vitest';
import { readInfo } from './a2s.ts';

/** A server's answer to what is played, with these bytes between whether it has a password and its version. */
function writeAnswer(app: number, between: readonly number[]): Buffer {
  const appBytes = Buffer.alloc(2);
  appBytes.writeUInt16LE(app);
  return Buffer.concat([
    Buffer.from('\u00ff\u00ff\u00ff\u00ffI\u0007A world\0batavier\0ship\0The Ship\0', 'latin1'),
    appBytes,
    Buffer.from([1, 5, 0]),
    Buffer.from('lw', 'latin1'),
    Buffer.from([0, ...between]),
    Buffer.from('1.0.0.4\0', 'latin1'),
    Buffer.from([0x80, 0x87, 0x69]),
  ]);
}

it.each([
  // Whether cheaters are kept out.
  ['most games', 240, [1]],
  // And the mode, how many witnesses there must be, and for how many seconds.
  ['The Ship, with three bytes more', 2400, [1, 0, 3, 60]],
])('reads to its end what a server says of %s', (_what, app, between) => {
  expect(readInfo(writeAnswer(app, between))).toEqual({
    ...{ players: 1, max_players: 5, bots: 0, map: 'batavier', has_password: false },
    ...{ version: '1.0.0.4', game_port: 27_015, is_first_engine: false },
  });
});
