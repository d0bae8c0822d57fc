/** Who has a case open, on which page, and what was saved in the meantime. */
import { Type } from 'typebox';
import { ItemAddress, Nullable } from './common.ts';
import { defineCall } from './call.ts';

const Where = {
  /** null if no page of items is open */
  page: Nullable(Type.String({ maxLength: 10 })),
  /** on a page of rows: the open row */
  rowNo: Nullable(Type.Integer({ minimum: 0 })),
  /** the focused item */
  item: Nullable(ItemAddress),
  /** has unsaved changes */
  editing: Type.Boolean(),
};

export const PresentPerson = Type.Object({
  tabId: Type.String(),
  userKey: Type.Integer(),
  userName: Type.String(),
  ...Where,
});

const TabParams = Type.Object({
  caseKey: Type.Integer(),
  tabId: Type.String({ pattern: '^[0-9a-f]{32}$' }),
});

export const announcePresence = defineCall({
  method: 'PUT',
  path: '/1.0/cases/:caseKey/presence/:tabId',
  summary:
    'Tells where in a case a tab is, every ten seconds; answers who else is there and what others saved since',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: TabParams,
  body: Type.Object({
    ...Where,
    /** when the open page was read: later changes by others on it are returned */
    since: Nullable(Type.String({ format: 'date-time' })),
  }),
  data: Type.Object({
    others: Type.Array(PresentPerson),
    /** when the case was last changed */
    retrievedAt: Type.String({ format: 'date-time' }),
    changes: Type.Array(
      Type.Object({
        ...ItemAddress.properties,
        userName: Type.String(),
        at: Type.String({ format: 'date-time' }),
      }),
    ),
  }),
});

export const listPresence = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/presence',
  summary: 'Who has the case open',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer() }),
  data: Type.Object({ others: Type.Array(PresentPerson) }),
});

export const leavePresence = defineCall({
  method: 'DELETE',
  path: '/1.0/cases/:caseKey/presence/:tabId',
  summary: 'The tab has left the case',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: TabParams,
});
