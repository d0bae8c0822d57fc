/** Records of case info as cases use them: what fills a case, and how records that filled one have changed since. */
import { Type } from 'typebox';
import { RECORD_STATES } from '../records/recordLife.ts';
import { defineCall } from './call.ts';
import { Nullable, OneOf } from './common.ts';

/** By item of the kind. */
const MasterValues = Type.Record(
  Type.String(),
  Type.Object({
    value: Nullable(Type.String()),
    nullFlavor: Nullable(Type.String()),
    notation: Nullable(Type.String()),
  }),
);

const Version = Type.Object({
  version: Type.Integer(),
  /** outside of rows */
  values: MasterValues,
  /** by group, in display order, without deleted ones */
  rows: Type.Record(Type.String(), Type.Array(Type.Object({ rowNo: Type.Integer(), values: MasterValues }))),
});

const Master = Type.Object({
  kind: Type.String(),
  recordKey: Type.Integer(),
  name: Type.String(),
  ...Version.properties,
});

export const readMaster = defineCall({
  method: 'GET',
  path: '/1.1/sponsors/:sponsorKey/records/:kind/:recordKey/master',
  summary: 'What an active record fills into a case',
  access: ['READ.CASE', 'EDIT.CASE', 'READ.CASE_INFO', 'EDIT.CASE_INFO'],
  params: Type.Object({
    sponsorKey: Type.Integer(),
    kind: Type.String({ pattern: '^[a-z]{1,30}$' }),
    recordKey: Type.Integer({ minimum: 1 }),
  }),
  data: Master,
});

export const listCaseMasters = defineCall({
  method: 'GET',
  path: '/1.1/cases/:caseKey/masters',
  summary: 'The records that filled items of the case: as they are now, and in the versions that filled them',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer() }),
  data: Type.Object({
    /** without records that the user may not see */
    listInfo: Type.Array(
      Type.Object({
        ...Master.properties,
        state: OneOf(...RECORD_STATES),
        deleted: Type.Boolean(),
        /** versions that filled items and are not the current one */
        earlier: Type.Array(Version),
      }),
    ),
  }),
});
