/** Unit, version and text are drawn with an item of the same rows, one of each kind. */
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { findingIn, itemsOf, namedItemsOf } from './declarations.ts';
import type { Declaration, Declarations } from './declarations.ts';
import { property, textAt } from './sourceDocument.ts';
import type { Problem } from './sourceDocument.ts';

/** The keys that attach an item to another one, with the controls that draw what is attached so. */
const ATTACHING: Readonly<Record<string, string>> = {
  unitOf: 'number',
  versionOf: 'codedTerm',
  textOf: 'codedTerm',
};

const keysOf = ({ node }: Declaration): string[] =>
  Object.keys(ATTACHING).filter((key) => property(node, key) !== undefined);

/** Is the item drawn with another one? */
const isAttached = (item: Declaration): boolean => keysOf(item).length > 0;

export function attachmentRules(declarations: Declarations): SourceFinding[] {
  const items = itemsOf(declarations);
  const byName = new Map(namedItemsOf(declarations).map((item) => [item.name, item]));
  const unplaced = new Set(declarations.unplaced);
  const taken = new Map<string, string>();
  return items.flatMap((item) => {
    const [first, ...more] = keysOf(item);
    if (first === undefined) return [];
    const ownerName = textAt(item.node, first) ?? '';
    const slot = `${first} ${ownerName}`;
    const owner = byName.get(ownerName);
    // in which rows that one will stand is not known yet
    const waits = owner !== undefined && unplaced.has(owner);
    const problem = waits ? null : whyNot(item, first, ownerName, byName, taken.get(slot));
    if (!problem) taken.set(slot, item.name);
    return [
      ...(problem ? [findingIn(item, first, problem)] : []),
      ...more.map((key) =>
        findingIn(item, key, {
          rule: 'attached-two-ways',
          message: `"${key}" attaches what "${first}" attaches already; keep one`,
        }),
      ),
    ];
  });
}

function whyNot(
  item: Declaration,
  key: string,
  ownerName: string,
  byName: ReadonlyMap<string, Declaration>,
  other: string | undefined,
): Problem | null {
  const owner = byName.get(ownerName);
  const says = `"${key}" names ${ownerName}, which`;
  if (!owner) {
    return {
      rule: 'unknown-item',
      message: `${says} is not there`,
      meant: closest(ownerName, byName.keys()),
    };
  }
  if (owner.page !== item.page || owner.groups.join() !== item.groups.join())
    return { rule: 'attached-elsewhere', message: `${says} does not stand in the same rows` };
  if (isAttached(owner)) {
    const message =
      owner === item ? `"${key}" names the item itself` : `${says} is attached to another item itself`;
    return { rule: 'attached-to-attached', message };
  }
  if (owner.appendix !== null && owner.appendix !== item.appendix)
    return { rule: 'attached-to-other-appendix', message: `${says} only appendix ${owner.appendix} shows` };
  const control = textAt(owner.node, 'control');
  if (control !== undefined && control !== ATTACHING[key])
    return {
      rule: 'attached-to-wrong-control',
      severity: 'warning',
      message: `${says} is of control ${control}; only ${ATTACHING[key]} draws it`,
    };
  if (other !== undefined)
    return { rule: 'attached-twice', message: `"${key}" ${ownerName} is said of ${other} already` };
  return null;
}
