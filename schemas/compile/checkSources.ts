/** What is wrong with the sources, in the analyst's words, with the place. Pure, so that the browser can ask too. */
import { checkShape } from './check/checkShape.ts';
import { declarationsOf } from './check/declarations.ts';
import { itemRules } from './check/itemRules.ts';
import { referenceRules } from './check/referenceRules.ts';
import { readDocument, syntaxFindings } from './check/sourceDocument.ts';
import { uniqueRules } from './check/uniqueRules.ts';
import type { SourceFinding, SourceText } from './sources.types.ts';

/**
 * All findings by file, line and column. Without errors among them the sources compile. Give all sources: what one
 * file names may stand in another. Files that are no pages, appendices or code lists are passed over.
 */
export function checkSources(sources: SourceText[]): SourceFinding[] {
  const documents = sources.flatMap((source) => readDocument(source) ?? []);
  const declarations = declarationsOf(documents);
  return [
    ...documents.flatMap(syntaxFindings),
    // where the JSON itself is broken, missing keys are no news
    ...documents.filter(({ syntaxErrors }) => syntaxErrors.length === 0).flatMap(checkShape),
    ...uniqueRules(declarations),
    ...referenceRules(declarations),
    ...itemRules(declarations),
  ].toSorted((a, b) => a.file.localeCompare(b.file, 'en') || a.line - b.line || a.column - b.column);
}
