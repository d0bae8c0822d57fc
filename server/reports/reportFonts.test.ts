import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { layOutReport } from '../../shared/reports/layOutReport.ts';
import { exampleContent } from '../../shared/expressions/exampleContent.ts';
import { fontsFrom } from './reportFonts.ts';
import { OPTIONS, source } from './reportsOfTests.ts';

const { resolve } = createRequire(import.meta.url);
/** All fonts but those of a folder. */
const without = (folder: RegExp) =>
  fontsFrom((file) => {
    if (folder.test(file)) throw new Error('not found');
    return resolve(file);
  });

describe('a font that is not installed', () => {
  it('is named, and its characters are printed as code points', () => {
    const fonts = without(/noto-sans-(kr|jp|sc)/);
    expect(fonts.missing()).toEqual(['kr', 'jp', 'sc']);
    const report = source.whole.reports['CIOMS'];
    if (!report) throw new Error('no CIOMS');
    const { whole: catalogue, codeLists } = source;
    const content = exampleContent(catalogue, { 'D.1': '\ud55c' });
    const subject = { report, catalogue, codeLists, content, termOf: () => undefined };
    const [page, last, ...others] = layOutReport(subject, OPTIONS, fonts).pages;
    const textOf = (box: string, { blocks } = page ?? { blocks: [] }): string =>
      blocks.flatMap((block) => (block.box === box ? block.runs.map(({ text }) => text) : [])).join('');
    expect(textOf('1')).toContain('[U+D55C]');
    // the last page says where they are
    expect(textOf('', last)).toMatch(/cannot print.*They are in: Patient name or initials/);
    expect(others).toEqual([]);
    expect(layOutReport(subject, OPTIONS, without(/no such font/)).pages).toHaveLength(1);
  });

  it('is an error with its name if nothing can be printed without it', () => {
    const fonts = without(/noto-sans\//);
    expect(() => fonts.has('latin', 65)).toThrow(/NotoSans is not installed/);
  });

  it('is none of this checkout', () => expect(fontsFrom(resolve).missing()).toEqual([]));
});
