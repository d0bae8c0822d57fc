/** A template names the items that hold the languages of its texts. */
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { itemsOf, type Declarations } from './declarations.ts';
import { findingAt, property } from './sourceDocument.ts';

export function templateRules(declarations: Declarations): SourceFinding[] {
  const names = itemsOf(declarations).map(({ name }) => name);
  return itemsOf(declarations).flatMap(({ name, node, document }) =>
    ['language', 'notation'].flatMap((key) => {
      const language = property(property(node, 'template'), key);
      const named = String(language?.value);
      if (!language || names.includes(named)) return [];
      const message = `${name}: the language of the template is in ${named}, which is not an item of these records`;
      return [
        findingAt(document, language, { rule: 'unknown-item', message, suggestion: closest(named, names) }),
      ];
    }),
  );
}
