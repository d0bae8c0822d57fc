import { expect, it } from 'vitest';
import { newUuid } from './newUuid.ts';

it('makes a UUID of version 4, another one each time', () => {
  const made = new Set(Array.from({ length: 1000 }, newUuid));
  expect(made.size).toBe(1000);
  for (const uuid of made)
    expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
