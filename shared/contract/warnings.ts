/** Case warnings (specification 1 sections 2 and 7), defined by `schemas/warnings`. */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { OneOf } from './common.ts';
import { defineList, defineListExport } from './lists.ts';

const ACCESS = ['READ.CASE', 'EDIT.CASE'] as const;

/** Filters that a link can set: one warning, one receiver, one case in any version. */
const Narrowed = {
  warning: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  receiver: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  caseKey: Type.Optional(Type.Integer({ minimum: 1 })),
};

const list = defineList({
  path: '/1.0/cases/warning',
  menuId: 'MU-CS-WARNING',
  summary: 'What is to be looked after in the cases that the user may see',
  access: ACCESS,
});
const file = defineListExport({
  path: list.path,
  menuId: 'MU-CS-WARNING',
  summary: list.summary,
  access: ACCESS,
});

export const listWarnings = defineCall({
  ...list,
  query: Type.Object({ ...list.query.properties, ...Narrowed }),
});

export const exportWarnings = defineCall({
  ...file,
  query: Type.Object({ ...file.query.properties, ...Narrowed }),
});

export const countWarnings = defineCall({
  method: 'GET',
  path: '/1.0/cases/warning/counts',
  summary: 'How many there are of each warning, whatever the columns of the list are filtered by',
  access: ACCESS,
  query: Type.Object({ receiver: Narrowed.receiver, caseKey: Narrowed.caseKey }),
  data: Type.Object({
    /** recently written cases whose warnings are not computed yet */
    pending: Type.Integer(),
    /** in order, including warnings without cases */
    listInfo: Type.Array(
      Type.Object({
        warning: Type.String(),
        label: Type.String(),
        severity: OneOf('error', 'warning', 'info'),
        count: Type.Integer(),
      }),
    ),
  }),
});
