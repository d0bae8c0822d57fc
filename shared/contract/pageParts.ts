/** What the calls about the pages of a case share: their parameters, the content of a page, a save and its answer. */
import { Type } from 'typebox';
import { CaseStatus } from './caseStatus.ts';
import { CaseRow, CaseValue, Nullable, OneOf } from './common.ts';

export const PageParams = Type.Object({ caseKey: Type.Integer(), page: Type.String({ maxLength: 10 }) });

export const RowParams = Type.Object({ ...PageParams.properties, rowNo: Type.Integer({ minimum: 0 }) });

/** Why the case is read-only for this user; null if it can be edited. */
export const ReadOnly = Nullable(
  OneOf('deleted', 'locked', 'superseded', 'stepClosed', 'noPrivilege', 'rowDeleted'),
);

/** How it came to be read-only, and who can change that. */
export const ReadOnlyDetail = Type.Object({
  /** null where nobody did anything: the user has no privilege */
  by: Nullable(
    Type.Object({
      userName: Type.String(),
      userId: Type.String(),
      at: Type.String({ format: 'date-time' }),
      reason: Type.String(),
    }),
  ),
  /** names of some who can change it, and how many more there are; empty where nobody can */
  whoMay: Type.Object({ names: Type.Array(Type.String()), more: Type.Integer() }),
  /** of a superseded version: the newest one */
  newest: Nullable(Type.Object({ caseKey: Type.Integer(), versionNo: Type.Integer() })),
});

export const PageContent = Type.Object({
  caseKey: Type.Integer(),
  caseNo: Type.String(),
  page: Type.String(),
  /** 0 for pages that are one form */
  rowNo: Type.Integer(),
  values: Type.Array(CaseValue),
  rows: Type.Array(CaseRow),
  /** values other pages' items that this page shows (row labels of a referenced group) */
  references: Type.Array(
    Type.Object({
      group: Type.String(),
      rowNo: Type.Integer(),
      rowId: Type.String(),
      label: Type.String(),
      deleted: Type.Boolean(),
    }),
  ),
  /** what conditions and computed items of the page read of the rest of the case */
  inputs: Type.Object({ values: Type.Array(CaseValue), rows: Type.Array(CaseRow) }),
  retrievedAt: Type.String({ format: 'date-time' }),
  /** N until the page was saved once: then the reason is 'Initial Data' by itself */
  saved: OneOf('Y', 'N'),
  status: CaseStatus,
  readOnly: ReadOnly,
  readOnlyDetail: Nullable(ReadOnlyDetail),
  previousRowNo: Nullable(Type.Integer()),
  nextRowNo: Nullable(Type.Integer()),
  /** from 1, in the order of the list; null: no stored row is shown */
  rowPosition: Nullable(Type.Integer()),
  rowCount: Type.Integer(),
});

/** When what a change is based on was read, where that is not `retrievedAt` of the save. */
const Based = { basedOn: Type.Optional(Type.String({ format: 'date-time' })) };

/** The new content of an item, and the new state of a row, as the editor has them before they are saved. */
export const ItemChange = Type.Object({ ...CaseValue.properties, ...Based });
export const RowChange = Type.Object({ ...CaseRow.properties, ...Based });

export const SaveBody = Type.Object({
  reason: Type.String({ minLength: 1, maxLength: 2000 }),
  retrievedAt: Type.String({ format: 'date-time' }),
  changes: Type.Array(ItemChange),
  rows: Type.Optional(Type.Array(RowChange)),
});

export const Saved = Type.Object({
  retrievedAt: Type.String({ format: 'date-time' }),
  rowNo: Type.Integer(),
  /** rows that were added, with the numbers they got */
  rows: Type.Array(CaseRow),
  changed: Type.Integer(),
});
