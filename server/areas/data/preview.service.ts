/** What a question answers, while it is built: how many cases, and the first of them. */
import {
  PREVIEW_ROWS,
  type DataOf,
  type DataQuery,
  type previewExport,
} from '../../../shared/contract/index.ts';
import {
  countCases,
  limitTime,
  passingCases,
  passingKeys,
  hasLimits,
  keepValues,
  labelOfCode,
  preparedShare,
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

/** What a page waits for. */
const PATIENCE_MS = 4000;
/** PostgreSQL's code of a statement that took too long */
const CANCELLED = '57014';

/**
 * Throws 422 QUERY_FAULTS, UNKNOWN_BLOCK, 403 QUERY_BLINDED. A question that takes longer than a page waits is answered
 * without a count, and the values of its items are stored one by one from then on.
 */
export async function previewOf(
  deps: DatabaseWorld & CatalogueWorld,
  { user, language }: Reader,
  query: DataQuery,
): Promise<Preview> {
  const { catalogue } = deps;
  requireAskable(catalogue, user, query.condition);
  const items = selectedItems(catalogue, user, query);
  const labelOf = labelOfCode(catalogue, language);
  const options: LayoutOptions = { ...query, items, language, catalogue: catalogue.whole, labelOf };
  const answer = await answerInTime(deps, user, query, options);
  const isSlow = answer.count === null;
  const prepared = await inSponsor(deps.db, user.sponsorKey, async (trx) => {
    if (isSlow) await keepValues(trx, user.sponsorKey, query.condition);
    return isSlow ? preparedShare(trx, user.sponsorKey, query.condition) : 100;
  });
  return {
    ...answer,
    prepared,
    sentence: sentenceOf(catalogue, query.condition, language),
    warnings: [
      ...(hasLimits(user) ? (['scope'] as const) : []),
      ...(items.length < query.items.length ? (['blinded'] as const) : []),
      ...(isSlow ? (['preparing'] as const) : []),
      ...(answer.count !== null && answer.count > 0 && answer.rows.length === 0 ? (['noRows'] as const) : []),
    ],
  };
}

type Answer = Pick<Preview, 'count' | 'columns' | 'rows'>;

async function answerInTime(
  { db, catalogue }: DatabaseWorld & CatalogueWorld,
  user: SessionUser,
  query: DataQuery,
  options: LayoutOptions,
): Promise<Answer> {
  try {
    return await inSponsor(db, user.sponsorKey, async (trx) => {
      await limitTime(trx, PATIENCE_MS);
      const cases = await passingCases(trx, catalogue, user, query.condition);
      const count = await countCases(trx, cases);
      const keys = count === 0 ? [] : await passingKeys(trx, cases, PREVIEW_ROWS);
      return { count, ...(await firstRows(trx, user, options, keys)) };
    });
  } catch (error) {
    if ((error as { code?: string }).code !== CANCELLED) throw error;
    return { count: null, columns: [], rows: [] };
  }
}

async function firstRows(
  trx: Trx,
  user: SessionUser,
  options: LayoutOptions,
  keys: readonly number[],
): Promise<Pick<Preview, 'columns' | 'rows'>> {
  const filed = await filedCasesOf(trx, user, options, keys);
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
): Promise<Preview> => {
  const block = deps.catalogue.whole.groupRoles['reactions'] ?? '';
  return previewOf(deps, reader, { ...query, layout: 'record', block });
};
