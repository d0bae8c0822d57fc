/** Submissions (specification 1 sections 2, 4, 6 and 7): batches to receivers, their checks, answers and histories. */
import { Type } from 'typebox';
import { QUESTION_STATES } from '../questions/questions.ts';
import { CHECK_IDS } from '../submission/checkIds.ts';
import { MANUAL_STATUSES } from '../submission/delayed.ts';
import { REPORT_KINDS } from '../submission/kindOfReport.ts';
import { PREDICTED_VERDICTS } from '../submission/predictAnswer.ts';
import { PRETEND_ANSWERS } from '../submission/pretendAnswers.ts';
import { TRANSPORTS } from '../submission/transports.ts';
import { defineCall } from './call.ts';
import { Signature } from './caseStatus.ts';
import { CreationKey, Finding, LocalisedText, Nullable, OfLibrary, OneOf } from './common.ts';
import { defineList, defineListExport } from './lists.ts';

const READ = ['READ.SUBMISSION', 'EDIT.SUBMISSION'] as const;
const EDIT = ['EDIT.SUBMISSION'] as const;
/** Of a submission comment (specification 8). */
export const MAX_SUBMISSION_COMMENT = 1000;
const MAX_CASES = 1000;

const BatchParams = Type.Object({ batchKey: Type.Integer({ minimum: 1 }) });
const Comment = Type.String({ maxLength: MAX_SUBMISSION_COMMENT });
/** never blank */
const Reason = Type.String({ minLength: 1, maxLength: MAX_SUBMISSION_COMMENT, pattern: '\\S' });
const Time = Type.String({ format: 'date-time' });

const OfCase = { caseKey: Type.Optional(Type.Integer({ minimum: 1 })) };

const casesToSend = {
  path: '/1.1/submissions/cases',
  menuId: 'MU-SM',
  summary: 'Cases that are due to a receiver, chosen for one, or had by one in an earlier version',
  access: EDIT,
} as const;
const candidates = defineList(casesToSend);
const candidatesFile = defineListExport(casesToSend);
export const listSubmissionCases = defineCall({
  ...candidates,
  query: Type.Object({ ...candidates.query.properties, ...OfCase, ...OfLibrary }),
});
export const exportSubmissionCases = defineCall({
  ...candidatesFile,
  query: Type.Object({ ...candidatesFile.query.properties, ...OfCase, ...OfLibrary }),
});

const history = {
  path: '/1.1/submissions',
  menuId: 'MU-SM-HI',
  summary: 'Batches of the cases that the user may see',
  access: READ,
} as const;
export const listSubmissions = defineList(history);
export const exportSubmissions = defineListExport(history);

const caseHistory = {
  path: '/1.1/submissions/messages',
  menuId: 'MU-SM-CH',
  summary: 'Reports of the cases that the user may see, with the answers',
  access: READ,
} as const;
export const listSubmittedCases = defineList(caseHistory);
export const exportSubmittedCases = defineListExport(caseHistory);

export const readSubmissionOptions = defineCall({
  method: 'GET',
  path: '/1.1/submissions/options',
  summary: 'Receivers, senders and transports that a batch can be made for',
  access: EDIT,
  data: Type.Object({
    receivers: Type.Array(
      Type.Object({
        receiver: Type.String(),
        region: Type.String(),
        environment: OneOf('production', 'test'),
        notation: Type.Boolean(),
        /** of its profile; null: it has none that is in use */
        transport: Nullable(OneOf(...TRANSPORTS)),
      }),
    ),
    /** certificates and secrets of transports that end within 60 days */
    ends: Type.Array(
      Type.Object({
        receiver: Type.String(),
        what: OneOf('certificate', 'secret'),
        /** CCYYMMDD */
        day: Type.String(),
        daysLeft: Type.Integer(),
      }),
    ),
    senders: Type.Array(Type.Object({ senderKey: Type.Integer(), name: Type.String() })),
    /** that any receiver can be reached by */
    transports: Type.Array(OneOf(...TRANSPORTS)),
    /** answers of the pretend authority; empty where there is none */
    pretendAnswers: Type.Array(OneOf(...PRETEND_ANSWERS)),
  }),
});

export const addSubmission = defineCall({
  method: 'POST',
  path: '/1.1/submissions',
  summary: 'Puts cases into a new batch to a receiver and begins its checks',
  access: EDIT,
  body: Type.Object({
    ...CreationKey,
    caseKeys: Type.Array(Type.Integer({ minimum: 1 }), {
      minItems: 1,
      maxItems: MAX_CASES,
      uniqueItems: true,
    }),
    receiver: Type.String({ minLength: 1, maxLength: 100 }),
    senderKey: Type.Integer({ minimum: 1 }),
    notation: Type.Boolean(),
    transport: OneOf(...TRANSPORTS),
    pretend: Nullable(OneOf(...PRETEND_ANSWERS)),
  }),
  data: Type.Object({ batchKey: Type.Integer() }),
});

const NamedItem = Type.Object({ itemId: Type.String(), page: Type.String(), label: Type.String() });

const Message = Type.Object({
  seq: Type.Integer(),
  caseKey: Type.Integer(),
  caseNo: Type.String(),
  versionNo: Type.Integer(),
  kind: OneOf(...REPORT_KINDS),
  state: Type.String(),
  messageNumber: Type.String(),
  /** the answer that the last check predicts; null: it was checked by an older product */
  predicted: Nullable(Type.Object({ verdict: OneOf(...PREDICTED_VERDICTS), items: Type.Array(NamedItem) })),
  answerCode: Nullable(Type.String()),
  answerText: Nullable(Type.String()),
  /** codes of digits in the text of the answer */
  codes: Type.Array(
    Type.Object({
      digits: Type.String(),
      /** letter of the section and number in it; null: about the whole file */
      section: Nullable(Type.String()),
      itemNumber: Nullable(Type.Integer()),
      rows: Type.Array(Type.Integer()),
      error: Type.String(),
      /** what the error is; null: not known */
      words: Nullable(Type.String()),
    }),
  ),
  /** items that the text of the answer names, with their pages */
  items: Type.Array(NamedItem),
  localNumber: Nullable(Type.String()),
  /** CCYYMMDD: of a rejected report, the day until which to correct it; null: nothing is due */
  correctBy: Nullable(Type.String()),
  /** the task that a rejection opened, a question at the field with this path; null: there is none */
  correction: Nullable(Type.Object({ state: OneOf(...QUESTION_STATES), path: Type.String() })),
  answeredAt: Nullable(Time),
  /** row key in MU-MO-RP of the report that was sent late by this message, as long as it has no reason */
  lateReport: Nullable(Type.String()),
});

const Event = Type.Object({
  eventKey: Type.Integer(),
  seq: Nullable(Type.Integer()),
  type: Type.String(),
  code: Nullable(Type.String()),
  text: Nullable(Type.String()),
  at: Time,
  remoteAt: Nullable(Type.String()),
  userName: Nullable(Type.String()),
  fileKey: Nullable(Type.String()),
});

export const readSubmission = defineCall({
  method: 'GET',
  path: '/1.1/submissions/:batchKey',
  summary: 'A batch with its messages, attempts and events',
  access: READ,
  params: BatchParams,
  data: Type.Object({
    batchKey: Type.Integer(),
    receiver: Type.String(),
    sender: Type.String(),
    environment: OneOf('production', 'test'),
    transport: OneOf(...TRANSPORTS),
    pretend: Nullable(OneOf(...PRETEND_ANSWERS)),
    notation: Type.Boolean(),
    batchNumber: Type.String(),
    /** of the chart, without inner states */
    state: Type.String(),
    /** the inner state of the chart while the batch is being sent */
    sending: Nullable(Type.String()),
    /** 48 hours without an answer */
    delayed: Type.Boolean(),
    manualStatus: Nullable(OneOf(...MANUAL_STATUSES)),
    /** the user has to say whether the file was handed over */
    awaitsPerson: Type.Boolean(),
    /** the sponsor has batches signed when they are sent */
    isSigned: Type.Boolean(),
    /** events that the state takes */
    takes: Type.Array(Type.String()),
    fault: Nullable(Type.String()),
    nextTryAt: Nullable(Time),
    fileKey: Nullable(Type.String()),
    fileSize: Nullable(Type.Integer()),
    frozenAt: Nullable(Time),
    catalogueVersion: Nullable(Type.String()),
    dictionaries: Type.Record(Type.String(), Type.String()),
    createdAt: Time,
    createdName: Type.String(),
    confirmedAt: Nullable(Time),
    confirmedName: Nullable(Type.String()),
    comment: Type.String(),
    sentAt: Nullable(Time),
    answeredAt: Nullable(Time),
    /** texts of answers and events are left out: they may quote values that the user may not see */
    hidesTexts: Type.Boolean(),
    messages: Type.Array(Message),
    attempts: Type.Array(
      Type.Object({
        attemptNo: Type.Integer(),
        startedAt: Time,
        endedAt: Nullable(Time),
        outcome: Nullable(Type.String()),
        message: Nullable(Type.String()),
      }),
    ),
    events: Type.Array(Event),
  }),
});

export const readSubmissionCheck = defineCall({
  method: 'GET',
  path: '/1.1/submissions/:batchKey/check',
  summary: 'The findings of the last check of a batch',
  access: EDIT,
  params: BatchParams,
  data: Type.Object({
    checkedAt: Nullable(Time),
    findings: Type.Array(
      Type.Object({
        findingKey: Type.Integer(),
        /** of the message; null: it is about the whole batch */
        seq: Nullable(Type.Integer()),
        checkId: OneOf(...CHECK_IDS),
        severity: Finding.properties.severity,
        ruleId: Type.String(),
        message: LocalisedText,
        /** where to correct it */
        item: Nullable(
          Type.Object({
            itemId: Type.String(),
            label: Type.String(),
            /** numbers of the rows that it is in, outermost first; empty: outside of rows */
            row: Type.String(),
            /** null: no page shows it */
            path: Nullable(Type.String()),
          }),
        ),
        reason: Nullable(Type.String()),
        reasonName: Nullable(Type.String()),
      }),
    ),
  }),
});

const command = (path: string, summary: string) =>
  ({
    method: 'POST',
    path: `/1.1/submissions/:batchKey/${path}`,
    summary,
    access: EDIT,
    params: BatchParams,
  }) as const;

export const checkSubmission = defineCall(command('check', 'Checks the batch again'));
export const retrySubmission = defineCall(
  command('retry', 'Sends the same bytes again after a transport fault'),
);
export const cancelSubmission = defineCall({
  ...command('cancel', 'Gives a batch up that was not sent'),
  body: Type.Object({ reason: Reason }),
});
export const confirmSubmission = defineCall({
  ...command('confirm', 'Sends the frozen batch; the number of cases is that of the dialog'),
  body: Type.Object({
    comments: Comment,
    cases: Type.Integer({ minimum: 1 }),
    /** where the sponsor has batches signed */
    signature: Type.Optional(Signature),
  }),
});
export const noteHandOver = defineCall({
  ...command(
    'hand-over',
    'Says whether the receiver got a file of which the product does not know, and when; of a batch by hand also another time than before',
  ),
  body: Type.Object({
    handedOver: Type.Boolean(),
    /** when it was handed over; left out: now, or with the last attempt */
    at: Type.Optional(Time),
    comments: Reason,
  }),
});

/** Warnings that are accepted by one call; a batch may have more. */
export const MAX_REASONS = 5000;

export const giveWarningReasons = defineCall({
  method: 'PUT',
  path: '/1.1/submissions/:batchKey/reasons',
  summary: 'Accepts warnings of the last check with a reason',
  access: EDIT,
  params: BatchParams,
  body: Type.Object({
    findingKeys: Type.Array(Type.Integer(), { minItems: 1, maxItems: MAX_REASONS }),
    reason: Reason,
  }),
});

export const removeSubmissionCase = defineCall({
  method: 'DELETE',
  path: '/1.1/submissions/:batchKey/cases/:caseKey',
  summary: 'Takes a case out of a batch that was not sent',
  access: EDIT,
  params: Type.Object({ ...BatchParams.properties, caseKey: Type.Integer() }),
});

export const downloadSubmission = defineCall({
  method: 'GET',
  path: '/1.1/submissions/:batchKey/file',
  summary: 'The frozen file of a batch',
  access: READ,
  carries: 'file',
  params: BatchParams,
});

const FrozenItem = { itemId: Type.String(), label: Type.String(), row: Type.String() };

export const readFrozenMessage = defineCall({
  method: 'GET',
  path: '/1.1/submissions/:batchKey/messages/:seq',
  summary: 'A message of a frozen batch as XML and items, and against the message sent before',
  access: READ,
  params: Type.Object({ ...BatchParams.properties, seq: Type.Integer({ minimum: 1 }) }),
  data: Type.Object({
    xml: Type.String(),
    /** the message is too long to be shown whole */
    isCut: Type.Boolean(),
    items: Type.Array(Type.Object({ ...FrozenItem, value: Type.String() })),
    /** the batch by which the receiver got the case before; null: it did not */
    before: Nullable(Type.Object({ batchKey: Type.Integer(), sentAt: Nullable(Time) })),
    changes: Type.Array(Type.Object({ ...FrozenItem, before: Type.String(), after: Type.String() })),
  }),
});

export const downloadSubmissionEvent = defineCall({
  method: 'GET',
  path: '/1.1/submissions/:batchKey/events/:eventKey/file',
  summary: 'The raw file of an event of a batch',
  access: READ,
  carries: 'file',
  params: Type.Object({ ...BatchParams.properties, eventKey: Type.Integer() }),
});

export const ANSWER_OUTCOMES = ['applied', 'known', 'notMatched', 'unreadable'] as const;

export const uploadAnswer = defineCall({
  method: 'POST',
  path: '/1.1/submissions/answers',
  summary: 'Takes an acknowledgement that came another way (multipart field `file`)',
  access: EDIT,
  carries: 'upload',
  maxUploadMb: 16,
  data: Type.Object({ outcome: OneOf(...ANSWER_OUTCOMES) }),
});

export const listUnmatchedAnswers = defineCall({
  method: 'GET',
  path: '/1.1/submissions/unmatched',
  summary: 'Answers that belong to no batch, the latest first',
  access: READ,
  data: Type.Object({
    listInfo: Type.Array(
      Type.Object({
        inboxKey: Type.Integer(),
        at: Time,
        fileName: Type.String(),
        senderId: Nullable(Type.String()),
        batchNumber: Nullable(Type.String()),
        code: Nullable(Type.String()),
        problem: Type.String(),
      }),
    ),
  }),
});

export const downloadUnmatched = defineCall({
  method: 'GET',
  path: '/1.1/submissions/unmatched/:inboxKey/file',
  summary: 'The raw file of an answer that belongs to no batch',
  access: READ,
  carries: 'file',
  params: Type.Object({ inboxKey: Type.Integer({ minimum: 1 }) }),
});

export const assignAnswer = defineCall({
  method: 'POST',
  path: '/1.1/submissions/unmatched/:inboxKey/assign',
  summary: 'Applies an answer to the batch that a user names',
  access: EDIT,
  params: Type.Object({ inboxKey: Type.Integer({ minimum: 1 }) }),
  body: Type.Object({ batchKey: Type.Integer({ minimum: 1 }) }),
});

export const decideMessage = defineCall({
  method: 'PUT',
  path: '/1.1/submissions/:batchKey/messages/:seq',
  summary: 'Decides a message that an answer left open, or of which answers contradict each other',
  access: EDIT,
  params: Type.Object({ ...BatchParams.properties, seq: Type.Integer({ minimum: 1 }) }),
  body: Type.Object({ verdict: OneOf('accepted', 'rejected'), comments: Reason }),
});

export const readSubmissionComments = defineCall({
  method: 'GET',
  path: '/1.0/submissions/:batchKey/comments',
  summary: 'Revisions of comment and status of a batch',
  access: READ,
  params: BatchParams,
  data: Type.Object({
    revisions: Type.Array(
      Type.Object({
        revisionNo: Type.Integer(),
        comments: Type.String(),
        batchStatus: Nullable(Type.String()),
        originBatchStatus: Nullable(Type.String()),
        at: Time,
        userName: Type.String(),
      }),
    ),
    manualBatchStatusOptions: Type.Array(OneOf(...MANUAL_STATUSES)),
    changeableStatus: Type.Boolean(),
    /** the manual status, `delayed`, or the state of the chart */
    originBatchStatus: Type.String(),
  }),
});

export const updateSubmissionComments = defineCall({
  method: 'PUT',
  path: '/1.0/submissions/:batchKey/comments',
  summary: 'Adds a comment, and sets the status where it may be set by hand',
  access: EDIT,
  params: BatchParams,
  body: Type.Object({
    comments: Reason,
    batchStatus: Nullable(OneOf(...MANUAL_STATUSES)),
    originBatchStatus: Type.String({ maxLength: 40 }),
  }),
});

export const listSubmissionsOfCase = defineCall({
  method: 'GET',
  path: '/1.1/cases/:caseKey/submissions',
  summary: 'What was sent of all versions of a case, to whom, and how it was answered',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer() }),
  data: Type.Object({
    listInfo: Type.Array(
      Type.Object({
        batchKey: Type.Integer(),
        receiver: Type.String(),
        versionNo: Type.Integer(),
        kind: OneOf(...REPORT_KINDS),
        state: Type.String(),
        sentAt: Nullable(Time),
        answeredAt: Nullable(Time),
        answerCode: Nullable(Type.String()),
        answerText: Nullable(Type.String()),
      }),
    ),
  }),
});
