/** Values derived from edits of a page: computed from the page together with what it reads of other pages. */
import type { Catalogue, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { forExpressions } from '../../../schemas/compile/unseen.ts';
import type { CaseContent, CaseRow, CaseValue } from '../../../shared/case/caseContent.ts';
import { rowKey } from '../../../shared/case/caseContent.ts';
import {
  addressKey,
  parseAddressKey,
  type ItemAddress,
  type RowPath,
} from '../../../shared/case/itemAddress.ts';
import type { ItemValue } from '../../../shared/case/itemValue.ts';
import { deriveConsequences, type Consequence } from '../../../shared/derived/consequences.ts';
import { derivationsOf } from '../../../shared/derived/derivations.ts';
import { computedValues } from '../../../shared/derived/wholeCase.ts';
import { changingCase, type ChangingCase } from '../../../shared/expressions/changingCase.ts';
import type { RowReference } from './pageSession.types.ts';

/** A write as it is stored in the steps of a session. */
export type Part = { item: ItemValue } | { row: CaseRow | null };
export interface PartWritten {
  key: string;
  after: Part;
}

export interface DerivationInput {
  catalogue: Catalogue;
  page: string;
  rootPath: RowPath;
}

/** The content of a case of which nothing is known. */
export const NO_CONTENT: CaseContent = { values: [], rows: [] };

export type Derivation = ReturnType<typeof createDerivation>;

/** The case as far as the page knows it, at two moments: after the last step, and with the writes of the current one. */
export function createDerivation({ catalogue: regional, page, rootPath }: DerivationInput) {
  const catalogue = forExpressions(regional);
  const deriveFrom = deriveConsequences(catalogue, derivationsOf(catalogue, regional));
  const pageGroup = catalogue.pages[page]?.group ?? null;
  let elsewhere = NO_CONTENT;
  let references: readonly RowReference[] = [];
  let before = changingCase(catalogue, NO_CONTENT);
  let after = changingCase(catalogue, NO_CONTENT);

  const isOwn = ({ itemId, rowNo }: ItemAddress): boolean =>
    isOfPage(regional.items[itemId], page) && (rootPath[0] === undefined || rowNo === rootPath[0]);

  /** The page's content among what it reads of other pages. */
  const withOtherPages = ({ values, rows }: CaseContent): CaseContent => ({
    values: [...elsewhere.values, ...values],
    rows: [...rowsOfReferences(references), ...ownRow(pageGroup, rootPath), ...elsewhere.rows, ...rows],
  });

  return {
    /** Other pages' values and rows that conditions and computed items of this page read, and the rows that it names. */
    setOtherPages(inputs: CaseContent, named: readonly RowReference[]): void {
      elsewhere = inputs;
      references = named;
    },

    /** The computed values of the page for this content. */
    computed: (content: CaseContent): CaseValue[] =>
      computedValues(catalogue, withOtherPages(content)).filter(isOwn),

    /** Starts again from this content. */
    reset(content: CaseContent): void {
      before = changingCase(catalogue, withOtherPages(content));
      after = changingCase(catalogue, withOtherPages(content));
    },

    /** Takes writes of the current step; their consequences are derived at its end. */
    write: (writes: readonly PartWritten[]): void => putInto(after, writes),
    /** Ends the current step. */
    endStep: (writes: readonly PartWritten[]): void => putInto(before, writes),

    /** The consequences of the writes of a step: of this page, as the region shows it. */
    derive(writes: readonly PartWritten[]): Consequence[] {
      const change = {
        items: writes.flatMap(({ key, after: part }) => ('item' in part ? [parseAddressKey(key)] : [])),
        rows: writes.flatMap(({ key, after: part }) => ('row' in part ? [rowOf(key)] : [])),
      };
      const consequences = deriveFrom({ before: before.reader, after: after.reader, change });
      const others = consequences.filter(({ address }) => !isOwn(address)).map(written);
      putInto(after, others);
      putInto(before, others);
      return consequences.filter(({ address }) => isOwn(address));
    },
  };
}

const isOfPage = (item: CatalogueItem | undefined, page: string): boolean => item?.page === page;

const written = ({ address, nextValue: item }: Consequence): PartWritten => ({
  key: addressKey(address),
  after: { item },
});

function rowOf(key: string): Pick<CaseRow, 'group' | 'rowNo' | 'rowNo2' | 'rowNo3'> {
  const { itemId: group, ...numbers } = parseAddressKey(key);
  return { group, ...numbers };
}

function putInto(held: ChangingCase, writes: readonly PartWritten[]): void {
  const rows = new Map<string, CaseRow | undefined>();
  for (const { key, after } of writes) {
    if ('item' in after) held.setItem(parseAddressKey(key), after.item);
    else rows.set(after.row ? rowKey(after.row) : key, after.row ?? undefined);
  }
  if (rows.size > 0) held.setRows(rows);
}

const rowsOfReferences = (references: readonly RowReference[]): CaseRow[] =>
  references.map(({ group, rowNo, rowId, deleted }, sort) => ({
    group,
    rowNo,
    rowNo2: 0,
    rowNo3: 0,
    rowId,
    sort,
    deleted,
  }));

/** The row that the page is; the content of one that is new does not name it yet. */
const ownRow = (group: string | null, [rowNo]: RowPath): CaseRow[] =>
  group === null || rowNo === undefined
    ? []
    : [{ group, rowNo, rowNo2: 0, rowNo3: 0, rowId: '', sort: Number.MAX_SAFE_INTEGER, deleted: false }];
