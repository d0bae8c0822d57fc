/** What holds of every answer: the server does not fail, and nobody without the right gets a blinded value. */
import type { Catalogue } from '../schemas/compile/catalogue.types.ts';
import type { Call } from '../shared/contract/call.ts';
import type { Account, Answer } from './simulatedServer.ts';
import { Violation } from './violation.ts';

/** Accounts of the demo that may see blinded values. */
const UNBLINDED: ReadonlySet<Account> = new Set(['sponsor.admin']);

/** Properties of an item in answers that hold its value, now or before. */
const VALUES = [
  'value',
  'nullFlavor',
  'notation',
  'oldValue',
  'oldNullFlavor',
  'oldNotation',
  'newValue',
  'before',
  'after',
];

export function watchAnswers(catalogue: () => Catalogue) {
  return (by: Account, call: Call, answer: Answer<unknown>): void => {
    const place = `${call.method} ${call.path}`;
    if (answer.status >= 500)
      throw new Violation('no failure', `${place} answers ${answer.status} to ${by}: ${answer.errMsg}`);
    if (answer.status === 400)
      throw new Violation('actors send what can be read', `${place} of ${by}: ${answer.errMsg}`);
    if (UNBLINDED.has(by)) return;
    const seen = blindedIn(answer.data, catalogue());
    if (seen) throw new Violation('nothing blinded', `${place} answers ${seen} to ${by}`);
  };
}

/** The first item with a value that is blinded, anywhere in an answer. */
function blindedIn(data: unknown, { items }: Pick<Catalogue, 'items'>): string | null {
  if (typeof data !== 'object' || data === null) return null;
  if ('itemId' in data && typeof data.itemId === 'string' && items[data.itemId]?.blinded) {
    const values = Object.entries(data).filter(([name, value]) => VALUES.includes(name) && hasContent(value));
    if (values.length > 0) return `${data.itemId} ${JSON.stringify(values)}`;
  }
  for (const inner of Object.values(data)) {
    const found = blindedIn(inner, { items });
    if (found) return found;
  }
  return null;
}

const hasContent = (value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  value !== '' &&
  (typeof value !== 'object' || Object.values(value).some(hasContent));
