/** The first law of the design: whatever differs per item is data, so no module outside `schemas/` names an item. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { readSourceTexts } from '../../server/catalogue/readSourceTexts.ts';

const root = join(import.meta.dirname, '..', '..');
const ids = new Set(Object.keys(compileCatalogue(readSourceTexts()).items));

const wordsOf = (text: string): string[] => text.split(/[^\w.]+/);

/** The ids in string literals of a module: comments do not count, they may give an example. */
function idsInStrings(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  // a module is only parsed to tell its strings from its comments
  if (!wordsOf(text).some((word) => ids.has(word))) return [];
  if (file.endsWith('.json')) return wordsOf(text).filter((word) => ids.has(word));
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const words: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node)
    ) {
      words.push(...wordsOf(node.text));
    }
    if (ts.isJsxText(node)) words.push(...wordsOf(node.text));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return words.filter((word) => ids.has(word));
}

const modules = ['shared', 'machines', 'src', 'server', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /\.(tsx?|json)$/.test(name) && !/\.(test|stories)\.tsx?$/.test(name)),
);

it('finds the items it guards', () => {
  expect(ids.size).toBeGreaterThan(260);
});

it.each(modules)('keeps item ids out of %s', (name) => {
  // one letter and one digit alone (H.1) is an id too; a word like `v1.2` is not
  expect(idsInStrings(join(root, name))).toEqual([]);
});
