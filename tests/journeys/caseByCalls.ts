/** A case that a journey begins with, made without a page. */
import { randomUUID } from 'node:crypto';
import { addCase, addRows, savePageRow } from '../../shared/contract/index.ts';
import { makeCall, tokenOf } from '../api/harness.ts';

export interface MadeCase {
  caseKey: number;
  caseNo: string;
}

/** A row of a page of rows with one item filled in. */
export interface RowOfOneItem {
  page: string;
  itemId: string;
  value: string;
}

/** Adds rows of one item each to a page of rows, in one save, as case.editor. */
export async function rowsByCalls(
  url: string,
  { caseKey }: MadeCase,
  { page, itemId }: Omit<RowOfOneItem, 'value'>,
  values: readonly string[],
): Promise<void> {
  const token = await tokenOf(url, 'case.editor');
  const rows = values.map((value) => ({
    rowId: randomUUID(),
    changes: [{ itemId, rowNo: 0, rowNo2: 0, rowNo3: 0, value, nullFlavor: null, notation: null }],
  }));
  const saved = await makeCall(url, addRows, {
    params: { caseKey, page },
    body: { reason: 'New', rows },
    token,
  });
  if (!saved.success) throw new Error(`${itemId} could not be saved: ${saved.errMsg}`);
}

/** Makes a case with new rows, in their order, as case.editor. */
export async function caseByCalls(url: string, rows: readonly RowOfOneItem[]): Promise<MadeCase> {
  const token = await tokenOf(url, 'case.editor');
  const { caseKey, caseNo } = (await makeCall(url, addCase, { body: {}, token })).data;
  for (const { page, itemId, value } of rows) {
    const item = { itemId, rowNo: 0, rowNo2: 0, rowNo3: 0, value, nullFlavor: null, notation: null };
    const saved = await makeCall(url, savePageRow, {
      params: { caseKey, page, rowNo: 0 },
      body: { reason: 'New', retrievedAt: '2999-01-01T00:00:00.000Z', changes: [item] },
      token,
    });
    if (!saved.success) throw new Error(`${itemId} could not be saved: ${saved.errMsg}`);
  }
  return { caseKey, caseNo };
}
