import { expect, test } from 'vitest';
import { defaultTable, parseFunctionTables, parseHost } from './config.ts';

const refused: [name: string, table: unknown, message: string][] = [
  ['a switch that is none', { enabled: 'yes' }, 'functions.hello.enabled takes true or false'],
  ['a token that is neither', { verify_jwt: 1 }, 'functions.hello.verify_jwt takes true or false'],
  ['a misspelt field', { verify: true }, 'functions.hello.verify is not read here'],
  ['hosts that are no list', { hosts: 'a.org' }, 'functions.hello.hosts takes names'],
  [
    'a host with its scheme',
    { hosts: ['ok.org', 'https://a.org'] },
    'functions.hello.hosts.1 takes names',
  ],
  [
    'a secret of ours',
    { secrets: ['SUPABASE_URL'] },
    'functions.hello.secrets.0 takes names of variables',
  ],
  ['a secret that Deno reads', { secrets: ['DENO_DIR'] }, 'functions.hello.secrets.0 takes names'],
  ['a secret with a comma', { secrets: ['A,B'] }, 'functions.hello.secrets.0 takes names'],
];

for (const [name, table, message] of refused) {
  test(`${name} is refused by one line that names the field`, () => {
    const read = () => parseFunctionTables({ functions: { hello: table } });
    expect(read).toThrow(message);
    expect(read).toThrow(/^[^\n]*$/);
  });
}

test('a table that is none is refused by the name of its function', () => {
  expect(() => parseFunctionTables({ functions: { hello: 1 } })).toThrow('functions.hello takes');
  expect(() => parseFunctionTables({ functions: 1 })).toThrow('functions takes tables');
});

test('what a table does not say is as usual, and no function needs a table', () => {
  expect(parseFunctionTables({})).toEqual({});
  expect(parseFunctionTables({ functions: { hello: {} } })).toEqual({ hello: defaultTable });
  expect(
    parseFunctionTables({ functions: { a: { enabled: false, hosts: ['Hooks.Example.org'] } } }),
  ).toEqual({
    a: { ...defaultTable, enabled: false, hosts: [{ name: 'hooks.example.org', port: 443 }] },
  });
});

test('a host is a name or an address, with a port or 443', () => {
  expect(parseHost('a.org:8443')).toEqual({ name: 'a.org', port: 8443 });
  expect(parseHost('[::1]:80')).toEqual({ name: '::1', port: 80 });
  expect(parseHost('127.0.0.1:1')).toEqual({ name: '127.0.0.1', port: 1 });
  expect(parseHost('127.0.0.1:65535')?.port).toBe(65_535);
  const none = [
    '',
    'a.org:0',
    'a.org:65536',
    '*.org',
    'a_b.org',
    'a.org/x',
    '127.1',
    '0x7f.1',
    '2130706433',
    '::1',
    '[a.org]',
    '[127.0.0.1]',
  ];
  expect(none.map(parseHost)).toEqual(none.map(() => null));
});
