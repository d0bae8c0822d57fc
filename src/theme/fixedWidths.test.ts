/** At 320 CSS pixels, the width of WCAG 1.4.10, nothing makes a page scroll sideways: what has a wide fixed width may shrink. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const src = join(import.meta.dirname, '..');
/** what a page of 320 pixels has beside its margins */
const MAX_FIXED = 240;
/** CSS pixels of one */
const REM = 16;

it('gives no element of a page a wide fixed width without its limit', () => {
  // what a row may make narrower has its width as a wish
  const wide = globSync('**/*.tsx', { cwd: src }).flatMap((file) => {
    const text = readFileSync(join(src, file), 'utf8');
    return [...text.matchAll(/\s(?:w|miw)=\{(\d+)\}(?!\s+(?:maw="100%"|flex="1 1 ))/g)]
      .filter(([, width]) => Number(width) > MAX_FIXED)
      .map(([found]) => `${file}: ${found.trim()}`);
  });
  expect(wide).toEqual([]);
});

it('gives no column of a grid that wraps a wide least width without its limit', () => {
  const wide = globSync('**/*.css', { cwd: src }).flatMap((file) => {
    const text = readFileSync(join(src, file), 'utf8');
    return [...text.matchAll(/repeat\(auto-\w+, minmax\(([\d.]+)(px|rem)/g)]
      .filter(([, width, unit]) => Number(width) * (unit === 'rem' ? REM : 1) > MAX_FIXED)
      .map(([found]) => `${file}: ${found}`);
  });
  expect(wide).toEqual([]);
});
