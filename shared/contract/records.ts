/**
 * Records of case info (senders, products, studies ...): what a kind is, its schema files say. Calls name the kind in the
 * path, so that one set of calls serves them all.
 */
import { Type } from 'typebox';
import { RECORD_ACTIONS, RECORD_STATES } from '../records/recordLife.ts';
import { defineCall } from './call.ts';
import { AuditEntry } from './caseAudit.ts';
import { CHOOSERS, OptionsOfCase, RecordOption } from './caseInfo.ts';
import { CaseRow, CaseValue, ItemAddress, Nullable, OneOf, Paged } from './common.ts';
import { defineList, defineListExport } from './lists.ts';
import { SaveBody, Saved } from './pageParts.ts';

const READ = ['READ.CASE_INFO', 'EDIT.CASE_INFO'] as const;
const EDIT = ['EDIT.CASE_INFO'] as const;

const KindParams = Type.Object({
  sponsorKey: Type.Integer(),
  kind: Type.String({ pattern: '^[a-z]{1,30}$' }),
});
/** Key 0 is a new record. */
const RecordParams = Type.Object({ ...KindParams.properties, recordKey: Type.Integer({ minimum: 0 }) });
const RecordPageParams = Type.Object({ ...RecordParams.properties, page: Type.String({ maxLength: 10 }) });

const PATH = '/1.1/sponsors/:sponsorKey/records/:kind';

const Life = Type.Object({ state: OneOf(...RECORD_STATES), deleted: Type.Boolean() });

const list = { path: PATH, menuId: 'MU-CI', summary: 'The records of a kind', access: READ } as const;
export const listRecords = defineCall({ ...defineList(list), params: KindParams });
export const exportRecords = defineCall({ ...defineListExport(list), params: KindParams });

export const RecordContent = Type.Object({
  kind: Type.String(),
  recordKey: Type.Integer(),
  name: Type.String(),
  versionNo: Type.Integer(),
  page: Type.String(),
  /** 0: a page of a record is one form */
  rowNo: Type.Integer(),
  values: Type.Array(CaseValue),
  rows: Type.Array(CaseRow),
  /** what conditions and computed items of the page read of other pages */
  inputs: Type.Object({ values: Type.Array(CaseValue), rows: Type.Array(CaseRow) }),
  retrievedAt: Type.String({ format: 'date-time' }),
  /** N until the page was saved once: then the reason is 'Initial Data' */
  saved: OneOf('Y', 'N'),
  life: Life,
  /** why the user may not change the record; null if they may */
  readOnly: Nullable(OneOf('deleted', 'noPrivilege')),
  /** neighbours in the order of their names */
  previousKey: Nullable(Type.Integer()),
  nextKey: Nullable(Type.Integer()),
});

export const readRecord = defineCall({
  method: 'GET',
  path: `${PATH}/:recordKey/pages/:page`,
  summary: 'A page of a record; of key 0 an empty one',
  access: READ,
  params: RecordPageParams,
  data: RecordContent,
});

/** Items that another user changed after `retrievedAt` are refused individually: 409 CASE_CHANGED with their addresses. */
export const saveRecord = defineCall({
  method: 'POST',
  path: `${PATH}/:recordKey/pages/:page`,
  summary: 'Saves the changes of a page with the reason for them; key 0 adds a record',
  access: EDIT,
  params: RecordPageParams,
  body: SaveBody,
  data: Type.Object({ ...Saved.properties, recordKey: Type.Integer() }),
});

export const changeRecordLife = defineCall({
  method: 'PUT',
  path: `${PATH}/:recordKey/life`,
  summary: 'Releases, retires, deletes or restores a record',
  access: EDIT,
  params: RecordParams,
  body: Type.Object({
    action: OneOf(...RECORD_ACTIONS),
    reason: Type.String({ minLength: 1, maxLength: 2000 }),
  }),
  data: Life,
});

export const copyRecord = defineCall({
  method: 'POST',
  path: `${PATH}/:recordKey/copy`,
  summary: 'Adds a draft with the content of a record',
  access: EDIT,
  params: RecordParams,
  body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 2000 }) }),
  data: Type.Object({ recordKey: Type.Integer() }),
});

/** Uses that the user may see: how many, and the first of them; and the number of those that they may not. */
const Uses = <T extends Parameters<typeof Type.Array>[0]>(use: T) =>
  Type.Object({ total: Type.Integer(), some: Type.Array(use), hidden: Type.Integer() });

export const readRecordUses = defineCall({
  method: 'GET',
  path: `${PATH}/:recordKey/uses`,
  summary: 'Where a record is used: in the newest versions of cases, in other records, as a limit of users',
  access: READ,
  params: RecordParams,
  data: Type.Object({
    cases: Uses(Type.Object({ caseKey: Type.Integer(), caseNo: Type.String() })),
    users: Uses(Type.Object({ userId: Type.String(), userName: Type.String() })),
    /** by kind; kinds without a use are omitted */
    records: Type.Array(
      Type.Object({
        kind: Type.String(),
        ...Uses(Type.Object({ recordKey: Type.Integer(), name: Type.String() })).properties,
      }),
    ),
  }),
});

export const readRecordItemAudit = defineCall({
  method: 'GET',
  path: `${PATH}/:recordKey/item-audit`,
  summary: 'Every change of one item of a record, newest first',
  access: READ,
  params: RecordParams,
  query: ItemAddress,
  data: Type.Object({ listInfo: Type.Array(AuditEntry) }),
});

const audit = {
  path: `${PATH}/:recordKey/audit`,
  menuId: 'MU-CI-AT',
  summary: 'The audit trail of a record',
  access: READ,
} as const;
export const listRecordAudit = defineCall({ ...defineList(audit), params: RecordParams });
export const exportRecordAudit = defineCall({ ...defineListExport(audit), params: RecordParams });

export const listRecordOptions = defineCall({
  method: 'GET',
  path: `${PATH}/options`,
  summary: 'Records to choose from: those in use, within the scope of the caller',
  access: CHOOSERS,
  params: KindParams,
  query: Type.Object(OptionsOfCase),
  data: Paged(RecordOption),
});

/** Megabytes of a file of records. */
const MAX_RECORDS_MB = 20;
const Decision = OneOf('new', 'changed', 'unchanged', 'refused');

export const downloadRecordTemplate = defineCall({
  method: 'GET',
  path: `${PATH}/template`,
  summary: 'A spreadsheet of a kind to fill in: empty, or with the records that there are',
  access: READ,
  carries: 'file',
  params: KindParams,
  query: Type.Object({
    format: Type.Optional(OneOf('XLSX', 'CSV')),
    filled: Type.Optional(Type.Literal('Y')),
    language: Type.Optional(Type.String({ maxLength: 5 })),
  }),
});

/**
 * Without `fingerprint` a preview. With that of a preview, the records are stored in one transaction: 409 IMPORT_CHANGED
 * if something else would be stored now, 422 IMPORT_REFUSED if a line cannot be imported.
 */
export const importRecords = defineCall({
  method: 'POST',
  path: `${PATH}/import`,
  summary: 'Previews or imports an XLSX or CSV file of records (multipart field `file`)',
  access: EDIT,
  carries: 'upload',
  maxUploadMb: MAX_RECORDS_MB,
  params: KindParams,
  query: Type.Object({
    fingerprint: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    language: Type.Optional(Type.String({ maxLength: 5 })),
  }),
  data: Type.Object({
    fingerprint: Type.String(),
    stored: Type.Boolean(),
    counts: Type.Object({
      new: Type.Integer(),
      changed: Type.Integer(),
      unchanged: Type.Integer(),
      refused: Type.Integer(),
      /** cells and lines that cannot be imported */
      findings: Type.Integer(),
    }),
    /** the first of those that are not unchanged */
    records: Type.Array(
      Type.Object({
        sheet: Type.String(),
        row: Type.Integer(),
        decision: Decision,
        recordKey: Nullable(Type.Integer()),
        name: Type.String(),
        /** entries of the audit trail */
        changes: Type.Integer(),
        /** the first values of a changed record that become others, as cells have them */
        values: Type.Array(
          Type.Object({
            label: Type.String(),
            /** number of the row; null: the item is in none */
            row: Nullable(Type.Integer()),
            before: Type.String(),
            after: Type.String(),
          }),
        ),
      }),
    ),
    /** the first ones */
    findings: Type.Array(
      Type.Object({
        sheet: Type.String(),
        row: Type.Integer(),
        column: Type.Integer(),
        /** of the item */
        label: Nullable(Type.String()),
        text: Type.String(),
        /** of a cell that cannot be read; null: its value is refused */
        problem: Nullable(
          Type.Object({
            kind: Type.String(),
            why: Type.Optional(Type.String()),
            max: Type.Optional(Type.Integer()),
          }),
        ),
        message: Type.String(),
      }),
    ),
  }),
});
