import { expect, test } from 'vitest';
import { chooseFormat } from './media-type.ts';

const json = 'application/json; charset=utf-8';
const stripped = ';nulls=stripped; charset=utf-8';

test.each([
  [null, 'array', false, json],
  ['*/*', 'array', false, json],
  ['application/*', 'array', false, json],
  ['APPLICATION/JSON', 'array', false, json],
  ['application/json;nulls=stripped', 'array', false, json],
  ['application/vnd.pgrst.array', 'array', false, json],
  [
    'application/vnd.pgrst.array+json; nulls=stripped',
    'array',
    true,
    `application/vnd.pgrst.array+json${stripped}`,
  ],
  [
    'application/vnd.pgrst.object',
    'object',
    false,
    'application/vnd.pgrst.object+json; charset=utf-8',
  ],
  [
    'application/vnd.pgrst.object+json;nulls=stripped',
    'object',
    true,
    `application/vnd.pgrst.object+json${stripped}`,
  ],
  ['text/csv', 'csv', false, 'text/csv; charset=utf-8'],
  ['text/*', 'csv', false, 'text/csv; charset=utf-8'],
  // The one that is wanted most, of those the first, and of what we cannot make the next.
  ['text/csv, application/json', 'csv', false, 'text/csv; charset=utf-8'],
  ['text/csv;q=0.5, application/json;q=0.6', 'array', false, json],
  ['text/html, text/csv;q=0.1', 'csv', false, 'text/csv; charset=utf-8'],
  ['text/csv;q=nothing, application/json;q=0.1', 'array', false, json],
])('%s is answered as %s', (accept, kind, isStripped, contentType) => {
  expect(chooseFormat(accept)).toEqual({ kind, isStripped, contentType });
});

test.each(['text/html', 'application/json;q=0', '', 'text/csv;q=x'])('%s is not', (accept) => {
  expect(() => chooseFormat(accept)).toThrow(
    expect.objectContaining({ status: 406, body: expect.objectContaining({ code: 'PGRST107' }) }),
  );
});

test('the refusal names what was wanted, most wanted first', () => {
  expect(() => chooseFormat('image/png;q=0.2, text/html')).toThrow(
    'None of these media types are available: text/html, image/png',
  );
});
