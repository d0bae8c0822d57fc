/** What a question answers, while it is built: how many cases, and the first of them. */
import {
  PREVIEW_ROWS,
  type DataOf,
  type DataQuery,
  type QueryOf,
  type previewExport,
} from '../../../shared/contract/index.ts';
import { countInTime } from '../../case-query/countInTime.ts';
import {
  hasLimits,
  keepValues,
  labelOfCode,
  requireAskable,
  selectedItems,
  sentenceOf,
} from '../../case-query/passingCases.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { filedCasesOf } from '../../data-export/filedCases.store.ts';
import { fileLayout, isSpread, widen, type LayoutOptions } from '../../data-export/fileLayout.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';

type Preview = DataOf<typeof previewExport>;

interface Reader {
  user: SessionUser;
  language: Language;
}

type CountOn = QueryOf<typeof previewExport>;

/**
 * Throws 422 QUERY_FAULTS, UNKNOWN_BLOCK, 403 QUERY_BLINDED. A question that takes longer than a page waits is answered as far
 * as it was counted, and the values of its items are stored one by one from then on.
 */
export async function previewOf(
  deps: DatabaseWorld & CatalogueWorld,
  { user, language }: Reader,
  query: DataQuery,
  { below, counted = 0 }: CountOn,
): Promise<Preview> {
  const { db, catalogue } = deps;
  const { condition } = query;
  requireAskable(catalogue, user, query);
  const items = selectedItems(catalogue, user, query);
  const labelOf = labelOfCode(catalogue, language);
  const options: LayoutOptions = { ...query, items, language, catalogue: catalogue.whole, labelOf };
  const question = { catalogue, reader: user, question: query, limit: PREVIEW_ROWS };
  const { keys, ...answer } = await countInTime(
    db,
    question,
    below === undefined ? null : { below, count: counted },
  );
  const shown = await inSponsor(db, user.sponsorKey, async (trx) => {
    if (answer.below !== null) await keepValues(trx, catalogue, user.sponsorKey, condition);
    return firstRows(trx, deps, user, { options, keys });
  });
  return {
    ...answer,
    ...shown,
    sentence: sentenceOf(catalogue, query, language),
    warnings: [
      ...(hasLimits(user) ? (['scope'] as const) : []),
      ...(items.length < query.items.length ? (['blinded'] as const) : []),
      ...(keys.length > 0 && shown.rows.length === 0 ? (['noRows'] as const) : []),
    ],
  };
}

async function firstRows(
  trx: Trx,
  world: CatalogueWorld,
  user: SessionUser,
  { options, keys }: { options: LayoutOptions; keys: readonly number[] },
): Promise<Pick<Preview, 'columns' | 'rows'>> {
  const filed = await filedCasesOf(trx, world, user, options, keys);
  const widths = new Map<string, number>();
  if (isSpread(options)) for (const { content } of filed) widen(widths, options, content);
  const layout = fileLayout(options, widths);
  const rows = filed.flatMap((one) =>
    layout.rowsOf(one).map((cells, index) => ({
      rowKey: `${one.caseKey} ${index}`,
      caseKey: one.caseKey,
      cells: cells.map(String),
    })),
  );
  return {
    columns: layout.columns.map(({ name, label }) => ({ itemId: name, label })),
    rows: rows.slice(0, PREVIEW_ROWS),
  };
}

/** The same with one row for each adverse event. */
export const aePreviewOf = (
  deps: DatabaseWorld & CatalogueWorld,
  reader: Reader,
  query: DataQuery,
  on: CountOn,
): Promise<Preview> => {
  const block = deps.catalogue.whole.groupRoles['reactions'] ?? '';
  return previewOf(deps, reader, { ...query, layout: 'record', block }, on);
};
