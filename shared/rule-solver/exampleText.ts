import type { RuleExample } from '../expressions/rules.types.ts';

/** The values of a case in one line, each with its item and row numbers: `C.1.3 = 1; D.8.r.1 (2) = NA`. */
export const exampleText = (example: RuleExample): string =>
  Object.entries(example)
    .map(([key, value]) => {
      const [itemId = '', ...rows] = key.split('|');
      const place = rows.length > 0 ? ` (${rows.join('.')})` : '';
      return `${itemId}${place} = ${typeof value === 'string' ? value : Object.values(value).join(', ')}`;
    })
    .join('; ');
