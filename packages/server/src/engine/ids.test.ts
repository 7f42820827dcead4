import { expect, it } from 'vitest';
import { createId } from './ids.ts';

it('makes ids of now that sort as they were made, whatever is made of another time between them', () => {
  const ids = Array.from({ length: 2000 }, () => {
    const id = createId();
    createId(1_700_000_000_000);
    return id;
  });
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(2000);
});

it('makes ids of version 7 with the milliseconds in front', () => {
  const hex = createId(0x0123456789ab);
  expect(hex).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(createId()).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});
