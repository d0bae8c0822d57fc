/** Keeps the terms of cases beside the codes of dictionaries, for the lists of what is to be coded. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { textHash } from '../../schemas/compile/textHash.ts';
import { addressAt, addressKey } from '../../shared/case/itemAddress.ts';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import { caseScope, itemInScope, rowsOfItem, scopesOf } from '../../shared/expressions/scope.ts';
import { fold } from '../../shared/text/fold.ts';
import { addressName } from '../../shared/warnings/addressName.ts';
import type { CaseProjection } from '../projections/projection.ts';
import { isTouched, type Touched } from '../projections/touched.ts';
import { contentOf, type PageDoc } from '../cases/record/pageDoc.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { putCodings, type DerivedCoding } from './caseCodings.store.ts';

interface CodedItem {
  item: CatalogueItem;
  /** items with the text of the term, the best one first */
  texts: CatalogueItem[];
  /** ids of the coded items of the same rows */
  beside: string[];
  /** all that is read of */
  reads: CatalogueItem[];
}

interface Coding {
  items: readonly CodedItem[];
  /** changes with what is derived */
  version: string;
}

const known = new WeakMap<CatalogueSource, Coding>();

/** The items that hold a code of a dictionary, and those of the same rows that say the term. */
function codingOf(catalogue: CatalogueSource): Coding {
  const made = known.get(catalogue);
  if (made) return made;
  const { whole, dictionaries } = catalogue;
  const coded = Object.values(whole.items).filter(
    ({ dictionary }) => dictionary !== null && dictionaries[dictionary],
  );
  const byGroup = Map.groupBy(coded, ({ groups }) => groups.at(-1));
  const items = coded.map((item) => {
    const texts = (item.coding?.texts ?? []).flatMap((itemId) => whole.items[itemId] ?? []);
    const version = whole.items[item.versionItem ?? ''];
    return {
      item,
      texts,
      beside: (byGroup.get(item.groups.at(-1)) ?? []).map(({ itemId }) => itemId),
      reads: [item, ...texts, ...(version ? [version] : [])],
    };
  });
  const named = items.map(({ item, texts }) => [item.itemId, texts.map(({ itemId }) => itemId)]);
  const coding = { items, version: textHash(JSON.stringify([whole.version, named])) };
  known.set(catalogue, coding);
  return coding;
}

/** The pages of which anything was touched that tells of a term; without `touched` all that do. */
function pagesToRebuild(catalogue: Catalogue, { items }: Coding, touched?: Touched): string[] {
  const concerned = items.filter(({ reads }) => reads.some((item) => isTouched(catalogue, item, touched)));
  return [...new Set(concerned.map(({ item }) => item.page))];
}

export const caseCodings: CaseProjection = {
  name: 'caseCodings',
  revision: 2,
  refresh: 'inTransaction',
  readsDocs: true,
  keepsBlinding: true,
  version: ({ catalogue }) => codingOf(catalogue).version,
  pages: (catalogue, touched) => pagesToRebuild(catalogue.whole, codingOf(catalogue), touched),
  rebuild: async (trx, { catalogue }, { sponsorKey, cases, pages, docsOf }) => {
    const coding = codingOf(catalogue);
    for (const { caseKey } of cases) {
      const docs = (await docsOf(caseKey)).filter(({ page }) => pages.includes(page));
      await putCodings(trx, { sponsorKey, caseKey }, pages, codingsOf(catalogue.whole, coding, docs));
    }
  },
};

/** The coded terms of documents, without deleted rows. */
function codingsOf(whole: Catalogue, { items }: Coding, docs: readonly PageDoc[]): DerivedCoding[] {
  const content = contentOf(docs);
  const stamps = new Map(docs.flatMap((doc) => Object.entries(doc.items)));
  const placeOf = addressName(whole, content.rows);
  const scope = caseScope(whole, caseReader(whole, content));
  const pages = new Set(docs.map(({ page }) => page));
  return items
    .filter(({ item }) => pages.has(item.page))
    .flatMap(({ item, texts, beside }) =>
      scopesOf(scope, item.groups.at(-1) ?? null).flatMap((row): DerivedCoding[] => {
        const coded = itemInScope(row, item.itemId);
        const saying = texts.find(({ itemId }) => itemInScope(row, itemId)?.value);
        const term = (saying && itemInScope(row, saying.itemId)?.value) ?? null;
        const code = coded?.value ?? null;
        // a null flavor says why there is no code
        if (code === null && (term === null || coded?.nullFlavor)) return [];
        const address = addressAt(item.itemId, rowsOfItem(row, item));
        const stampOf = (itemId: string) => stamps.get(addressKey({ ...address, itemId }));
        const stamp = saying && stampOf(saying.itemId);
        const by = code === null ? undefined : stampOf(item.itemId);
        return [
          {
            item_id: item.itemId,
            row_no: address.rowNo,
            row_no2: address.rowNo2,
            row_no3: address.rowNo3,
            page: item.page,
            page_row: whole.pages[item.page]?.kind === 'rows' ? address.rowNo : 0,
            term,
            text_key: term === null ? null : fold(term),
            code,
            entered_at: stamp ? new Date(stamp.at) : null,
            version: (item.versionItem && itemInScope(row, item.versionItem)?.value) || null,
            coded_by: by?.by ?? null,
            coded_at: by ? new Date(by.at) : null,
            place: placeOf(address),
            blinded: item.blinded || (saying?.blinded ?? false),
            coded_beside: code === null ? beside.filter((itemId) => itemInScope(row, itemId)?.value) : [],
          },
        ];
      }),
    );
}
