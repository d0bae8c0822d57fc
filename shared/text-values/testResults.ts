/** Results of tests: a name, a number and a unit next to each other. */
import type { LanguagePack } from './languagePack.ts';
import { isAmbiguous, plainNumber } from './doses.ts';
import type { TextRange } from './textValues.types.ts';

interface TestResult extends TextRange {
  name: string;
  result: string;
  unit: string;
}

/** codes of UCUM, by how they are written */
const UNITS: readonly (readonly [string, RegExp])[] = [
  ['10*9/L', /^ ?(?:x|×|\*) ?10(?:\^|\*\*?|e)?9 ?\/ ?l\b/iu],
  ['10*3/uL', /^ ?(?:x|×|\*) ?10(?:\^|\*\*?|e)?3 ?\/ ?[uµμ]l\b/iu],
  ['mmol/L', /^ ?mmol\/l\b/iu],
  ['umol/L', /^ ?(?:µ|μ|u|mic?ro)mol\/l\b/iu],
  ['mg/dL', /^ ?mg\/dl\b/iu],
  ['mg/L', /^ ?mg\/l\b/iu],
  ['g/dL', /^ ?g\/dl\b/iu],
  // G/L are 10*9 cells
  ['g/L', /^ ?g\/[lL]\b/u],
  ['ng/mL', /^ ?ng\/ml\b/iu],
  ['ng/L', /^ ?ng\/l\b/iu],
  ['ug/L', /^ ?(?:µ|μ|u|mc)g\/l\b/iu],
  ['pg/mL', /^ ?pg\/ml\b/iu],
  ['[iU]/L', /^ ?iu\/l\b/iu],
  ['m[iU]/L', /^ ?miu\/l\b/iu],
  ['U/L', /^ ?u\/l\b/iu],
  ['mL/min', /^ ?ml\/min\b(?!\/)/iu],
  ['meq/L', /^ ?meq\/l\b/iu],
  ['ms', /^ ?(?:ms|msec)\b/iu],
  ['/min', /^ ?(?:\/ ?min|bpm)\b/iu],
  ['%', /^ ?%/u],
];
const NUMBER = /^[<>]?(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)(?![\d,.-]*\d)/u;

/** With its unit only: a number alone may be anything. A limit (`< 5`) is no number. */
export function testResultsIn(sentence: string, { tests, testValue }: LanguagePack): TestResult[] {
  const between = new RegExp(`^${testValue}`, 'iu');
  return [...sentence.matchAll(tests)].flatMap(({ 0: name, index }) => {
    const behind = index + name.length;
    const gap = between.exec(sentence.slice(behind, behind + 80))?.[0].length ?? 0;
    const at = behind + gap;
    const [written, number] = NUMBER.exec(sentence.slice(at, at + 20)) ?? [];
    if (written === undefined || number === undefined || /^[<>]/.test(written) || isAmbiguous(number))
      return [];
    const rest = sentence.slice(at + written.length, at + written.length + 20);
    for (const [unit, form] of UNITS) {
      const found = form.exec(rest)?.[0];
      if (found !== undefined)
        return [
          { name, result: plainNumber(number), unit, from: index, to: at + written.length + found.length },
        ];
    }
    return [];
  });
}
