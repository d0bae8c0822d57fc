/** `onHide` has an effect only for items that a condition can hide. */
import type { SourceFinding } from '../sources.types.ts';
import { findingIn, itemsOf, overlaysOf } from './declarations.ts';
import type { Declaration, Declarations } from './declarations.ts';
import { property, textAt } from './sourceDocument.ts';

export function hidingRules(declarations: Declarations): SourceFinding[] {
  const byName = new Map(declarations.all.map((one) => [`${one.page}|${one.name}`, one]));
  const overlaid = new Set(
    overlaysOf(declarations)
      .filter(({ node }) => property(node, 'visibleWhen') ?? property(node, 'hidden'))
      .map(({ name }) => name.split('/').at(-1)),
  );
  /** The item, the item it is attached to, and its ancestors, outwards. */
  const around = (one: Declaration | undefined, seen: Declaration[] = []): Declaration[] => {
    if (!one || seen.includes(one)) return seen;
    const host = ['unitOf', 'versionOf', 'textOf'].flatMap((key) => textAt(one.node, key) ?? []);
    return [...host, one.parent].reduce(
      (found, name) => around(byName.get(`${one.page}|${name}`), found),
      [...seen, one],
    );
  };
  return itemsOf(declarations)
    .filter(({ node }) => ['clear', 'keepNotExported'].includes(textAt(node, 'onHide') ?? ''))
    .filter((item) =>
      around(item).every(({ node, name }) => !property(node, 'visibleWhen') && !overlaid.has(name)),
    )
    .map((item) =>
      findingIn(item, 'onHide', {
        rule: 'never-hidden',
        severity: 'warning',
        message: '"onHide" never comes to pass: no "visibleWhen" hides the item or its ancestors',
      }),
    );
}
