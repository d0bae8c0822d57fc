/** Compiles the table of E2B(R2) elements over a catalogue. */
import type { Catalogue, CodeList } from '../compile/catalogue.types.ts';
import type { SourceText } from '../compile/sources.types.ts';
import { isR2Block, type R2Block, type R2Codes, type R2Leaf, type R2Source } from './r2.types.ts';
import type { R2Map } from './r2Map.types.ts';
import productCodes from './r2-codes.json' with { type: 'json' };
import productSource from './r2.json' with { type: 'json' };

const SOURCE = 'e2b/r2.json';
const CODES = 'e2b/r2-codes.json';

/**
 * The table of these sources, or of the product where they have none. It must be free of errors (`r2Rules`): an item it
 * names is one of the catalogue.
 */
export function compileR2(
  catalogue: Catalogue,
  codeLists: Readonly<Record<string, CodeList>>,
  sources: readonly SourceText[] = [],
): R2Map {
  const { content, ...source } = read<R2Source>(sources, SOURCE) ?? (productSource as unknown as R2Source);
  const codes = read<R2Codes>(sources, CODES) ?? (productCodes as unknown as R2Codes);
  const blocks = new Map<string, R2Block>();
  const leaves = new Map<string, R2Leaf>();
  const parents = new Map<string, string>();
  const dosageElements = new Set<string>();
  const add = (block: R2Block, parent: string): void => {
    blocks.set(block.block, block);
    parents.set(block.block, parent);
    for (const one of block.content) {
      if (isR2Block(one)) {
        add(one, block.block);
        continue;
      }
      leaves.set(one.element, one);
      parents.set(one.element, block.block);
      if (block.dosages && catalogue.items[one.to ?? '']?.groups.includes(block.dosages))
        for (const name of [one.element, one.format ?? '', ...Object.values(one.elements ?? {})])
          dosageElements.add(name);
    }
  };
  for (const block of content) add(block, source.root);
  const [header, report] = content;
  if (!header || !report) throw new Error('the E2B(R2) table needs the header and the report');
  const direct = new Set([...leaves.values()].map(({ to }) => to));
  return {
    ...source,
    header,
    report,
    blocks,
    leaves,
    parents,
    dosageElements,
    sharedItems: new Set([...leaves.values()].flatMap(({ text }) => (text && direct.has(text) ? text : []))),
    codes,
    catalogue,
    labelsOf: (itemId) =>
      Object.fromEntries(
        (codeLists[catalogue.items[itemId]?.codeList ?? '']?.codes ?? []).map(({ code, label }) => [
          code,
          label.en,
        ]),
      ),
  };
}

function read<T>(sources: readonly SourceText[], name: string): T | undefined {
  const source = sources.find(({ file }) => file === name);
  return source && (JSON.parse(source.text) as T);
}
