/** Unit, version and text are attached to an item of the same rows, one of each kind. */
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { findingIn, itemsOf, namedItemsOf } from './declarations.ts';
import type { Declaration, Declarations } from './declarations.ts';
import { property, textAt } from './sourceDocument.ts';
import type { Problem } from './sourceDocument.ts';

/** The keys that attach an item to another one, with the controls that can draw the attachment. */
const ATTACHING: Readonly<Record<string, string>> = {
  unitOf: 'number',
  versionOf: 'codedTerm',
  textOf: 'codedTerm',
};

const keysOf = ({ node }: Declaration): string[] =>
  Object.keys(ATTACHING).filter((key) => property(node, key) !== undefined);

/** Whether the item is attached to another one. */
const isAttached = (item: Declaration): boolean => keysOf(item).length > 0;

export function attachmentRules(declarations: Declarations): SourceFinding[] {
  const items = itemsOf(declarations);
  const byName = new Map(namedItemsOf(declarations).map((item) => [item.name, item]));
  const unplaced = new Set(declarations.unplaced);
  const owners = new Map<string, string>();
  return items.flatMap((item) => {
    const [first, ...more] = keysOf(item);
    if (first === undefined) return [];
    const ownerName = textAt(item.node, first) ?? '';
    const slot = `${first} ${ownerName}`;
    const owner = byName.get(ownerName);
    // the rows of an unanchored item are unknown
    const waits = owner !== undefined && unplaced.has(owner);
    const problem = waits ? null : whyNot(item, first, ownerName, byName, owners.get(slot));
    if (!problem) owners.set(slot, item.name);
    return [
      ...(problem ? [findingIn(item, first, problem)] : []),
      ...more.map((key) =>
        findingIn(item, key, {
          rule: 'attached-two-ways',
          message: `"${key}" duplicates "${first}"; keep one`,
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
  const prefix = `"${key}" names ${ownerName}, which`;
  if (!owner) {
    return {
      rule: 'unknown-item',
      message: `${prefix} does not exist`,
      suggestion: closest(ownerName, byName.keys()),
    };
  }
  if (owner.page !== item.page || owner.groups.join() !== item.groups.join())
    return { rule: 'attached-elsewhere', message: `${prefix} is not in the same rows` };
  if (isAttached(owner)) {
    const message =
      owner === item ? `"${key}" names the item itself` : `${prefix} is attached to another item itself`;
    return { rule: 'attached-to-attached', message };
  }
  if (owner.appendix !== null && owner.appendix !== item.appendix)
    return { rule: 'attached-to-other-appendix', message: `${prefix} only appendix ${owner.appendix} shows` };
  const control = textAt(owner.node, 'control');
  if (control !== undefined && control !== ATTACHING[key])
    return {
      rule: 'attached-to-wrong-control',
      severity: 'warning',
      message: `${prefix} is of control ${control}; only ${ATTACHING[key]} draws it`,
    };
  if (other !== undefined)
    return { rule: 'attached-twice', message: `"${key}" ${ownerName} is already used for ${other}` };
  return null;
}
