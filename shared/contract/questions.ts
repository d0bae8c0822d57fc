/** Questions at fields of cases: asked of a user of the sponsor or of the reporter, answered, closed (decision 0109). */
import { Type, type Static } from 'typebox';
import { MAX_ADDRESS } from '../mail/mailAddress.ts';
import { QUESTION_EVENTS, QUESTION_STATES } from '../questions/questions.ts';
import { defineCall } from './call.ts';
import { CreationKey, ItemAddress, Nullable, OneOf } from './common.ts';
import { defineList, defineListExport } from './lists.ts';

/** Who sees a case may ask and answer, also where the case itself cannot be edited. */
const ACCESS = ['READ.CASE', 'EDIT.CASE'] as const;
const OfCase = Type.Object({ caseKey: Type.Integer() });

export const MAX_QUESTION_LENGTH = 2000;
export const MAX_LETTER_LENGTH = 20_000;
/** Days within which an answer can be requested. */
export const MAX_QUESTION_DAYS = 365;

/** contains more than white space */
const Words = Type.String({ minLength: 1, maxLength: MAX_QUESTION_LENGTH, pattern: '\\S' });

const Person = Type.Object({ userKey: Type.Integer(), userName: Type.String() });

export const CaseQuestion = Type.Object({
  questionKey: Type.Integer(),
  ...ItemAddress.properties,
  page: Type.String(),
  /** page, rows and item, as they were called when it was asked */
  place: Type.String(),
  /** null: the reporter */
  addressee: Nullable(Person),
  asker: Person,
  /** the batch whose rejection asks it; null: a user asks it */
  batchKey: Nullable(Type.Integer()),
  /** the mail to the reporter that holds it, and what became of it; null: none */
  mail: Nullable(
    Type.Object({
      to: Type.String(),
      state: OneOf('ready', 'sent', 'failed', 'delivered', 'delayed', 'bounced'),
    }),
  ),
  /** CCYYMMDD in the sponsor's time zone; null: none */
  due: Nullable(Type.String()),
  /** days until the due date, negative: overdue; null: none, or not open */
  daysLeft: Nullable(Type.Integer()),
  state: OneOf(...QUESTION_STATES),
  changedAt: Type.String({ format: 'date-time' }),
  /** the oldest first */
  steps: Type.Array(
    Type.Object({
      type: OneOf('ask', ...QUESTION_EVENTS),
      /** null: words of a receiver, which may quote what the reader does not see */
      text: Nullable(Type.String()),
      at: Type.String({ format: 'date-time' }),
      userName: Type.String(),
    }),
  ),
  /** what the reader may do with it */
  events: Type.Array(OneOf(...QUESTION_EVENTS)),
});
export type CaseQuestion = Static<typeof CaseQuestion>;

export const readCaseQuestions = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/questions',
  summary: 'The questions at fields of the case, of all its versions, the newest first',
  access: ACCESS,
  params: OfCase,
  data: Type.Object({ listInfo: Type.Array(CaseQuestion) }),
});

export const readQuestionPeople = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/question-people',
  summary: 'The users who can be asked about an item of the case: they see both',
  access: ACCESS,
  params: OfCase,
  query: Type.Object({ itemId: ItemAddress.properties.itemId }),
  data: Type.Object({ users: Type.Array(Person) }),
});

/** 404 ITEM_NOT_FOUND for an item or a row that the case does not have; 422 QUESTION_PERSON for a user who cannot be asked. */
export const askQuestion = defineCall({
  method: 'POST',
  path: '/1.0/cases/:caseKey/questions',
  summary: 'Asks a user, or the reporter, about an item of the case; a user is notified by mail',
  access: ACCESS,
  params: OfCase,
  body: Type.Object({
    ...CreationKey,
    ...ItemAddress.properties,
    text: Words,
    /** user key; null: the reporter */
    addressee: Nullable(Type.Integer()),
    /** null: no due date */
    dueDays: Nullable(Type.Integer({ minimum: 0, maximum: MAX_QUESTION_DAYS })),
  }),
  data: Type.Object({ questionKey: Type.Integer() }),
});

/** 409 MAIL_NOT_CONFIGURED; 422 MAIL_REFUSED for an address that is not allowed; 404 ITEM_NOT_FOUND. */
export const writeToReporter = defineCall({
  method: 'POST',
  path: '/1.0/cases/:caseKey/reporter-letter',
  summary: 'Mails a letter with questions to the reporter; each question is followed up at its field',
  access: ['EDIT.CASE'],
  params: OfCase,
  body: Type.Object({
    ...CreationKey,
    to: Type.String({ maxLength: MAX_ADDRESS }),
    subject: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\r\\n]*\\S[^\\r\\n]*$' }),
    text: Type.String({ minLength: 1, maxLength: MAX_LETTER_LENGTH, pattern: '\\S' }),
    dueDays: Nullable(Type.Integer({ minimum: 0, maximum: MAX_QUESTION_DAYS })),
    questions: Type.Array(Type.Object({ ...ItemAddress.properties, text: Words }), {
      minItems: 1,
      maxItems: 50,
    }),
  }),
  data: Type.Object({ count: Type.Integer() }),
});

/** 409 QUESTION_CHANGED if `changedAt` is not the newest; 409 QUESTION_REFUSED by the state of the question or the user. */
export const changeQuestion = defineCall({
  method: 'POST',
  path: '/1.0/cases/:caseKey/questions/:questionKey',
  summary: 'Answers, closes or reopens a question, with the words for it',
  access: ACCESS,
  params: Type.Object({ caseKey: Type.Integer(), questionKey: Type.Integer() }),
  body: Type.Object({
    event: OneOf(...QUESTION_EVENTS),
    text: Words,
    /** the value at the time of reading */
    changedAt: Type.String({ format: 'date-time' }),
  }),
  data: Type.Object({ state: OneOf(...QUESTION_STATES), changedAt: Type.String({ format: 'date-time' }) }),
});

const LIST = {
  path: '/1.0/cases/question',
  menuId: 'MU-CS-QN',
  summary: 'The questions at fields of all cases that the user may see',
  access: ACCESS,
} as const;

export const listQuestions = defineCall(defineList(LIST));
export const exportQuestions = defineCall(defineListExport(LIST));
