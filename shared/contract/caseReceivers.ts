/** Where a case may go and where it went: receivers, reports of it, downloads and transmissions so far. */
import { Type, type Static } from 'typebox';
import { defineCall } from './call.ts';
import { CaseStatus, Refusal } from './caseStatus.ts';
import { ConversionNote, Nullable, OneOf, ReportLanguage } from './common.ts';
import { ReadinessSetting } from './settings.ts';

const ReceiverType = OneOf('authority', 'partner');

/** Receivers a case may go to, with what is missing for each: page RE. */
export const readReceivers = defineCall({
  method: 'GET',
  path: '/1.1/cases/:caseKey/pages/RE',
  summary: 'Receivers of the case, with the number of findings that stand in the way of each',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer() }),
  data: Type.Object({
    listInfo: Type.Array(
      Type.Object({
        receiverName: Type.String(),
        receiverType: Type.String(),
        region: Type.String(),
        errors: Type.Integer(),
        warnings: Type.Integer(),
        /** chosen for the case, or, where none is chosen, the authority of the region on the screen */
        concerned: Type.Boolean(),
      }),
    ),
    /** what errors mean to a review or a lock */
    readiness: ReadinessSetting,
    questions: Type.Object({
      /** not answered and not closed, of all versions */
      open: Type.Integer(),
      /** what they mean to a lock */
      setting: ReadinessSetting,
    }),
    /** why the reader may neither review nor lock the version: they saved values of it, and another user has to */
    refusal: Nullable(Refusal),
    status: CaseStatus,
  }),
});

export const readDistributionHistory = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/pages/RE/distribution-history',
  summary: 'Downloads and transmissions of the case so far',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer() }),
  data: Type.Object({
    listInfo: Type.Array(
      Type.Object({
        time: Type.String({ format: 'date-time' }),
        userId: Type.String(),
        reportId: Type.String(),
        receiver: Nullable(Type.String()),
        versionNo: Type.Integer(),
      }),
    ),
  }),
});

export const ReportId = Type.String({ pattern: '^[A-Za-z0-9-]{1,40}$' });

/**
 * The receiver of a report by the names of the specification (2-dialogs section 7). Names of receivers are unique: the type
 * adds nothing.
 */
export const NamedReceiver = {
  receiverName: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  receiverType: Type.Optional(ReceiverType),
};

/** What a report is made with. */
export const ReportQuery = Type.Object({
  notation: Type.Optional(OneOf('Y', 'N')),
  receiver: Type.Optional(Type.String({ maxLength: 60 })),
  /** key of the sender that a message is sent for; left out: that of the case */
  sender: Type.Optional(Type.Integer()),
  /** of a PDF; left out: that of the receiver, or English */
  language: Type.Optional(ReportLanguage),
  ciomsOrientation: Type.Optional(OneOf('portrait', 'landscape')),
  ciomsDataOrdering: Type.Optional(OneOf('primary', 'latest', 'basic')),
  /** of a PDF: prints blinded values, only for users who may unblind */
  unblindedValueApplicable: Type.Optional(OneOf('Y', 'N')),
  /** of a PDF that offers them: findings and audit trail behind the case */
  findings: Type.Optional(OneOf('Y', 'N')),
  audit: Type.Optional(OneOf('Y', 'N')),
  /** of a PDF: printed as a test, which is not given to a receiver */
  test: Type.Optional(OneOf('Y', 'N')),
});
export type ReportQuery = Static<typeof ReportQuery>;

export const downloadReport = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/reports/:reportId',
  summary:
    'Downloads a report of the case: XML, the E2B(R3) message, R2, that of E2B(R2), or a report of the catalogue as PDF',
  access: ['READ.CASE', 'EDIT.CASE'],
  carries: 'file',
  params: Type.Object({ caseKey: Type.Integer(), reportId: ReportId }),
  query: Type.Object({ ...ReportQuery.properties, ...NamedReceiver }),
});

export const readR2Losses = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/r2-losses',
  summary: 'What the E2B(R2) message of the case (report R2) would not hold; nothing is recorded',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer() }),
  data: Type.Object({ losses: Type.Array(ConversionNote) }),
});

export const readReportReceivers = defineCall({
  method: 'GET',
  path: '/1.0/report-receivers',
  summary: 'Authorities and partners of the sponsor, whom reports of its cases may be made for',
  access: ['READ.CASE', 'EDIT.CASE'],
  /** left out: of all cases */
  query: Type.Object({ caseKey: Type.Optional(Type.Integer()) }),
  data: Type.Object({
    receiverList: Type.Array(
      Type.Object({
        receiverName: Type.String(),
        receiverType: ReceiverType,
        /** items that the receiver gets masked */
        maskedItems: Type.Array(Type.String()),
        /** that its forms begin with; null: that of the user */
        language: Nullable(ReportLanguage),
      }),
    ),
  }),
});
