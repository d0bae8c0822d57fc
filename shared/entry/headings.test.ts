/** Files without a known column say what is wrong with them. */
import { describe, expect, it } from 'vitest';
import { inEachLanguage } from '../../schemas/compile/languages.ts';
import type { TableCell } from '../text/table.ts';
import { cellProblemText } from './cellProblemText.ts';
import { headingsFinding } from './headings.ts';

const EXPECTED = ['Case [case]', 'Patient initials [D.1]', 'Sex [D.5]', 'Birth date [D.2.1]'].map((text) =>
  inEachLanguage((language) => (language === 'ko' ? text.replace('Sex', '성별') : text)),
);
const isKnown = (heading: string): boolean => EXPECTED.some(({ en }) => en === heading);
const findingOf = (...rows: TableCell[][]) =>
  headingsFinding(
    [
      { name: 'Codes', rows: [] },
      { name: 'One', rows },
    ],
    EXPECTED,
    isKnown,
  );

describe('a file without a known column', () => {
  it('is told what was found and what is expected, the like first', () => {
    const finding = findingOf(['No', 'Patient initial', 'Birth dte'], ['1', 'A.B.', '1970']);
    expect(finding).toMatchObject({
      sheet: 'One',
      row: 1,
      text: 'No | Patient initial | Birth dte',
      problem: { kind: 'otherHeadings' },
    });
    expect(cellProblemText(finding.problem, 'en')).toContain(
      '“Patient initials [D.1]”, “Birth date [D.2.1]”, “Case [case]”',
    );
    expect(cellProblemText(findingOf(['성별?']).problem, 'ko')).toContain('“성별 [D.5]”');
  });

  it.each([
    ['is empty', [], { kind: 'emptySheet' }],
    ['has no text', [['', ' '], [{ unread: 'formula' as const }]], { kind: 'emptySheet' }],
    [
      'has its headings below a title',
      [['Line listing 2025'], [], ['Case [case]', 'Sex [D.5]'], ['1', '2']],
      { kind: 'lowHeadings', headingRow: 3 },
    ],
  ])('%s', (_what, rows, problem) => {
    expect(findingOf(...rows).problem).toEqual(problem);
  });

  it('is answered at once, however long its headings are', () => {
    const long = Array.from({ length: 500 }, (_, index) => 'x'.repeat(10_000) + index);
    expect(findingOf(long).problem.kind).toBe('otherHeadings');
  });
});
