import { expect, it } from 'vitest';
import { realSources } from '../../schemas/compile/testSources.ts';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { readSourceTexts } from './readSourceTexts.ts';

const read = readSourceTexts();

it('reads what the browser bundles: the same catalogue on both sides', () => {
  expect(compileCatalogue(read)).toEqual(compileCatalogue(realSources));
});

it('reads neither the schemas of the sources nor fixtures and golden files', () => {
  expect(read.length).toBeGreaterThan(realSources.length - 1);
  expect(read.filter(({ file }) => /^(meta|compile)\/|\\/.test(file))).toEqual([]);
});
