/** Every failure an answer may name, in one table. They are thrown anywhere and become answers in http/failures.ts. */
import type { PasswordFault } from '../shared/access/passwordRules.ts';

/** What may stand in the `{...}` places of a message; `why` is a key of http/obstacles.json. */
export type Values = Record<string, string | number>;

/** A request that is refused: HTTP status, a code for programs, an English sentence, and what exactly was refused. */
export class Problem extends Error {
  override name = 'Problem';
  readonly status: number;
  readonly errCode: string;
  readonly details: unknown;
  /** for the message in the user's language (http/words.json) */
  readonly values: Values;

  constructor(status: number, errCode: string, message: string, details?: unknown, values: Values = {}) {
    super(message);
    this.status = status;
    this.errCode = errCode;
    this.details = details;
    this.values = values;
  }
}

// --- session and privileges
export const unauthenticated = () => new Problem(401, 'UNAUTHENTICATED', 'Sign in first');
export const expired = () => new Problem(401, 'EXPIRED', 'Session has expired; sign in again');
export const wrongPassword = () => new Problem(401, 'WRONG_PASSWORD', 'User ID or password is wrong');
export const tooManyRequests = (seconds: number) =>
  new Problem(
    429,
    'TOO_MANY_REQUESTS',
    `Too many requests from your network; try again in ${seconds} seconds`,
    { retryAfterSeconds: seconds },
    { seconds },
  );
export const tooManyAttempts = (seconds: number) =>
  new Problem(
    429,
    'TOO_MANY_ATTEMPTS',
    `Too many wrong passwords; try again in ${seconds} seconds`,
    { retryAfterSeconds: seconds },
    { seconds },
  );
export const noPrivilege = () => new Problem(403, 'NO_PRIVILEGE', 'There is no privilege to access');
export const noSponsor = () =>
  new Problem(403, 'NO_SPONSOR', 'You are not assigned to any sponsor; ask your administrator');
const BAD_PASSWORDS: Record<PasswordFault, () => Problem> = {
  weak: () =>
    new Problem(
      400,
      'WEAK_PASSWORD',
      'The password needs at least eight characters, with a digit and a letter',
    ),
  tooLong: () => new Problem(400, 'PASSWORD_TOO_LONG', 'The password is longer than 200 characters'),
  isUserId: () => new Problem(400, 'PASSWORD_IS_USER_ID', 'The password must differ from the user id'),
  unchanged: () =>
    new Problem(400, 'PASSWORD_UNCHANGED', 'The new password must differ from the current one'),
};
export const badPassword = (fault: PasswordFault) => BAD_PASSWORDS[fault]();
export const wrongCurrentPassword = () =>
  new Problem(422, 'WRONG_CURRENT_PASSWORD', 'The current password is wrong; nothing was changed');
export const passwordLinkClosed = () =>
  new Problem(
    409,
    'PASSWORD_LINK_CLOSED',
    'This link has already been used, has expired or is not valid; request a new e-mail',
  );
export const mailNotConfigured = () =>
  new Problem(409, 'MAIL_NOT_CONFIGURED', 'E-mail is not configured; ask your administrator');
export const tooManyMails = (seconds: number) =>
  new Problem(
    429,
    'TOO_MANY_MAILS',
    `Too many e-mails requested; try again in ${seconds} seconds`,
    { retryAfterSeconds: seconds },
    { seconds },
  );
export const setUpClosed = () =>
  new Problem(409, 'SET_UP_CLOSED', 'This set-up link has been used or is not valid');
export const userIdTaken = () => new Problem(409, 'USER_ID_TAKEN', 'This user id already exists');
export const unknownAppendix = (appendix: string) =>
  new Problem(400, 'UNKNOWN_APPENDIX', `Appendix '${appendix}' does not exist`, undefined, { appendix });

export const menuNotFound = (menuId: string) =>
  new Problem(404, 'MENU_NOT_FOUND', `List ${menuId} does not exist`, undefined, { menuId });
export const columnNotFound = (columnId: string) =>
  new Problem(404, 'COLUMN_NOT_FOUND', `The list has no column ${columnId}`, undefined, { columnId });
export const columnNotSortable = (columnId: string) =>
  new Problem(
    400,
    'COLUMN_NOT_SORTABLE',
    `The list cannot be sorted by ${columnId}; select another column`,
    { columnId },
    { columnId },
  );
/** `column`: its label; `why`: a key of http/obstacles.json. */
export const filterRefused = (columnId: string, column: string, why: string) =>
  new Problem(
    400,
    'FILTER_REFUSED',
    'The filter on {column} cannot be used: {why}',
    { columnId, why },
    { column, why },
  );
export const viewNotFound = (viewKey: number) =>
  new Problem(
    404,
    'VIEW_NOT_FOUND',
    'This view no longer exists or is not shared with you; select another one',
    { viewKey },
  );
export const viewNotYours = (owner: string) =>
  new Problem(
    403,
    'VIEW_NOT_YOURS',
    'Only {owner} can change this view; save it as one of your own',
    { owner },
    { owner },
  );
export const viewNameTaken = (name: string) =>
  new Problem(
    409,
    'VIEW_NAME_TAKEN',
    'You already have a view named {name}; use another name',
    { name },
    { name },
  );
export const exportNotFound = () => new Problem(404, 'EXPORT_NOT_FOUND', 'This export does not exist');

export const exportNotReady = () => new Problem(409, 'EXPORT_NOT_READY', 'The file is not made yet');

// --- background work
export const processNotFound = () => new Problem(404, 'PROCESS_NOT_FOUND', 'There is no such process');
export const processChanged = () =>
  new Problem(409, 'PROCESS_CHANGED', 'This process has gone on meanwhile; look at it again');
/** The product was upgraded, and its chart lost a state that a process was in. */
export const processStateUnknown = (chart: string, state: string, cause: unknown) =>
  Object.assign(
    new Problem(
      409,
      'PROCESS_STATE_UNKNOWN',
      `The chart ${chart} of this version has no state ${state}; the process was left as it was`,
      undefined,
      { chart, state },
    ),
    { cause },
  );
export const deadLetterNotFound = () =>
  new Problem(404, 'DEAD_LETTER_NOT_FOUND', 'This background work is not waiting for a decision any more');

// --- requests
export const callNotFound = () => new Problem(404, 'CALL_NOT_FOUND', 'This API call does not exist');
/** `mistakes`: each with its place in the request and the address of the item it belongs to. */
export const invalidRequest = (mistakes: { in: string; path: string; message: string }[]) => {
  const first = mistakes.map(
    ({ in: place, path, message }) => `${[place, path].filter(Boolean).join(' ')} ${message}`,
  )[0];
  return new Problem(400, 'INVALID_REQUEST', `The request is not valid: ${first}`, mistakes);
};
export const unreadableRequest = (why: string) =>
  new Problem(400, 'UNREADABLE_REQUEST', `The request could not be read: ${why}`);
export const bodyTooLarge = () => new Problem(413, 'BODY_TOO_LARGE', 'The request is too large');
export const fileTooLarge = (megabytes: number) =>
  new Problem(
    413,
    'FILE_TOO_LARGE',
    `The file is too large. Allowed maximum size is ${megabytes} MB.`,
    { megabytes },
    { megabytes },
  );
export const noFile = () =>
  new Problem(400, 'NO_FILE', "The upload holds no file; send it as the multipart field 'file'");
export const noDatabase = () => new Problem(503, 'NO_DATABASE', 'The database is not responding');
export const unexpected = () =>
  new Problem(500, 'UNEXPECTED', 'An error has occurred. Please contact system administrator.');

// --- cases
const DOES_NOT_EXIST = "The requested information doesn't exist or you don't have required permissions";
export const caseNotFound = (caseKey: number) =>
  new Problem(404, 'CASE_NOT_FOUND', DOES_NOT_EXIST, { caseKey });
export const noCaseOfNumber = (number: string) =>
  new Problem(
    404,
    'NO_CASE_OF_NUMBER',
    `No case "${number}" found, or you do not have access; check the number, or search the list`,
    undefined,
    { number },
  );
export const pageNotFound = (page: string) => new Problem(404, 'PAGE_NOT_FOUND', DOES_NOT_EXIST, { page });
export const rowNotFound = (page: string, rowNo: number) =>
  new Problem(404, 'ROW_NOT_FOUND', DOES_NOT_EXIST, { page, rowNo });
export const itemNotFound = (itemId: string) =>
  new Problem(404, 'ITEM_NOT_FOUND', DOES_NOT_EXIST, { itemId });
export const fileNotFound = () => new Problem(404, 'FILE_NOT_FOUND', DOES_NOT_EXIST);
export const notFound = () => new Problem(404, 'NOT_FOUND', DOES_NOT_EXIST);
export const caseReadOnly = (caseKey: number, why: string) =>
  new Problem(409, 'CASE_READ_ONLY', 'The case cannot be changed: {why}', { caseKey, why }, { why });
/** `details`: the items that somebody else changed meanwhile, with what stands there now. */
export const caseChanged = (details: unknown) =>
  new Problem(409, 'CASE_CHANGED', 'Someone else has changed this in the meantime', details);
/** `details`: the addresses of the items that were refused, each with the reason. */
export const itemRefused = (details: unknown) =>
  new Problem(422, 'ITEM_REFUSED', 'Some items cannot be stored as they are', details);
/** `why`: what stands in the way, as the chart of the case says it. */
export const statusRefused = (why: string, details: object = {}) =>
  new Problem(409, 'STATUS_REFUSED', 'This action is not possible: {why}', { ...details, why }, { why });
/** `details`: the status as it is now, who changed it, and when. */
export const statusChanged = (details: { changedBy: string; changedAt: string; status: unknown }) =>
  new Problem(
    409,
    'STATUS_CHANGED',
    '{changedBy} changed the status in the meantime ({changedAt} UTC); review it again',
    details,
    { changedBy: details.changedBy, changedAt: details.changedAt },
  );
export const signatureRequired = () =>
  new Problem(422, 'SIGNATURE_REQUIRED', 'A signature is required: enter its meaning and your password');
export const wrongSignaturePassword = () =>
  new Problem(422, 'WRONG_SIGNATURE_PASSWORD', 'The password is wrong; nothing was signed');
export const unknownMeaning = (meaning: string) =>
  new Problem(422, 'UNKNOWN_MEANING', `The signature meaning '${meaning}' does not exist`, undefined, {
    meaning,
  });
/** `why`: what stands in the way, as the guard of the workflow says it; `who` in words, or '': who could. */
export const routeRefused = (why: string, who: string, details: object = {}) =>
  new Problem(
    409,
    'ROUTE_REFUSED',
    'The case cannot be routed: {why}{who}',
    { ...details, why },
    { why, who },
  );
export const takeRefused = (why: string, who: string, details: object = {}) =>
  new Problem(
    409,
    'TAKE_REFUSED',
    'The case cannot be assigned to you: {why}{who}',
    { ...details, why },
    { why, who },
  );
export const noWorkflow = () =>
  new Problem(409, 'NO_WORKFLOW', 'This sponsor has no workflow; an administrator can enable it');
export const sameCase = () =>
  new Problem(422, 'SAME_CASE', 'These are versions of the same case; select another case');
export const noModifiedData = () => new Problem(422, 'NO_MODIFIED_DATA', 'There is no modified data');
/** `details`: the number that was generated. */
export const caseNumberAlreadyGenerated = (number: string) =>
  new Problem(
    409,
    'CASE_NUMBER_ALREADY_GENERATED',
    'The number {number} was already generated for this case; type it, or another one',
    { number },
    { number },
  );
export const momentNotFound = (saveNo: number) =>
  new Problem(404, 'MOMENT_NOT_FOUND', DOES_NOT_EXIST, { saveNo });
export const noSender = () => new Problem(400, 'NO_SENDER', 'Select a sender first');

// --- settings
/** `details`: what is wrong with the setting, each with its field. */
export const settingRefused = (details: readonly unknown[]) =>
  new Problem(422, 'SETTING_REFUSED', 'The setting cannot be stored as it is', details);
export const settingsChanged = () =>
  new Problem(
    409,
    'SETTINGS_CHANGED',
    'Someone else has changed the settings in the meantime; review them again',
  );

// --- schema files
export const noSchemaFile = (file: string) =>
  new Problem(400, 'NO_SCHEMA_FILE', `${file} is not a schema file that can be edited`, { file }, { file });
/** `details`: the draft as it is now; null: it is gone. */
export const draftChanged = (file: string, details: { draftBy: string; draftAt: string } | null) =>
  new Problem(
    409,
    'DRAFT_CHANGED',
    `Someone else has changed the draft of ${file} in the meantime`,
    details,
    {
      file,
    },
  );
/** `details`: the version that is active now, who published it, and when. */
export const schemasChanged = (details: { versionNo: number; changedBy: string; changedAt: string }) =>
  new Problem(
    409,
    'SCHEMAS_CHANGED',
    '{changedBy} published version {versionNo} in the meantime ({changedAt} UTC); review it first',
    details,
    details,
  );
/** `details`: what the linter finds, each with file, line and column. */
export const schemasRefused = (details: readonly { file: string; line: number; column: number }[]) =>
  new Problem(
    422,
    'SCHEMAS_REFUSED',
    'The schema files have {count} errors; nothing was published',
    details,
    {
      count: details.length,
    },
  );
export const noSchemaChange = () =>
  new Problem(422, 'NO_SCHEMA_CHANGE', 'The files have not changed; there is nothing to publish');
export const schemaVersionNotFound = (versionNo: number) =>
  new Problem(
    404,
    'SCHEMA_VERSION_NOT_FOUND',
    `Version ${versionNo} of the schema files does not exist`,
    undefined,
    { versionNo },
  );

// --- dictionaries
export const dictionaryNotFound = (dictionary: string) =>
  new Problem(404, 'DICTIONARY_NOT_FOUND', `Dictionary '${dictionary}' does not exist`, undefined, {
    dictionary,
  });
export const dictionaryFieldsRefused = (field: string) =>
  new Problem(
    400,
    'DICTIONARY_FIELDS_REFUSED',
    'The dictionary cannot be searched by {field}; send the fields of its descriptor as a JSON object of texts',
    { field },
    { field },
  );
export const releaseExists = (dictionary: string, version: string) =>
  new Problem(
    409,
    'RELEASE_EXISTS',
    `Version ${version} of ${dictionary} already exists; delete or activate it`,
    undefined,
    { dictionary, version },
  );
/** `state`: what it is instead of what is asked for. */
export const releaseNotReady = (releaseNo: number, state: string) =>
  new Problem(
    409,
    'RELEASE_NOT_READY',
    `This action is not possible for dictionary release ${releaseNo}: it is ${state}`,
    { releaseNo, state },
    { releaseNo, state },
  );

// --- files, import, translation
/** `details`: file, line and column. */
export const unreadableXml = (message: string, details?: unknown) =>
  new Problem(422, 'UNREADABLE_XML', message, details);
export const notExportable = (details: unknown) =>
  new Problem(422, 'NOT_EXPORTABLE', 'The case cannot be written as E2B(R3) yet', details);
export const translatorNotConfigured = () =>
  new Problem(409, 'TRANSLATOR_NOT_CONFIGURED', 'No translation service is configured');
export const translationFailed = () =>
  new Problem(502, 'TRANSLATION_FAILED', 'The translation service did not respond');
// --- recommended codes: the codes are those of the specification
export const aiCodingClosed = (dictionary: string) =>
  new Problem(409, '1129', `Codes cannot be recommended for ${dictionary}`, undefined, { dictionary });
export const aiCodingMissingItem = (itemId: string, label: string) =>
  new Problem(422, '1130', label, { itemId }, { label });
export const aiCodingFailed = (dictionary: string) =>
  new Problem(409, '1131', `No terms are loaded for recommendations: ${dictionary}`, undefined, {
    dictionary,
  });
export const recommendationNotFound = (recommendationKey: string) =>
  new Problem(404, 'RECOMMENDATION_NOT_FOUND', 'This recommendation has expired; request a new one', {
    recommendationKey,
  });
// --- coding
export const termNotFound = () => new Problem(404, 'TERM_NOT_FOUND', 'The term is no longer in the list');
export const codeChanged = () =>
  new Problem(409, 'CODE_CHANGED', 'The code has changed in the meantime; review it again');
export const codedByYourself = () =>
  new Problem(409, 'CODED_BY_YOURSELF', 'You assigned this code yourself; another user must review it');
export const releaseNotFound = (dictionary: string, version: string) =>
  new Problem(
    404,
    'RELEASE_NOT_FOUND',
    `Version ${version} of ${dictionary} is not loaded`,
    { dictionary, version },
    { dictionary, version },
  );
// --- single sign-on
export const unknownRealm = (realmId: string) =>
  new Problem(404, 'UNKNOWN_REALM', `Identity provider '${realmId}' does not exist`, undefined, { realmId });
export const signOnOver = () =>
  new Problem(
    400,
    'SIGN_ON_OVER',
    'This sign-on was started in another browser, has already been used, or took too long. Start again',
  );
export const providerRefused = () =>
  new Problem(403, 'PROVIDER_REFUSED', 'The identity provider did not confirm your identity. Start again');
export const providerUnavailable = () =>
  new Problem(502, 'PROVIDER_UNAVAILABLE', 'The identity provider is not responding. Try again later');
export const ssoNotLinked = () =>
  new Problem(403, 'SSO_NOT_LINKED', 'No account is linked to this identity yet');
export const linkedElsewhere = () =>
  new Problem(409, 'LINKED_ELSEWHERE', 'This identity is linked to another account. Unlink it there first');
export const accountOff = () =>
  new Problem(403, 'ACCOUNT_OFF', 'This account is disabled. Ask your administrator');

// --- the help center
export const helpCenterNotConfigured = () =>
  new Problem(409, 'HELP_CENTER_NOT_CONFIGURED', 'No help center is configured');
export const helpCenterFailed = () =>
  new Problem(502, 'HELP_CENTER_FAILED', 'The help center did not respond. Try again later');
