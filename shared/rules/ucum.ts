/** The grammar of units: UCUM 2.2 (ucum.org, case-sensitive codes; the codes of its units in `ucumAtoms.json`). */
import atoms from './ucumAtoms.json' with { type: 'json' };

/** OID of the code system. */
export const UCUM = '2.16.840.1.113883.6.8';

const units = new Set([
  ...atoms.other,
  ...atoms.metric.flatMap((unit) => ['', ...atoms.prefixes].map((prefix) => prefix + unit)),
]);

/** A unit or power of ten with its exponent, or a number; what follows in braces is a remark. */
const COMPONENT =
  /(?:(?<unit>10[*^]|(?:[^\s\d/.(){}[\]+-]|\[[^\s\]]*\])+)(?:[+-]?\d+)?(?:\{[!-z|~]*\})?|\{[!-z|~]*\}|\d+)/y;

/** Is the text an expression of UCUM, such as `mg/dL`, `10*9/L`, `/uL` or `mL/min/{1.73_m2}`? */
export function isUcum(text: string): boolean {
  let depth = 0;
  let isOperandNext = true;
  // a unit may begin with what it is divided by
  let at = text.startsWith('/') ? 1 : 0;
  while (at < text.length) {
    const sign = text[at];
    if (isOperandNext && sign === '(') depth += 1;
    else if (isOperandNext) {
      COMPONENT.lastIndex = at;
      const found = COMPONENT.exec(text);
      const unit = found?.groups?.['unit'];
      if (!found || (unit !== undefined && !units.has(unit))) return false;
      at = COMPONENT.lastIndex;
      isOperandNext = false;
      continue;
    } else if (sign === ')' && depth > 0) depth -= 1;
    else if (sign === '/' || sign === '.') isOperandNext = true;
    else return false;
    at += 1;
  }
  return !isOperandNext && depth === 0;
}
