/** Findings as the user meets them: what several receivers say in the same words at the same place is one entry. */
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { caseScope, rowScope } from '../../../../shared/expressions/scope.ts';
import type { CaseFinding } from '../../../../shared/rules/check.types.ts';
import { conditionsOf, visibleConditions } from '../../../../shared/rules/conditionsOf.ts';
import type { CheckedCase } from './liveCase.ts';
import { addressKey, rowPathOf } from '../../../../shared/case/itemAddress.ts';
import { ITEM_MISSING, ROW_MISSING } from '../../../../shared/rules/findingCodes.ts';

export interface Entry extends CaseFinding {
  /** of the rules that say it; the first is `ruleId` */
  ruleIds: readonly string[];
}

const merged = new WeakMap<readonly CaseFinding[], readonly Entry[]>();

/** Each entry once, at its first finding. Returns the same list for the same findings. */
export function entriesOf(findings: readonly CaseFinding[]): readonly Entry[] {
  const known = merged.get(findings);
  if (known) return known;
  const entries = new Map<string, Entry>();
  for (const finding of findings) {
    const key = `${addressKey(finding)} ${finding.severity} ${finding.message.en}`;
    const before = entries.get(key);
    entries.set(
      key,
      before
        ? {
            ...before,
            receivers: [...new Set([...before.receivers, ...finding.receivers])].toSorted(),
            ruleIds: [...new Set([...before.ruleIds, finding.ruleId])],
          }
        : { ...finding, receivers: finding.receivers.toSorted(), ruleIds: [finding.ruleId] },
    );
  }
  const list = [...entries.values()];
  merged.set(findings, list);
  return list;
}

/** The entries that matter to any of the receivers. */
export const entriesFor = (entries: readonly Entry[], receivers: readonly string[]): readonly Entry[] =>
  entries.filter((entry) => entry.receivers.some((receiver) => receivers.includes(receiver)));

/** Missing items and rows: what nobody has entered yet. */
export const isMissing = ({ ruleId }: Pick<Entry, 'ruleId'>): boolean =>
  ruleId === ITEM_MISSING || ruleId === ROW_MISSING;

/** Why an entry has no field; null if it has one. */
export type Nowhere = 'region' | 'envelope' | 'hidden' | null;

/** Does the form of this region show the item of an entry? `seen` is the region's catalogue. */
export function nowhereOf(seen: Catalogue, { world, reader }: CheckedCase, entry: Entry): Nowhere {
  const item = seen.items[entry.itemId];
  if (world.catalogue.pages[world.catalogue.items[entry.itemId]?.page ?? '']?.kind === 'envelope')
    return 'envelope';
  if (!item) return 'region';
  const path = rowPathOf(entry, item.groups.length);
  const group = item.groups.at(-1);
  const whole = caseScope(world.catalogue, reader);
  // A finding about rows as a whole belongs to their list, not to a row.
  if (group !== undefined && path.includes(0)) return null;
  const scope = group === undefined ? whole : rowScope(whole, group, path);
  return visibleConditions(seen, item).length > 0 && conditionsOf(world.catalogue, seen, item).isHidden(scope)
    ? 'hidden'
    : null;
}
