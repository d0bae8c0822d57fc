/** What the header of a case shows besides the values of its items. */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { Nullable } from './common.ts';
import { LeavePage } from './settings.ts';
import { ReadOnly, ReadOnlyDetail } from './pageParts.ts';

/** CCYYMMDD */
const Day = Type.String({ pattern: '^\\d{8}$' });

const DateEntry = Type.Object({ text: Type.String(), day: Day });

const Timeline = Type.Object({
  receiver: Type.String(),
  ruleId: Type.String(),
  day0: Day,
  /** day 0 of that version */
  versionDay0: Day,
  days: Type.Integer(),
  due: Day,
  met: Nullable(Day),
  /** the version is no longer reportable by the rule, which the report tells the receiver */
  closes: Type.Boolean(),
});

/** The due reports are computed where the case is edited; these are their facts outside of the case. */
export const readCaseHeader = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/header',
  summary: 'Owner of a case, why it is read-only and who can change that, and facts of its due reports',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer() }),
  data: Type.Object({
    /** null: unassigned */
    owner: Nullable(Type.Object({ roleName: Nullable(Type.String()), userName: Nullable(Type.String()) })),
    /** null: no reports are due for this version */
    reporting: Nullable(
      Type.Object({
        isFirst: Type.Boolean(),
        createdDay: Day,
        /** the dates that give day 0 as they are stored, with the day on which each was entered; of items that are shown */
        dateEntries: Type.Object({
          mostRecentInformation: Type.Optional(DateEntry),
          firstReceived: Type.Optional(DateEntry),
        }),
        /** reports of this version that were sent */
        sent: Type.Array(Type.Object({ receiver: Type.String(), day: Day })),
        /** due reports of the previous version */
        before: Type.Array(Timeline),
        /** receivers that an earlier version went to */
        informed: Type.Array(Type.String()),
      }),
    ),
    /** what each receiver got last of any version of the case, the latest first; rehearsals are left out */
    submissions: Type.Array(
      Type.Object({
        receiver: Type.String(),
        sentAt: Type.String({ format: 'date-time' }),
        /** how it was answered: a state of the message, Delayed, or a status set by hand */
        state: Type.String(),
      }),
    ),
    /** setting of the sponsor: a page that is left asks what becomes of its edits, or keeps them */
    leavePage: LeavePage,
    readOnly: ReadOnly,
    readOnlyDetail: Nullable(ReadOnlyDetail),
  }),
});
