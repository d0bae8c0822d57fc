/** Finds items that an appendix hides although its own conditions and rules read them. */
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { overlaysOf } from '../../../schemas/compile/check/declarations.ts';
import type { Declarations } from '../../../schemas/compile/check/declarations.ts';
import { findingAt, property, textAt } from '../../../schemas/compile/check/sourceDocument.ts';
import type { SourceFinding } from '../../../schemas/compile/sources.types.ts';
import { compileExpression } from '../../expressions/compileExpression.ts';
import { expressionSites } from '../../expressions/expressionSites.ts';

/** A rule or condition that reads a value which cannot be entered has a constant result. */
export function hiddenButRead(catalogue: Catalogue, declarations: Declarations): SourceFinding[] {
  const hiding = overlaysOf(declarations).filter(
    ({ name, node }) => catalogue.items[name] && property(node, 'hidden')?.value === true,
  );
  if (hiding.length === 0) return [];
  const readers = expressionSites(catalogue, declarations).map(({ name, source, group, type, document }) => ({
    name,
    authority: textAt(document.root, 'authority'),
    reads: compileExpression(source, catalogue, group, type).dependencies,
  }));
  return hiding.flatMap(({ name, node, document }) => {
    const authority = textAt(document.root, 'authority');
    const location = property(node, 'hidden');
    const needed = readers.filter((reader) => reader.authority === authority && reader.reads.includes(name));
    if (!location || needed.length === 0) return [];
    const who = [...new Set(needed.map((reader) => reader.name))].join(', ');
    const message = `overlays: ${name} is hidden, but read by ${who}`;
    return [findingAt(document, location, { rule: 'hidden-but-read', severity: 'warning', message })];
  });
}
