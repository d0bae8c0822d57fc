/**
 * Synchronisation of adverse events of studies with cases (specification 1 section 6; 2 sections 2 to 8; decision 0175). The
 * names of the dialog's rows are those of the specification; EVENT_KEY names an event, whose shown numbers may change.
 */
import { Type, type Static } from 'typebox';
import {
  EVENT_PROBLEMS,
  SYNC_ACTIONS,
  SYNC_DECISIONS,
  SYNC_STATES,
  VERSION_KINDS,
} from '../sync/syncEvent.ts';
import { defineCall } from './call.ts';
import { Finding, ItemAddress, Nullable, OneOf, Reason } from './common.ts';
import { defineList, defineListExport } from './lists.ts';

const ACCESS = ['READ.SYNC', 'EDIT.SYNC'] as const;
const EDIT = ['EDIT.SYNC'] as const;

/** Events that one run takes. */
export const MAX_SYNC_EVENTS = 200;
export const MAX_SYNC_COMMENT = 1000;

const InStudy = { sponsorKey: Type.Integer(), studyKey: Type.Integer() };
const OfSubject = { ...InStudy, subjectKey: Type.Integer() };
const STUDY_PATH = '/1.0/sponsors/:sponsorKey/studies/:studyKey/sync';

const EventProblem = Type.Object({
  kind: OneOf(...EVENT_PROBLEMS),
  rule: Nullable(Type.Object({ itemId: Type.String(), targetSeqNo: Type.Integer() })),
  sourceText: Nullable(Type.String()),
});

const SYNC_LIST = {
  path: `${STUDY_PATH}/events`,
  menuId: 'MU-ES-SL',
  summary: 'The adverse events of a study, and which of them are in cases',
  access: ACCESS,
} as const;
export const listSyncEvents = { ...defineList(SYNC_LIST), params: Type.Object(InStudy) };
export const exportSyncEvents = { ...defineListExport(SYNC_LIST), params: Type.Object(InStudy) };

/** 404 SYNC_STUDY_NOT_FOUND for a study that no source collects the data of, or that the user may not see. */
export const readSyncStudy = defineCall({
  method: 'GET',
  path: STUDY_PATH,
  summary: 'A study whose events can be synchronised',
  access: ACCESS,
  params: Type.Object(InStudy),
  data: Type.Object({
    studyName: Type.String(),
    protocol: Type.String(),
    /** whether there are mapping rules */
    hasRules: Type.Boolean(),
    /** null: its source was not read yet */
    readAt: Nullable(Type.String({ format: 'date-time' })),
  }),
});

export const findSyncEvents = defineCall({
  method: 'POST',
  path: `${STUDY_PATH}/find`,
  summary: 'Finds the events of the study again in what was read of its source',
  access: EDIT,
  params: Type.Object(InStudy),
  data: Type.Object({ fresh: Type.Integer(), changed: Type.Integer(), removed: Type.Integer() }),
});

export const SyncItem = Type.Object({
  EVENT_KEY: Type.Integer(),
  /** number of the visit */
  SCHD_KEY: Type.Integer(),
  /** number of the event with its subject */
  AESEQ: Type.Integer(),
  SUBJ_KEY: Type.Integer(),
  SUBJ_ID: Type.String(),
  VISIT_LABEL: Type.String(),
  AETERM: Type.String(),
  /** null: the study has no booklets */
  BOOKLET_STATUS: Nullable(Type.String()),
  SAE: OneOf('Y', 'N'),
  SYNC: OneOf(...SYNC_STATES),
  /** of the newest version; null: no case, or none that the user may see */
  CASE_KEY: Nullable(Type.Integer()),
  CASE_NO: Nullable(Type.String()),
  PROBLEM: Nullable(EventProblem),
  /** why a removed event stays in its case */
  REMARK: Nullable(Type.String()),
});
export type SyncItem = Static<typeof SyncItem>;

/** The event with these numbers comes first. 404 SYNC_SUBJECT_NOT_FOUND. */
export const retrieveSyncItems = defineCall({
  method: 'GET',
  path: `${STUDY_PATH}/subjects/:subjectKey/items`,
  summary: 'The adverse events of a subject, as the dialog shows them',
  access: ACCESS,
  params: Type.Object(OfSubject),
  query: Type.Object({
    aeSeq: Type.Optional(Type.Integer()),
    schdKey: Type.Optional(Type.Integer()),
  }),
  data: Type.Object({
    SUBJ_ID: Type.String(),
    /** whether the column with the status of the booklet is shown */
    booklet: Type.Boolean(),
    listInfo: Type.Array(SyncItem),
  }),
});

const SubjSync = Type.Array(
  Type.Object({
    EVENT_KEY: Type.Integer(),
    SCHD_KEY: Type.Integer(),
    AESEQ: Type.Integer(),
    SUBJ_KEY: Type.Integer(),
    /** from 1, in the order of checking: the first is the main event */
    SEQ_NO: Type.Integer({ minimum: 1 }),
  }),
  { minItems: 1, maxItems: MAX_SYNC_EVENTS },
);

/** first version of the case; null: a new one */
const Target = Nullable(Type.Integer());
const Overwrite = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 1000 });

const ShownValue = Type.Object({ value: Nullable(Type.String()), nullFlavor: Nullable(Type.String()) });

export const DryRunValue = Type.Object({
  /** key of the address, for OVERWRITE */
  address: Type.String(),
  ...ItemAddress.properties,
  place: Type.String(),
  /** the user may not see the value */
  hidden: Type.Boolean(),
  before: ShownValue,
  after: ShownValue,
  /** conflict: a person changed it, so it stays; deleted: its row is deleted in the case */
  outcome: OneOf('same', 'set', 'conflict', 'deleted'),
  /** a person changed it since it was synchronised, or wrote it before */
  touched: Type.Boolean(),
  sourceText: Nullable(Type.String()),
  /** null: a constant of the rule */
  source: Nullable(Type.String()),
  rule: Type.Object({ itemId: Type.String(), targetSeqNo: Type.Integer(), version: Type.Integer() }),
  significant: Type.Boolean(),
});
export type DryRunValue = Static<typeof DryRunValue>;

export const DryRun = Type.Object({
  /** it is to be decided first whether the events are a new case or belong to one of the subject */
  question: Type.Boolean(),
  kind: OneOf(...VERSION_KINDS),
  target: Target,
  /** cases with events of the subject */
  candidates: Type.Array(
    Type.Object({
      rootCaseKey: Type.Integer(),
      caseKey: Type.Integer(),
      caseNo: Type.String(),
      versionNo: Type.Integer(),
      terms: Type.Array(Type.String()),
    }),
  ),
  /** cases that a new one would probably be another report of, the likeliest first */
  duplicates: Type.Array(
    Type.Object({
      caseKey: Type.Integer(),
      caseNo: Type.String(),
      versionNo: Type.Integer(),
      /** in what they agree, in the user's language */
      agreeing: Type.Array(Type.String()),
    }),
  ),
  /** the day on which the newest of the changes was seen: CCYYMMDD */
  mostRecent: Type.String(),
  /** names the states of source, rules and case that it was made of, for SEEN */
  seen: Type.String(),
  values: Type.Array(DryRunValue),
  problems: Type.Array(
    Type.Object({
      ...EventProblem.properties,
      /** null: it is in no row of an event */
      eventKey: Nullable(Type.Integer()),
      /** keeps the event out, or all of them; otherwise only its item is left empty */
      blocking: Type.Boolean(),
      place: Type.String(),
      source: Nullable(Type.String()),
    }),
  ),
  /** selected events that the run leaves out */
  failed: Type.Array(Type.Integer()),
  /** what the rules of the region find in the result */
  findings: Type.Array(Type.Object({ ...Finding.properties, place: Type.String() })),
});
export type DryRun = Static<typeof DryRun>;

/**
 * 404 SYNC_SUBJECT_NOT_FOUND; 409 SYNC_NO_RULES; 409 SYNC_SEVERAL_CASES where changed events of several cases are selected;
 * 404 CASE_NOT_FOUND for a case of another subject.
 */
export const dryRunSync = defineCall({
  method: 'POST',
  path: `${STUDY_PATH}/subjects/:subjectKey/dry-run`,
  summary: 'What a selection of events would make of a case, without writing it',
  access: ACCESS,
  whileViewing: true,
  params: Type.Object(OfSubject),
  body: Type.Object({
    SUBJ_SYNC: SubjSync,
    /** left out: the case of the changed events; otherwise it is asked for, where the subject has cases */
    TARGET: Type.Optional(Target),
    OVERWRITE: Overwrite,
  }),
  data: DryRun,
});

/** Whether no run has one of these events. */
export const checkSyncProgress = defineCall({
  method: 'POST',
  path: `${STUDY_PATH}/progress`,
  summary: 'Whether the synchronisation of events is done',
  access: ACCESS,
  whileViewing: true,
  params: Type.Object(InStudy),
  body: Type.Object({
    listInfo: Type.Array(
      Type.Object({ aeSeq: Type.Integer(), schdKey: Type.Integer(), subjKey: Type.Integer() }),
      { minItems: 1, maxItems: MAX_SYNC_EVENTS },
    ),
  }),
  data: Type.Object({
    done: Type.Boolean(),
    /** those that a run has */
    listInfo: Type.Array(
      Type.Object({ aeSeq: Type.Integer(), schdKey: Type.Integer(), subjKey: Type.Integer() }),
    ),
  }),
});

export const SYNC_RUN_STATES = ['committing', 'done', 'failed'] as const;

export const SyncRun = Type.Object({
  runKey: Type.String({ format: 'uuid' }),
  state: OneOf(...SYNC_RUN_STATES),
  kind: Nullable(OneOf(...VERSION_KINDS)),
  caseKey: Nullable(Type.Integer()),
  caseNo: Nullable(Type.String()),
  /** skipped: synchronised already, or removed */
  events: Type.Array(
    Type.Object({
      eventKey: Type.Integer(),
      term: Type.String(),
      outcome: OneOf('done', 'failed', 'skipped'),
      problem: Nullable(EventProblem),
    }),
  ),
});
export type SyncRun = Static<typeof SyncRun>;

/**
 * Begins a run, which goes on when the page is left. Events that are synchronised already are skipped. 409 SYNC_IN_PROGRESS,
 * SYNC_ALREADY (all are), SYNC_NO_RULES, SYNC_SEVERAL_CASES, SYNC_QUESTION (no target, though the subject has cases).
 */
export const syncEvents = defineCall({
  method: 'POST',
  path: `${STUDY_PATH}/subjects/:subjectKey`,
  summary: 'Synchronises selected events of a subject with a case',
  access: EDIT,
  params: Type.Object(OfSubject),
  body: Type.Object({
    /** given by the caller, so that asking twice begins one */
    RUN_KEY: Type.String({ format: 'uuid' }),
    SUBJ_KEY: Type.Integer(),
    SUBJ_SYNC: SubjSync,
    TARGET: Type.Optional(Target),
    /** CCYYMMDD: when the information was received */
    MOST_RECENT: Type.String({ pattern: '^(19|20)[0-9]{2}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])$' }),
    /** addresses at which the source replaces what a person changed */
    OVERWRITE: Overwrite,
    /** of the dry run that the user has seen: nothing is written where it would be another one; left out: of any */
    SEEN: Type.Optional(Type.String({ maxLength: 64 })),
  }),
  data: SyncRun,
});

/** 404 SYNC_RUN_NOT_FOUND. */
export const readSyncRun = defineCall({
  method: 'GET',
  path: `${STUDY_PATH}/runs/:runKey`,
  summary: 'How far a synchronisation is, and its result by event',
  access: ACCESS,
  params: Type.Object({ ...InStudy, runKey: Type.String({ format: 'uuid' }) }),
  data: SyncRun,
});

/** The case stays as it is. 409 SYNC_NOT_SYNCED. */
export const resetSync = defineCall({
  method: 'POST',
  path: `${STUDY_PATH}/reset`,
  summary: 'Disconnects events from their cases, so that they can be synchronised again',
  access: EDIT,
  params: Type.Object(InStudy),
  body: Type.Object({
    EVENT_KEYS: Type.Array(Type.Integer(), { minItems: 1, maxItems: MAX_SYNC_EVENTS }),
    REASON: Reason,
  }),
  data: Type.Object({ reset: Type.Integer() }),
});

/** 409 SYNC_NOT_REMOVED; 409 SYNC_CASE_IN_USE where the case has other events that are not removed. */
export const decideRemovedEvent = defineCall({
  method: 'POST',
  path: `${STUDY_PATH}/events/:eventKey/removed`,
  summary: 'Nullifies the case of a removed event, or keeps it with a remark',
  access: EDIT,
  params: Type.Object({ ...InStudy, eventKey: Type.Integer() }),
  body: Type.Object({ decision: OneOf('nullify', 'keep'), REASON: Reason }),
  data: Type.Object({ caseKey: Nullable(Type.Integer()) }),
});

export const readSyncLog = defineCall({
  method: 'GET',
  path: `${STUDY_PATH}/events/:eventKey/log`,
  summary: 'What was done with an event',
  access: ACCESS,
  params: Type.Object({ ...InStudy, eventKey: Type.Integer() }),
  data: Type.Object({
    listInfo: Type.Array(
      Type.Object({
        at: Type.String({ format: 'date-time' }),
        /** empty: the product */
        userName: Type.String(),
        action: OneOf(...SYNC_ACTIONS),
        caseNo: Type.String(),
        reason: Type.String(),
      }),
    ),
  }),
});

const RECONCILIATION = {
  path: `${STUDY_PATH}/reconciliation`,
  menuId: 'MU-ES-RC',
  summary: 'Differences between a study and its cases',
  access: ACCESS,
} as const;
export const listReconciliation = { ...defineList(RECONCILIATION), params: Type.Object(InStudy) };
export const exportReconciliation = { ...defineListExport(RECONCILIATION), params: Type.Object(InStudy) };

export const decideReconciliation = defineCall({
  method: 'POST',
  path: `${STUDY_PATH}/reconciliation`,
  summary: 'Decides about differences between a study and its cases',
  access: EDIT,
  params: Type.Object(InStudy),
  body: Type.Object({
    /** row keys of the list */
    subjects: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { minItems: 1, maxItems: 1000 }),
    decision: OneOf(...SYNC_DECISIONS),
    comment: Type.String({ maxLength: MAX_SYNC_COMMENT }),
  }),
  data: Type.Object({ decided: Type.Integer() }),
});
