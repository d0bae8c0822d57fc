/** Questions at fields, of users and of receivers that did not accept a report. */
import { addressName } from '../../shared/warnings/addressName.ts';
import type { CaseRow } from '../../shared/case/caseContent.ts';
import type { ItemAddress } from '../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../shared/case/itemValue.ts';
import type { QuestionEvent } from '../../shared/questions/questions.ts';
import { appendChange } from '../audit/appendChange.ts';
import { caseChain, type AuditSource } from '../audit/auditEntry.ts';
import type { AuditWorld } from '../audit/auditKeys.ts';
import type { CaseRecord } from '../cases/record/case.store.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { Trx } from '../storage/database.ts';
import { insertQuestion, insertStep } from './questions.store.ts';

type QuestionWorld = AuditWorld & CatalogueWorld;

/** Who takes a step; without a key it is no user. */
interface StepTaker {
  userKey: number | null;
  userId: string;
  userName: string;
}

export interface ChangedQuestion {
  found: CaseRecord;
  questionKey: number;
  address: ItemAddress;
  page: string;
  at: Date;
}

export interface QuestionStep {
  type: 'ask' | QuestionEvent;
  text: string;
  /** the state before; null: it was asked */
  before: string | null;
  by: StepTaker;
  source: AuditSource;
  requestId: string;
}

interface QuestionToOpen extends Pick<QuestionStep, 'text' | 'by' | 'source' | 'requestId'> {
  found: CaseRecord;
  rows: readonly CaseRow[];
  address: ItemAddress;
  /** user keys; no addressee: the reporter */
  asker: number;
  addressee: number | null;
  /** the mail that holds it */
  mailKey?: number;
  due: string | null;
  at: Date;
}

/** Stores it with its first step and the audit entry; answers its key. The caller has locked the case. */
export async function openQuestion(
  trx: Trx,
  deps: QuestionWorld,
  { found, rows, address, asker, addressee, mailKey, due, at, ...step }: QuestionToOpen,
): Promise<number> {
  const { whole } = deps.catalogue;
  const page = whole.items[address.itemId]?.page ?? '';
  const questionKey = await insertQuestion(trx, {
    sponsor_key: found.sponsor_key,
    root_case_key: found.root_case_key,
    item_id: address.itemId,
    row_no: address.rowNo,
    row_no2: address.rowNo2,
    row_no3: address.rowNo3,
    page,
    page_row: whole.pages[page]?.kind === 'rows' ? address.rowNo : 0,
    place: JSON.stringify(addressName(whole, rows)(address)),
    addressee,
    ...(mailKey !== undefined && { mail_key: mailKey }),
    due,
    state: 'open',
    asker,
    changed_at: at,
  });
  await recordStep(
    trx,
    deps,
    { found, questionKey, address, page, at },
    { type: 'ask', before: null, ...step },
  );
  return questionKey;
}

/** Reasons in the audit trail. */
const REASONS = {
  ask: 'Question asked',
  answer: 'Question answered',
  close: 'Question closed',
  reopen: 'Question reopened',
} as const;

/** The step with its audit entry at the item, so that the entry is as blinded as the item. */
export async function recordStep(
  trx: Trx,
  deps: QuestionWorld,
  { found, questionKey, address, page, at }: ChangedQuestion,
  { type, text, before, by, source, requestId }: QuestionStep,
): Promise<void> {
  await insertStep(trx, {
    sponsor_key: found.sponsor_key,
    question_key: questionKey,
    type,
    text,
    at,
    user_key: by.userKey,
    user_name: by.userName,
  });
  await appendChange(
    trx,
    deps,
    { user: by, requestId },
    {
      ...caseChain(found.sponsor_key, found.root_case_key),
      caseKey: found.case_key,
      at,
      page,
      reason: REASONS[type],
      source,
    },
    [
      {
        ...address,
        page,
        action: 'question',
        before: { ...EMPTY_VALUE, value: before },
        after: { ...EMPTY_VALUE, value: text },
      },
    ],
  );
}
