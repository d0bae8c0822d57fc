import { expect, it } from 'vitest';
import { recent } from './recent.ts';

it('makes what was not asked for lately, and only that', () => {
  const made: string[] = [];
  const memory = recent<string>(2);
  const ask = (key: string) =>
    memory.of(key, () => {
      made.push(key);
      return key.toUpperCase();
    });
  expect(['a', 'b', 'a', 'c', 'a', 'b'].map(ask).join('')).toBe('ABACAB');
  // b was the least recently used when c was added
  expect(made).toEqual(['a', 'b', 'c', 'b']);
  memory.forget('a');
  ask('a');
  expect(made.at(-1)).toBe('a');
});
