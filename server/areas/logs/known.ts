/** The values that an error report may contain: the calls and error codes of this product. */
import * as contract from '../../../shared/contract/index.ts';
import type { KnownValues } from '../../../shared/error-report/redaction.ts';
import problems from '../../problems.json' with { type: 'json' };

/** Codes that the browser creates itself. */
const OF_THE_BROWSER = ['NO_CONNECTION', 'BAD_ANSWER'];

const isCall = (part: unknown): part is contract.Call =>
  typeof part === 'object' && part !== null && 'path' in part && 'method' in part;

export const KNOWN: KnownValues = {
  calls: new Set(
    Object.values<unknown>(contract)
      .filter(isCall)
      .map(({ path }) => path),
  ),
  codes: new Set([...Object.keys(problems), ...OF_THE_BROWSER]),
};
