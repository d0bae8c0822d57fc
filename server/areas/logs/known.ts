/** What a report may name: the calls and codes of this product, by heart. */
import * as contract from '../../../shared/contract/index.ts';
import type { KnownValues } from '../../../shared/error-report/redaction.ts';
import words from '../../http/words.json' with { type: 'json' };

/** Codes that the browser itself gives. */
const OF_THE_BROWSER = ['NO_CONNECTION', 'BAD_ANSWER'];

const isCall = (part: unknown): part is contract.Call =>
  typeof part === 'object' && part !== null && 'path' in part && 'method' in part;

export const KNOWN: KnownValues = {
  calls: new Set(
    Object.values<unknown>(contract)
      .filter(isCall)
      .map(({ path }) => path),
  ),
  codes: new Set([...Object.keys(words), ...OF_THE_BROWSER]),
};
