/**
 * Every problem that an answer may report. A problem is an entry of problems.json (HTTP status and the message in four
 * languages) and a constructor here, which takes what the message and the details need. http/failures.ts turns a thrown
 * problem into an answer.
 */
import type { LocalizedText } from '../schemas/compile/sources.types.ts';
import type { BlindedPart } from '../shared/blinding/compareBlinding.ts';
import type { FaceFault } from '../shared/faces/faceFault.types.ts';
import type { ConditionFault } from '../shared/query/checkCondition.ts';
import type { PasswordFault } from '../shared/access/passwordRules.ts';
import { fillPlaceholders, type Values } from './fillPlaceholders.ts';
import table from './problems.json' with { type: 'json' };
import { utcMinute } from './utcMinute.ts';

type ProblemCode = keyof typeof table;

interface ProblemEntry extends LocalizedText {
  /** HTTP status of the answer */
  status: number;
}

interface ProblemOptions {
  /** Values of the placeholders of the message; `why` may be a key of http/obstacles.json. */
  values?: Values;
  /** What exactly is refused, for programs. */
  details?: unknown;
  /** Replaces the status of the table. */
  status?: number;
  cause?: unknown;
}

/** Fails to compile if an entry of problems.json lacks its status or a language. */
const PROBLEMS: Record<ProblemCode, ProblemEntry> = table;

/** A request that is refused: HTTP status, a code for programs, a message in four languages, and details. */
export class Problem extends Error {
  override name = 'Problem';
  readonly status: number;
  readonly errCode: ProblemCode;
  readonly details: unknown;
  readonly values: Values;

  constructor(errCode: ProblemCode, { values = {}, details, status, cause }: ProblemOptions = {}) {
    const entry = PROBLEMS[errCode];
    super(fillPlaceholders(entry.en, values), cause === undefined ? undefined : { cause });
    this.status = status ?? entry.status;
    this.errCode = errCode;
    this.details = details;
    this.values = values;
  }

  /** The message with placeholders, in four languages; not a field, so that logs do not repeat it. */
  get text(): LocalizedText {
    return PROBLEMS[this.errCode];
  }
}

// --- session and privileges
export const unauthenticated = () => new Problem('UNAUTHENTICATED');
export const expired = () => new Problem('EXPIRED');
export const wrongPassword = () => new Problem('WRONG_PASSWORD');
export const tooManyRequests = (seconds: number) =>
  new Problem('TOO_MANY_REQUESTS', { values: { seconds }, details: { retryAfterSeconds: seconds } });
export const tooManyAttempts = (seconds: number) =>
  new Problem('TOO_MANY_ATTEMPTS', { values: { seconds }, details: { retryAfterSeconds: seconds } });
export const noPrivilege = () => new Problem('NO_PRIVILEGE');
export const noSponsor = () => new Problem('NO_SPONSOR');
export const companyInactive = (company: string) => new Problem('COMPANY_INACTIVE', { values: { company } });
export const noFurtherSponsor = () => new Problem('NO_FURTHER_SPONSOR');
export const sponsorNameTaken = () => new Problem('SPONSOR_NAME_TAKEN');
const BAD_PASSWORDS: Record<PasswordFault, () => Problem> = {
  weak: () => new Problem('WEAK_PASSWORD'),
  tooLong: () => new Problem('PASSWORD_TOO_LONG'),
  isUserId: () => new Problem('PASSWORD_IS_USER_ID'),
  unchanged: () => new Problem('PASSWORD_UNCHANGED'),
};
export const badPassword = (fault: PasswordFault) => BAD_PASSWORDS[fault]();
export const passwordTooShort = (min: number) => new Problem('PASSWORD_TOO_SHORT', { values: { min } });
export const passwordUsedBefore = () => new Problem('PASSWORD_USED_BEFORE');
/** `path`: of a link that sets a new one. */
export const passwordExpired = (path: string) => new Problem('PASSWORD_EXPIRED', { details: { path } });
export const secondFactorRequired = () => new Problem('SECOND_FACTOR_REQUIRED');
export const wrongCode = () => new Problem('WRONG_CODE');
/** With the authenticator as it is set up; see `NewFactor`. */
export const secondFactorSetUp = (details: { secret: string; uri: string }) =>
  new Problem('SECOND_FACTOR_SET_UP', { details });
export const secondFactorDemanded = () => new Problem('SECOND_FACTOR_DEMANDED');
export const wrongCurrentPassword = () => new Problem('WRONG_CURRENT_PASSWORD');
export const passwordLinkClosed = () => new Problem('PASSWORD_LINK_CLOSED');
export const mailNotConfigured = () => new Problem('MAIL_NOT_CONFIGURED');
export const tooManyMails = (seconds: number) =>
  new Problem('TOO_MANY_MAILS', { values: { seconds }, details: { retryAfterSeconds: seconds } });
export const setUpClosed = () => new Problem('SET_UP_CLOSED');
export const userIdTaken = () => new Problem('USER_ID_TAKEN');
export const unknownAppendix = (appendix: string) =>
  new Problem('UNKNOWN_APPENDIX', { values: { appendix } });

// --- lists
export const menuNotFound = (menuId: string) => new Problem('MENU_NOT_FOUND', { values: { menuId } });
export const columnNotFound = (columnId: string) => new Problem('COLUMN_NOT_FOUND', { values: { columnId } });
export const monitoringPageNotFound = (page: string) =>
  new Problem('MONITORING_PAGE_NOT_FOUND', { values: { page } });
export const unknownFigure = (panel: string, measure: string) =>
  new Problem('UNKNOWN_FIGURE', { values: { panel, measure } });
export const monitoringRunNotFound = () => new Problem('MONITORING_RUN_NOT_FOUND');
/** `months`: the longest period. */
export const periodInvalid = (months: number) => new Problem('PERIOD_INVALID', { values: { months } });
export const monthNotOver = (month: string) => new Problem('MONTH_NOT_OVER', { values: { month } });
export const monthAlreadyClosed = (month: string) =>
  new Problem('MONTH_ALREADY_CLOSED', { values: { month } });
export const closeNeedsAllCases = () => new Problem('CLOSE_NEEDS_ALL_CASES');
export const lateReasonComment = () => new Problem('LATE_REASON_COMMENT');
export const lateReasonUnknown = (code: string) => new Problem('LATE_REASON_UNKNOWN', { values: { code } });
export const notLate = (caseNo: string, receiver: string) =>
  new Problem('NOT_LATE', { values: { caseNo, receiver } });
export const columnNotSortable = (columnId: string) =>
  new Problem('COLUMN_NOT_SORTABLE', { values: { columnId }, details: { columnId } });
/** `column`: its label; `why`: a key of http/obstacles.json. */
export const filterRefused = (columnId: string, column: string, why: string) =>
  new Problem('FILTER_REFUSED', { values: { column, why }, details: { columnId, why } });
export const viewNotFound = (viewKey: number) => new Problem('VIEW_NOT_FOUND', { details: { viewKey } });
export const viewNotYours = (owner: string) =>
  new Problem('VIEW_NOT_YOURS', { values: { owner }, details: { owner } });
export const viewNameTaken = (name: string) =>
  new Problem('VIEW_NAME_TAKEN', { values: { name }, details: { name } });
export const exportNotFound = () => new Problem('EXPORT_NOT_FOUND');
export const exportNotReady = () => new Problem('EXPORT_NOT_READY');

// --- questions about cases
/** `items`: what the faults are about, by name. */
export const queryFaults = (faults: readonly ConditionFault[], items: string) =>
  new Problem('QUERY_FAULTS', { values: { items }, details: { faults } });
export const queryBlinded = (items: string) => new Problem('QUERY_BLINDED', { values: { items } });
export const unknownBlock = (block: string) => new Problem('UNKNOWN_BLOCK', { values: { block } });
export const tooManyColumns = (count: number, max: number) =>
  new Problem('TOO_MANY_COLUMNS', { values: { count, max } });
export const exportNeedsCondition = () => new Problem('EXPORT_NEEDS_CONDITION');
export const exportBeyondAccess = () => new Problem('EXPORT_BEYOND_ACCESS');
export const tooManyCases = (count: number, max: number) =>
  new Problem('TOO_MANY_CASES', { values: { count, max }, details: { count, max } });
export const libraryNotFound = () => new Problem('LIBRARY_NOT_FOUND');
export const libraryNameTaken = (name: string) => new Problem('LIBRARY_NAME_TAKEN', { values: { name } });
export const libraryNotOwn = (owner: string) => new Problem('LIBRARY_NOT_OWN', { values: { owner } });
export const libraryChanged = (changedBy: string, versionNo: number) =>
  new Problem('LIBRARY_CHANGED', { values: { changedBy, versionNo }, details: { versionNo } });

// --- imports
export const importNotFound = () => new Problem('IMPORT_NOT_FOUND');
/** The import is in another state than the call needs. */
export const importGoneOn = () => new Problem('IMPORT_GONE_ON');
export const nothingToImport = () => new Problem('NOTHING_TO_IMPORT');
export const importItemsUnknown = (items: readonly string[]) =>
  new Problem('IMPORT_ITEMS_UNKNOWN', { values: { items: items.join(', ') } });
export const tooManyImportFiles = (max: number) => new Problem('TOO_MANY_IMPORT_FILES', { values: { max } });
/** `why`: a key of http/obstacles.json. */
export const decisionRefused = (why: string) => new Problem('DECISION_REFUSED', { values: { why } });
export const acknowledgementNotReady = () => new Problem('ACKNOWLEDGEMENT_NOT_READY');

// --- mapping rules
export const mappingChanged = (changedBy: string, versionNo: number) =>
  new Problem('MAPPING_CHANGED', { values: { changedBy, versionNo }, details: { versionNo } });
export const mappingRuleChanged = (changedBy: string) =>
  new Problem('MAPPING_RULE_CHANGED', { values: { changedBy } });
export const mappingWithoutEvents = () => new Problem('MAPPING_WITHOUT_EVENTS');
export const mappingFileInvalid = (why: string) => new Problem('MAPPING_FILE_INVALID', { values: { why } });

// --- background work
export const processNotFound = () => new Problem('PROCESS_NOT_FOUND');
export const processChanged = () => new Problem('PROCESS_CHANGED');
/** An upgrade removed the state of a process from its chart. */
export const processStateUnknown = (chart: string, state: string, cause: unknown) =>
  new Problem('PROCESS_STATE_UNKNOWN', { values: { chart, state }, cause });
export const taskNotAwaited = () => new Problem('TASK_NOT_AWAITED');
export const jobAwaited = () => new Problem('JOB_AWAITED');
export const deadLetterNotFound = () => new Problem('DEAD_LETTER_NOT_FOUND');

// --- requests
export const callNotFound = () => new Problem('CALL_NOT_FOUND');
/** `mistakes`: each with its location in the request and the address of its item. */
export const invalidRequest = (mistakes: { in: string; path: string; message: string }[]) => {
  const [mistake] = mistakes;
  const first = mistake ? [mistake.in, mistake.path, mistake.message].filter(Boolean).join(' ') : '';
  return new Problem('INVALID_REQUEST', { values: { first }, details: mistakes });
};
/** `status`: that of the server's parser, if it refused the request. */
export const unreadableRequest = (why: string, status?: number) =>
  new Problem('UNREADABLE_REQUEST', { values: { why }, status });
export const bodyTooLarge = () => new Problem('BODY_TOO_LARGE');
export const fileTooLarge = (megabytes: number) =>
  new Problem('FILE_TOO_LARGE', { values: { megabytes }, details: { megabytes } });
export const fileEmpty = () => new Problem('FILE_EMPTY');
export const noFile = () => new Problem('NO_FILE');
/** `seconds`: until it may be available again. */
export const noDatabase = (seconds: number) =>
  new Problem('NO_DATABASE', { details: { retryAfterSeconds: seconds } });
/** This process lacks a key of the audit trail that others use: nothing was stored. */
export const auditKeyMissing = (seconds: number) =>
  new Problem('AUDIT_KEY_MISSING', { details: { retryAfterSeconds: seconds } });
export const noFileStore = (seconds: number) =>
  new Problem('NO_FILE_STORE', { details: { retryAfterSeconds: seconds } });
/** The transaction may be stored or not. */
export const outcomeUnknown = (seconds: number) =>
  new Problem('OUTCOME_UNKNOWN', { details: { retryAfterSeconds: seconds } });
export const stopping = (seconds: number) =>
  new Problem('STOPPING', { details: { retryAfterSeconds: seconds } });
/** The user made one kind of call too often. */
export const tooManyCalls = (seconds: number) =>
  new Problem('TOO_MANY_CALLS', { values: { seconds }, details: { retryAfterSeconds: seconds } });
export const notForPrograms = () => new Problem('NOT_FOR_PROGRAMS');
export const tooManyTokens = (max: number) => new Problem('TOO_MANY_TOKENS', { values: { max } });
/** `seconds`: the time after which the work was stopped. */
export const workTooLong = (seconds: number) =>
  new Problem('WORK_TOO_LONG', { values: { seconds }, details: { seconds } });
export const workTooLarge = () => new Problem('WORK_TOO_LARGE');
/** Too much work is waiting already. */
export const tooBusy = (seconds: number) =>
  new Problem('TOO_BUSY', { values: { seconds }, details: { retryAfterSeconds: seconds } });
export const unexpected = () => new Problem('UNEXPECTED');

// --- cases
export const caseNotFound = (caseKey: number) => new Problem('CASE_NOT_FOUND', { details: { caseKey } });
export const recordNotFound = (kind: string, recordKey: number) =>
  new Problem('RECORD_NOT_FOUND', { details: { kind, recordKey } });
export const recordReadOnly = (why: string) =>
  new Problem('RECORD_READ_ONLY', { values: { why }, details: { why } });
/** `details`: the life of the record now. */
export const recordActionRefused = (details: object) => new Problem('RECORD_ACTION_REFUSED', { details });
export const recordNameTaken = (name: string) => new Problem('RECORD_NAME_TAKEN', { values: { name } });
export const approvesOwnRecord = () => new Problem('APPROVES_OWN_RECORD');
/** The plan of an import is not that of the preview any more. */
export const importChanged = () => new Problem('IMPORT_CHANGED');
export const importRefused = (count: number) => new Problem('IMPORT_REFUSED', { values: { count } });
/** `details`: the errors with their places. */
export const templateInvalid = (errors: readonly object[]) =>
  new Problem('TEMPLATE_INVALID', { values: { count: errors.length }, details: errors });
export const narrativeTooLong = () => new Problem('NARRATIVE_TOO_LONG');
export const lastRecord = () => new Problem('LAST_RECORD');
export const noCaseOfNumber = (number: string) => new Problem('NO_CASE_OF_NUMBER', { values: { number } });
export const pageNotFound = (page: string) => new Problem('PAGE_NOT_FOUND', { details: { page } });
export const rowNotFound = (page: string, rowNo: number) =>
  new Problem('ROW_NOT_FOUND', { details: { page, rowNo } });
export const itemNotFound = (itemId: string) => new Problem('ITEM_NOT_FOUND', { details: { itemId } });
export const fileNotFound = () => new Problem('FILE_NOT_FOUND');
export const notFound = () => new Problem('NOT_FOUND');
export const caseReadOnly = (caseKey: number, why: string) =>
  new Problem('CASE_READ_ONLY', { values: { why }, details: { caseKey, why } });
/** `details`: the items that another user changed meanwhile, with their current values. */
export const caseChanged = (details: unknown) => new Problem('CASE_CHANGED', { details });
export const receiverRequired = () => new Problem('RECEIVER_REQUIRED');
export const receiverUnknown = (receiver: string) =>
  new Problem('RECEIVER_UNKNOWN', { values: { receiver } });
/** `details`: the addresses of the refused items, each with the reason. */
export const itemRefused = (details: unknown) => new Problem('ITEM_REFUSED', { details });
/** `why`: the obstacle that the chart of the case reports. */
export const statusRefused = (why: string, details: object = {}) =>
  new Problem('STATUS_REFUSED', { values: { why }, details: { ...details, why } });
/** `errors`: their number by receiver. */
export const caseHasErrors = (errors: string) => new Problem('CASE_HAS_ERRORS', { values: { errors } });
export const overrideReasonRequired = (errors: string) =>
  new Problem('OVERRIDE_REASON_REQUIRED', { values: { errors } });
export const invalidUserId = () => new Problem('INVALID_USER_ID');
export const noSupportAccess = () => new Problem('NO_SUPPORT_ACCESS');
export const logoRefused = () => new Problem('LOGO_REFUSED');
export const reviewerIsAuthor = () => new Problem('REVIEWER_IS_AUTHOR');
export const caseHasQuestions = (count: number) =>
  new Problem('CASE_HAS_QUESTIONS', { values: { count: String(count) } });
export const questionsOverrideRequired = (count: number) =>
  new Problem('QUESTIONS_OVERRIDE_REQUIRED', { values: { count: String(count) } });
export const questionNotFound = (questionKey: number) =>
  new Problem('QUESTION_NOT_FOUND', { values: { questionKey: String(questionKey) } });
export const questionChanged = () => new Problem('QUESTION_CHANGED');
export const questionRefused = () => new Problem('QUESTION_REFUSED');
export const questionPerson = () => new Problem('QUESTION_PERSON');
/** `details`: the current status, who changed it, and when. */
export const statusChanged = (details: { changedBy: string; changedAt: string; status: unknown }) =>
  new Problem('STATUS_CHANGED', {
    values: { changedBy: details.changedBy, changedAt: utcMinute(details.changedAt) },
    details,
  });
/** `changedBy`, `items`: names of users and of items, separated by commas. */
export const signedCaseChanged = (details: { changedBy: string; changedAt: string; items: string }) =>
  new Problem('SIGNED_CASE_CHANGED', {
    values: { ...details, changedAt: utcMinute(details.changedAt) },
    details,
  });
export const signatureRequired = () => new Problem('SIGNATURE_REQUIRED');
export const wrongSignaturePassword = () => new Problem('WRONG_SIGNATURE_PASSWORD');
export const unknownMeaning = (meaning: string) =>
  new Problem('UNKNOWN_MEANING', {
    values: {
      meaning,
    },
  });
/** `why`: the obstacle that the guard of the workflow reports; `who`: a sentence that names the users who may, or ''. */
export const routeRefused = (why: string, who: string, details: object = {}) =>
  new Problem('ROUTE_REFUSED', { values: { why, who }, details: { ...details, why } });
export const takeRefused = (why: string, who: string, details: object = {}) =>
  new Problem('TAKE_REFUSED', { values: { why, who }, details: { ...details, why } });
export const noWorkflow = () => new Problem('NO_WORKFLOW');
export const sameCase = () => new Problem('SAME_CASE');
export const creationKeyUsed = () => new Problem('CREATION_KEY_USED');
export const newRowTwice = () => new Problem('NEW_ROW_TWICE');
export const noModifiedData = () => new Problem('NO_MODIFIED_DATA');
/** `details`: the generated number. */
export const caseNumberAlreadyGenerated = (number: string) =>
  new Problem('CASE_NUMBER_ALREADY_GENERATED', { values: { number }, details: { number } });
export const momentNotFound = (saveNo: number) => new Problem('MOMENT_NOT_FOUND', { details: { saveNo } });
export const noSender = () => new Problem('NO_SENDER');
export const importSenderGone = () => new Problem('IMPORT_SENDER_GONE');

// --- settings
export const caseOnHold = () => new Problem('CASE_ON_HOLD');
/** A second user has to release a pseudonymisation. */
export const ownRetentionRule = () => new Problem('OWN_RETENTION_RULE');
/** `details`: what is wrong with the setting, by field. */
export const settingRefused = (details: readonly unknown[]) => new Problem('SETTING_REFUSED', { details });
// --- users
export const userNotFound = () => new Problem('USER_NOT_FOUND');
export const ownAccount = () => new Problem('OWN_ACCOUNT');
export const accountShared = () => new Problem('ACCOUNT_SHARED');
export const userChanged = () => new Problem('USER_CHANGED');

export const settingsChanged = () => new Problem('SETTINGS_CHANGED');
// --- configuration as a file
export const configurationUnreadable = (why: string) =>
  new Problem('CONFIGURATION_UNREADABLE', { values: { why } });
export const configurationVersion = (version: string, known: number) =>
  new Problem('CONFIGURATION_VERSION', { values: { version, known } });
export const configurationAltered = (name: string) =>
  new Problem('CONFIGURATION_ALTERED', { values: { name } });
export const configurationUnknown = (name: string) =>
  new Problem('CONFIGURATION_UNKNOWN', { values: { name } });
export const configurationNeeds = (names: readonly string[]) =>
  new Problem('CONFIGURATION_NEEDS', { values: { names: [...new Set(names)].join(', ') } });
/** `details`: part, name and message of each refused element. */
export const configurationNoStudy = (name: string) =>
  new Problem('CONFIGURATION_NO_STUDY', { values: { name } });
export const configurationRefused = (details: readonly object[]) =>
  new Problem('CONFIGURATION_REFUSED', { values: { count: details.length }, details });
export const configurationChanged = () => new Problem('CONFIGURATION_CHANGED');

// --- notices
/** `details`: what is wrong with the text or the readers. */
export const noticeRefused = (why: 'empty' | 'tooLong' | 'forAll' | 'dates') =>
  new Problem('NOTICE_REFUSED', { details: { why } });
export const noticeChanged = () => new Problem('NOTICE_CHANGED');
// --- roles
/** `details`: the key of the role. */
export const roleNotFound = (roleId: number) => new Problem('ROLE_NOT_FOUND', { details: { roleId } });
export const tooManyRoles = () => new Problem('TOO_MANY_ROLES');
export const roleNameTaken = (name: string) => new Problem('ROLE_NAME_TAKEN', { values: { name } });
/** Users that hold it, and steps and cases of the workflow that name it. */
export const roleInUse = (use: { users: number; steps: number; cases: number }) =>
  new Problem('ROLE_IN_USE', { values: use, details: use });
export const reviewUnderWay = () => new Problem('REVIEW_UNDER_WAY');
export const reviewUndecided = (users: number) => new Problem('REVIEW_UNDECIDED', { values: { users } });
export const nothingToUnblind = () => new Problem('NOTHING_TO_UNBLIND');
export const inspectorRole = (name: string) => new Problem('INSPECTOR_ROLE', { values: { name } });
export const roleChanged = (details: {
  roleId: number;
  name: string;
  changedBy: string;
  changedAt: string;
}) => new Problem('ROLE_CHANGED', { values: details, details });
export const ownRole = (name: string) => new Problem('OWN_ROLE', { values: { name } });
export const itemNotOwn = (itemId: string) => new Problem('ITEM_NOT_OWN', { values: { itemId } });
/** `name`: of the role or user as whom the product is seen. */
export const viewOnly = (name: string) => new Problem('VIEW_ONLY', { values: { name } });
export const lastSystemAdministrator = () => new Problem('LAST_SYSTEM_ADMINISTRATOR');
export const lastAdministrator = () => new Problem('LAST_ADMINISTRATOR');

// --- schema files
export const noSchemaFile = (file: string) =>
  new Problem('NO_SCHEMA_FILE', { values: { file }, details: { file } });
/** `details`: the current draft; null if it was deleted. */
export const draftChanged = (file: string, details: { draftBy: string; draftAt: string } | null) =>
  new Problem('DRAFT_CHANGED', {
    values: {
      file,
    },
    details,
  });
export const draftOutdated = (file: string) =>
  new Problem('DRAFT_OUTDATED', { values: { file }, details: { file } });
/** `details`: the active version, who published it, and when. */
export const schemasChanged = (details: { versionNo: number; changedBy: string; changedAt: string }) =>
  new Problem('SCHEMAS_CHANGED', {
    values: { ...details, changedAt: utcMinute(details.changedAt) },
    details,
  });
export const blindingLost = (items: readonly BlindedPart[]) =>
  new Problem('BLINDING_LOST', {
    values: { items: items.map(({ itemId }) => itemId).join(', ') },
    details: { items },
  });
/** `details`: what the browser of the publisher found in the fields that change. */
export const facesFaulty = (faults: readonly FaceFault[]) => {
  const [first] = faults;
  const { itemId = '', language = '', what = '', width = null } = first ?? {};
  const values = { count: faults.length, itemId, language, what, width: width ?? '–' };
  return new Problem('FACES_FAULTY', { values, details: { faults } });
};
/** `details`: the findings of the linter, each with file, line and column. */
export const schemasRefused = (details: readonly { file: string; line: number; column: number }[]) =>
  new Problem('SCHEMAS_REFUSED', {
    values: {
      count: details.length,
    },
    details,
  });
/** `owner`: the rule, item or column whose expression was stopped. */
export const expressionTooLong = (owner: string) =>
  new Problem('EXPRESSION_TOO_LONG', { values: { owner }, details: { owner } });
export const storedMeanwhile = () => new Problem('STORED_MEANWHILE');
export const mappingTooLong = (itemId: string) =>
  new Problem('MAPPING_TOO_LONG', { values: { itemId }, details: { itemId } });
export const noSchemaChange = () => new Problem('NO_SCHEMA_CHANGE');
export const schemaVersionNotFound = (versionNo: number) =>
  new Problem('SCHEMA_VERSION_NOT_FOUND', { values: { versionNo } });

// --- dictionaries
export const dictionaryNotFound = (dictionary: string) =>
  new Problem('DICTIONARY_NOT_FOUND', {
    values: {
      dictionary,
    },
  });
export const dictionaryFieldsRefused = (field: string) =>
  new Problem('DICTIONARY_FIELDS_REFUSED', { values: { field }, details: { field } });
export const releaseExists = (dictionary: string, version: string) =>
  new Problem('RELEASE_EXISTS', { values: { dictionary, version } });
/** `state`: the current state of the release. */
export const releaseNotReady = (releaseNo: number, state: string) =>
  new Problem('RELEASE_NOT_READY', { values: { releaseNo, state }, details: { releaseNo, state } });

// --- files, import, translation
/** `details`: file, line and column. */
export const unreadableXml = (message: string, details?: unknown) =>
  new Problem('UNREADABLE_XML', { values: { text: message }, details });
export const notExportable = (details: unknown) => new Problem('NOT_EXPORTABLE', { details });
/** Why a mail is refused: what it lacks, and what is wrong with addresses. */
export interface MailFault {
  fault: 'receiver' | 'sender' | 'recipients' | 'invalid' | 'duplicate' | 'notAllowed';
  address?: string;
}
export const mailRefused = (faults: readonly MailFault[]) =>
  new Problem('MAIL_REFUSED', { details: { faults } });
export const tooManyReports = (count: number, max: number) =>
  new Problem('TOO_MANY_REPORTS', { values: { count, max }, details: { count, max } });
export const mailTooLarge = (size: number, max: number) => {
  const mb = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);
  return new Problem('MAIL_TOO_LARGE', { values: { size: mb(size), max: mb(max) } });
};
export const translatorNotConfigured = () => new Problem('TRANSLATOR_NOT_CONFIGURED');
export const translationFailed = () => new Problem('TRANSLATION_FAILED');

// --- recommended codes: the codes are those of the specification
export const aiCodingClosed = (dictionary: string) => new Problem('1129', { values: { dictionary } });
export const aiCodingMissingItem = (itemId: string, label: string) =>
  new Problem('1130', { values: { label }, details: { itemId } });
export const aiCodingFailed = (dictionary: string) =>
  new Problem('1131', {
    values: {
      dictionary,
    },
  });
export const recommendationNotFound = (recommendationKey: string) =>
  new Problem('RECOMMENDATION_NOT_FOUND', {
    details: {
      recommendationKey,
    },
  });

// --- coding
export const termNotFound = () => new Problem('TERM_NOT_FOUND');
export const codeChanged = () => new Problem('CODE_CHANGED');
export const codeNotFound = (code: string, version: string) =>
  new Problem('CODE_NOT_FOUND', { values: { code, version } });
export const synonymExists = (text: string, code: string) =>
  new Problem('SYNONYM_EXISTS', { values: { text, code } });
export const codedByYourself = () => new Problem('CODED_BY_YOURSELF');
export const secondCodeNotNeeded = () => new Problem('SECOND_CODE_NOT_NEEDED');
export const differenceNotFound = () => new Problem('DIFFERENCE_NOT_FOUND');
export const adjudicatesOwnCode = () => new Problem('ADJUDICATES_OWN_CODE');
export const releaseNotFound = (dictionary: string, version: string) =>
  new Problem('RELEASE_NOT_FOUND', { values: { dictionary, version }, details: { dictionary, version } });

// --- upgrades of dictionaries
export const upgradeNotFound = () => new Problem('UPGRADE_NOT_FOUND');
export const upgradeOpen = (dictionary: string) => new Problem('UPGRADE_OPEN', { values: { dictionary } });
export const upgradeState = () => new Problem('UPGRADE_STATE');
export const decidedByYourself = () => new Problem('DECIDED_BY_YOURSELF');
export const releaseNotActive = (dictionary: string, version: string) =>
  new Problem('RELEASE_NOT_ACTIVE', { values: { dictionary, version } });
export const upgradeDay = () => new Problem('UPGRADE_DAY');

// --- single sign-on
export const unknownRealm = (realmId: string) => new Problem('UNKNOWN_REALM', { values: { realmId } });
export const signOnOver = () => new Problem('SIGN_ON_OVER');
export const providerRefused = () => new Problem('PROVIDER_REFUSED');
export const providerUnavailable = () => new Problem('PROVIDER_UNAVAILABLE');
export const ssoNotLinked = () => new Problem('SSO_NOT_LINKED');
export const linkedElsewhere = () => new Problem('LINKED_ELSEWHERE');
export const accountOff = () => new Problem('ACCOUNT_OFF');

// --- the help center
export const helpCenterNotConfigured = () => new Problem('HELP_CENTER_NOT_CONFIGURED');
export const helpCenterFailed = () => new Problem('HELP_CENTER_FAILED');

// --- submissions
export const submissionNotFound = () => new Problem('SUBMISSION_NOT_FOUND');
/** `state`: of the chart of the batch. */
export const submissionRefused = (state: string) =>
  new Problem('SUBMISSION_REFUSED', { values: { state }, details: { state } });
/** A batch may have a thousand cases. */
const MAX_CASES_IN_TEXT = 5;
export const submissionChanged = (caseNumbers: readonly string[]) => {
  const first = caseNumbers.slice(0, MAX_CASES_IN_TEXT).join(', ');
  const cases = caseNumbers.length > MAX_CASES_IN_TEXT ? `${first}, … (${caseNumbers.length})` : first;
  return new Problem('SUBMISSION_CHANGED', { values: { cases } });
};
/** What the user saw of the batch is not what it is any more. */
export const submissionStale = () => new Problem('SUBMISSION_STALE');
export const submissionMasked = (receiver: string) =>
  new Problem('SUBMISSION_MASKED', { values: { receiver } });
export const submissionSenderGone = () => new Problem('SUBMISSION_SENDER_GONE');
export const handOverTime = () => new Problem('HAND_OVER_TIME');
export const transportNotSetUp = () => new Problem('TRANSPORT_NOT_SET_UP');
export const statusNotChangeable = () => new Problem('STATUS_NOT_CHANGEABLE');
export const answerNotFound = () => new Problem('ANSWER_NOT_FOUND');
export const answerUnreadable = (text: string) => new Problem('ANSWER_UNREADABLE', { values: { text } });

// --- synchronisation of studies
export const syncStudyNotFound = () => new Problem('SYNC_STUDY_NOT_FOUND');
export const syncSubjectNotFound = () => new Problem('SYNC_SUBJECT_NOT_FOUND');
export const syncEventNotFound = () => new Problem('SYNC_EVENT_NOT_FOUND');
export const syncRunNotFound = () => new Problem('SYNC_RUN_NOT_FOUND');
export const syncNoRules = () => new Problem('SYNC_NO_RULES');
export const syncInProgress = (events: string) => new Problem('SYNC_IN_PROGRESS', { values: { events } });
export const syncAlready = (events: string) => new Problem('SYNC_ALREADY', { values: { events } });
export const syncSeveralCases = (cases: string) => new Problem('SYNC_SEVERAL_CASES', { values: { cases } });
export const syncCaseGone = () => new Problem('SYNC_CASE_GONE');
export const syncQuestion = () => new Problem('SYNC_QUESTION');
export const syncNotSynced = (events: string) => new Problem('SYNC_NOT_SYNCED', { values: { events } });
export const syncNotRemoved = (event: string) => new Problem('SYNC_NOT_REMOVED', { values: { event } });
export const syncCaseInUse = (caseNo: string, events: string) =>
  new Problem('SYNC_CASE_IN_USE', { values: { caseNo, events } });

// --- sources of clinical data
export const sourceNotFound = () => new Problem('SOURCE_NOT_FOUND');
export const sourceNameTaken = () => new Problem('SOURCE_NAME_TAKEN');
export const sourceNotReadable = () => new Problem('SOURCE_NOT_READABLE');
export const noPushSource = () => new Problem('NO_PUSH_SOURCE');
export const studyNotInSource = (studyId: string) =>
  new Problem('STUDY_NOT_IN_SOURCE', { values: { studyId }, details: { studyId } });
export const studyLinked = (studyId: string) =>
  new Problem('STUDY_LINKED', { values: { studyId }, details: { studyId } });
export const pushRefused = () => new Problem('PUSH_REFUSED');
