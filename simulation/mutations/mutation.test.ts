/** The catalogue of planted mutations fits the sources as they are. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mutated, MUTATIONS } from './mutation.ts';

const PROJECT = join(import.meta.dirname, '..', '..');

it('has a hundred, each with a name of its own', () => {
  expect(MUTATIONS).toHaveLength(100);
  expect(new Set(MUTATIONS.map(({ id }) => id)).size).toBe(100);
});

it.each(MUTATIONS)('$id changes one text of its file', (mutation) => {
  const source = readFileSync(join(PROJECT, mutation.file), 'utf8');
  expect(mutated(source, mutation)).not.toBe(source);
});
