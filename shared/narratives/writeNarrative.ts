/** Writes the text of a template about a case. The same template and case give the same text. Pure. */
import { unseenItems, type Sight } from '../blinding/sight.ts';
import type { CaseContent } from '../case/caseContent.ts';
import { addressAt, addressKey, type RowPath } from '../case/itemAddress.ts';
import { caseReader } from '../expressions/caseReader.ts';
import { compileExpression } from '../expressions/compileExpression.ts';
import { caseScope, rowScope, rowsInScope, rowsOfItem, type Scope } from '../expressions/scope.ts';
import { afterKorean } from '../text/koreanParticle.ts';
import { listInWords } from './inWords.ts';
import type { Sentence } from './sentence.types.ts';
import { splitSentences, type WrittenPiece } from './splitSentences.ts';
import type { TemplateNode } from './template.types.ts';
import { valueInWords, type WordsWorld } from './valueInWords.ts';
import words from './words.json' with { type: 'json' };

/** Parts of a template that are written at most: rows in rows multiply. */
const MAX_PARTS = 20_000;

export interface NarrativeWorld extends WordsWorld {
  content: CaseContent;
  /** items whose values are withheld; conditions take them for empty */
  withheld: ReadonlySet<string>;
}

export class NarrativeTooLong extends Error {
  override name = 'NarrativeTooLong';
}

/** The sentences of a template without problems. Throws `NarrativeTooLong` and `StepLimitExceeded`. */
export function writeNarrative(nodes: readonly TemplateNode[], world: NarrativeWorld): Sentence[] {
  const { catalogue, content, withheld, language } = world;
  const values = content.values.filter(({ itemId }) => !withheld.has(itemId));
  const reader = caseReader(catalogue, { ...content, values });
  const pieces: WrittenPiece[] = [];
  let parts = 0;
  writeNodes(nodes, { scope: caseScope(catalogue, reader), group: null, rows: '', reads: [] });
  return splitSentences(pieces);

  function writeNodes(inside: readonly TemplateNode[], around: Around): void {
    for (const node of inside) {
      parts += 1;
      if (parts > MAX_PARTS) throw new NarrativeTooLong();
      if (node.kind === 'words') writeWords(node, around);
      else if (node.kind === 'value') writeValue(node, around);
      else if (node.kind === 'if') writeCondition(node, around);
      else writeRows(node, around);
    }
  }

  function add({ rows, reads }: Around, offset: number, text: string, own: readonly string[] | null): void {
    const all = own ? [...reads, ...own] : reads;
    pieces.push({ text, isWords: own === null, key: `${offset}${rows}`, reads: all });
  }

  function writeWords({ text, offset }: Extract<TemplateNode, { kind: 'words' }>, around: Around): void {
    const before = pieces.findLast((piece) => piece.text !== '');
    const isAfterValue = language === 'ko' && before !== undefined && !before.isWords;
    add(around, offset, isAfterValue ? afterKorean(before.text, text) : text, null);
  }

  function writeValue(node: Extract<TemplateNode, { kind: 'value' }>, around: Around): void {
    const { itemId, formats, offset } = node;
    const item = catalogue.items[itemId];
    if (!item) return;
    const { scope } = around;
    const group = item.groups.at(-1);
    const paths =
      formats.includes('list') && group !== undefined ? rowsInScope(scope, group) : [rowsOfItem(scope, item)];
    const read = paths.flatMap((path) => readsOf(itemId, item.unitItem, path));
    if (withheld.has(itemId)) return add(around, offset, words.blinded[language], read);
    const texts = paths.map((path) =>
      valueInWords(world, {
        item,
        formats,
        value: reader.item(itemId, path),
        unit: item.unitItem === null ? undefined : reader.item(item.unitItem, path),
      }),
    );
    const text = listInWords(
      texts.filter((one) => one !== ''),
      language,
    );
    add(around, offset, text === '' ? words.notReported[language] : text, read);
  }

  function writeCondition(node: Extract<TemplateNode, { kind: 'if' }>, around: Around): void {
    const { when, met, unmet, offset } = node;
    const [isMet, read] = tested(when, around);
    add(around, offset, '', read);
    writeNodes(isMet ? met : unmet, { ...around, reads: [...around.reads, ...read] });
  }

  function writeRows(node: Extract<TemplateNode, { kind: 'each' }>, around: Around): void {
    const { group, when, body, offset } = node;
    for (const path of rowsInScope(around.scope, group)) {
      const rows = `${around.rows}/${path.join('.')}`;
      const row = { ...around, scope: rowScope(around.scope, group, path), group, rows };
      const [isMet, read] = tested(when, row);
      add(row, offset, '', read);
      if (isMet) writeNodes(body, { ...row, reads: [...around.reads, ...read] });
    }
  }

  /** Whether a condition is met, and what it has read. */
  function tested(when: string | null, { scope, group }: Around): [isMet: boolean, read: string[]] {
    if (when === null) return [true, []];
    const expression = compileExpression(when, catalogue, group, 'bool');
    const read = expression.dependencies.flatMap((itemId) =>
      rowsRead(scope, itemId).flatMap((path) => readsOf(itemId, null, path)),
    );
    return [expression.run(scope), read];
  }
}

/** Where in the template and in the case something is written. */
interface Around {
  scope: Scope;
  /** innermost group of the current rows */
  group: string | null;
  /** the rows, as part of a key */
  rows: string;
  /** what the conditions around have read */
  reads: readonly string[];
}

const readsOf = (itemId: string, unitItem: string | null, path: RowPath): string[] =>
  [itemId, unitItem].flatMap((id) => (id === null ? [] : addressKey(addressAt(id, path))));

/** The current row of an item, or all rows in scope. */
function rowsRead(scope: Scope, itemId: string): readonly RowPath[] {
  const item = scope.catalogue.items[itemId];
  const group = item?.groups.at(-1);
  if (!item || group === undefined || scope.at.has(group)) return [item ? rowsOfItem(scope, item) : []];
  return rowsInScope(scope, group);
}

/**
 * Items whose values are not written: blinded ones, since everybody who sees the case reads its text. `targets`: the items
 * that the text is written into; users who may unblind get the values if all of them are blinded.
 */
export function withheldFrom(
  catalogue: WordsWorld['catalogue'],
  targets: readonly string[],
  sight: Sight,
): ReadonlySet<string> {
  const isBlinded = targets.length > 0 && targets.every((target) => catalogue.items[target]?.blinded);
  return new Set(unseenItems(catalogue, { ...sight, unblind: sight.unblind && isBlinded }));
}
