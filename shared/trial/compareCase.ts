/** How a case differs under two catalogues. */
import type { CaseContent } from '../case/caseContent.ts';
import { addressKey } from '../case/itemAddress.ts';
import { caseFacts, type Viewer } from './caseFacts.ts';
import { lossesBetween, type LostValue } from './lostValues.ts';
import {
  DIFFERENCE_KINDS,
  type CaseDifference,
  type DifferenceKind,
  type TrialCatalogue,
} from './trial.types.ts';

export type CompareCase = (
  content: CaseContent,
  kinds?: readonly DifferenceKind[],
) => ReadonlyMap<string, CaseDifference>;

/** Compares what is in use with what would be. The keys of the differences are the same for every case. */
export function comparison(now: TrialCatalogue, next: TrialCatalogue, viewer: Viewer): CompareCase {
  const losses = lossesBetween(now, next);
  return (content, kinds = DIFFERENCE_KINDS) => {
    const found = new Map<string, CaseDifference>();
    const add = (difference: CaseDifference): void => {
      const key = differenceKey(difference);
      if (!found.has(key)) found.set(key, difference);
    };
    if (kinds.includes('value')) for (const lost of losses(content)) add(lossOf(lost, content));
    for (const kind of kinds) {
      const [was, is] = [now, next].map((one) => caseFacts(kind, one, content, viewer));
      for (const [key, { text, ...fact }] of was ?? []) {
        const after = is?.get(key)?.text ?? null;
        if (after !== text) add({ ...fact, before: text, after });
      }
      for (const [key, { text, ...fact }] of is ?? [])
        if (!was?.has(key)) add({ ...fact, before: null, after: text });
    }
    return found;
  };
}

/** Differences of one key are counted together. */
const differenceKey = ({ kind, where, name }: Pick<CaseDifference, 'kind' | 'where' | 'name'>): string =>
  `${kind}|${where}|${name}`;

function lossOf({ appendix, itemId, label, ...rows }: LostValue, { values }: CaseContent): CaseDifference {
  const key = addressKey({ itemId, ...rows });
  const value = values.find((one) => addressKey(one) === key);
  const before = value?.value ?? value?.nullFlavor ?? '';
  return { kind: 'value', where: appendix, name: itemId, label, before, after: null };
}
