/** Questions at fields of cases: who may be asked, asking, answering, closing and reopening. */
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import {
  questionAfter,
  questionEvents,
  type QuestionRights,
} from '../../../machines/case-question/caseQuestion.machine.ts';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import { rowPathOf, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import { itemPath } from '../../../shared/case/itemLink.ts';
import {
  askQuestion,
  type BodyOf,
  type CaseQuestion,
  type changeQuestion,
  type DataOf,
  type readCaseQuestions,
  type readQuestionPeople,
} from '../../../shared/contract/index.ts';
import { dayAfter, dayAt } from '../../../shared/dates/zonedDay.ts';
import { daysLeft } from '../../../shared/obligations/obligations.ts';
import { scopeOf } from '../../accounts/scope.store.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { findUsersWith } from '../../cases/lifecycle/editors.store.ts';
import { changeTime, findNewestVersion, type CaseRecord } from '../../cases/record/case.store.ts';
import {
  findVisibleCase,
  hiddenItems,
  lockVisibleCase,
  mayEdit,
  maySee,
} from '../../cases/record/caseAccess.ts';
import { inScope } from '../../cases/record/caseScope.store.ts';
import { readCaseContent } from '../../cases/record/readCase.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import type { MailWorld } from '../../mail/outbox.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { UuidWorld } from '../../ports/uuid.ts';
import {
  caseReadOnly,
  itemNotFound,
  questionChanged,
  questionNotFound,
  questionPerson,
  questionRefused,
} from '../../problems.ts';
import { openQuestion, recordStep } from '../../questions/openQuestion.ts';
import {
  findQuestions,
  findSteps,
  lockQuestion,
  mailOf,
  setQuestionState,
  type Question,
} from '../../questions/questions.store.ts';
import { inSponsor, readInSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { onceForKey } from '../../storage/onceForKey.store.ts';
import type { Asking } from './asking.types.ts';
import { putQuestionMail } from './questionMail.ts';

type ReadWorld = CatalogueWorld & ClockWorld & DatabaseWorld;
type QuestionsWorld = ReadWorld & AuditWorld & MailWorld & UuidWorld;

const addressOf = ({ item_id, row_no, row_no2, row_no3 }: Question): ItemAddress => ({
  itemId: item_id,
  rowNo: row_no,
  rowNo2: row_no2,
  rowNo3: row_no3,
});

/** Who takes a step on the screen. */
const takerOf = ({ user, requestId }: Asking) => ({ by: user, source: 'screen' as const, requestId });

const rightsOf = (user: SessionUser, { asker, addressee }: Question): QuestionRights => ({
  isAsker: asker === user.userKey,
  isAddressee: addressee === user.userKey,
  mayEdit: mayEdit(user),
});

/** Those of all versions of the case, without those at items that the user may not see. */
export function questionsOfCase(
  deps: ReadWorld,
  { user, language }: Pick<Asking, 'user' | 'language'>,
  caseKey: number,
): Promise<DataOf<typeof readCaseQuestions>> {
  const today = dayAt(deps.clock.now().getTime(), user.timeZone);
  return readInSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    const questions = await findQuestions(trx, found, hiddenItems(deps, user));
    const keys = questions.map(({ question_key }) => question_key);
    const steps = Map.groupBy(await findSteps(trx, found, user, keys), (one) => one.question_key);
    return {
      listInfo: questions.map((one): CaseQuestion => ({
        questionKey: one.question_key,
        ...addressOf(one),
        page: one.page,
        place: one.place[language],
        addressee:
          one.addressee === null ? null : { userKey: one.addressee, userName: one.addressee_name ?? '' },
        asker: { userKey: one.asker, userName: one.asker_name },
        batchKey: one.batch_key,
        mail:
          one.mailed_to === null || one.mail_state === null
            ? null
            : { to: one.mailed_to, state: one.mail_delivery ?? one.mail_state },
        due: one.due,
        daysLeft: one.due === null || one.state !== 'open' ? null : daysLeft(one.due, today),
        state: one.state,
        changedAt: one.changed_at.toISOString(),
        steps: (steps.get(one.question_key) ?? []).map(({ type, text, at, user_name }) => ({
          type,
          text,
          at: at.toISOString(),
          userName: user_name,
        })),
        events: questionEvents(one.state, rightsOf(user, one)),
      })),
    };
  });
}

/** The item as the user sees it. Throws 404 ITEM_NOT_FOUND. */
function visibleItem(deps: CatalogueWorld, user: SessionUser, itemId: string): CatalogueItem {
  const item = deps.catalogue.whole.items[itemId];
  if (!item || !maySee(deps, user, itemId)) throw itemNotFound(itemId);
  return item;
}

/** Users of the sponsor who see the case and the item, but for the user. */
async function addresseesOf(
  trx: Trx,
  deps: CatalogueWorld & ClockWorld,
  { sponsorKey, userKey }: SessionUser,
  found: CaseRecord,
  item: CatalogueItem,
) {
  const newest = found.latest ? found : ((await findNewestVersion(trx, found)) ?? found);
  const users = await findUsersWith(trx, { sponsorKey, at: deps.clock.now() }, ['READ.CASE', 'EDIT.CASE']);
  return users.filter(
    (one) => one.user_key !== userKey && inScope(scopeOf(one), newest) && maySee(deps, one, item.itemId),
  );
}

export function peopleToAsk(
  deps: ReadWorld,
  user: SessionUser,
  caseKey: number,
  itemId: string,
): Promise<DataOf<typeof readQuestionPeople>> {
  return readInSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    const users = await addresseesOf(trx, deps, user, found, visibleItem(deps, user, itemId));
    return { users: users.map(({ user_key, name }) => ({ userKey: user_key, userName: name })) };
  });
}

/** Whether the rows of the address are as many as the item has groups, and the outermost is there. */
function hasRows({ groups }: CatalogueItem, address: ItemAddress, content: CaseContent): boolean {
  const path = rowPathOf(address, groups.length);
  const rest = rowPathOf(address, 3).slice(groups.length);
  const isRow = ({ rowNo }: CaseContent['rows'][number]) => rowNo === path[0];
  return (
    rest.every((no) => no === 0) &&
    path.every((no) => no > 0) &&
    (path.length === 0 || content.rows.some(isRow))
  );
}

interface NewQuestion extends BodyOf<typeof askQuestion> {
  caseKey: number;
}

/**
 * Asks, writes the audit entry at the item, and mails the user who is asked. Throws 404 CASE_NOT_FOUND and ITEM_NOT_FOUND,
 * 409 CASE_READ_ONLY for a deleted case, 422 QUESTION_PERSON.
 */
export function ask(
  deps: QuestionsWorld,
  asking: Asking,
  { caseKey, text, addressee, dueDays, creationKey, ...address }: NewQuestion,
): Promise<DataOf<typeof askQuestion>> {
  const { user } = asking;
  const content = { caseKey, text, addressee, dueDays, ...address };
  return onceForKey(deps, { ...user, creationKey, call: askQuestion, content }, async (trx) => {
    const found = await lockVisibleCase(trx, user, caseKey);
    const item = visibleItem(deps, user, address.itemId);
    if (found.del_flag === 'Y') throw caseReadOnly(caseKey, 'deleted');
    const content = await readCaseContent(trx, user.sponsorKey, caseKey);
    if (!hasRows(item, address, content)) throw itemNotFound(item.itemId);
    const people = addressee === null ? [] : await addresseesOf(trx, deps, user, found, item);
    const person = people.find(({ user_key }) => user_key === addressee);
    if (addressee !== null && !person) throw questionPerson();
    const at = deps.clock.now();
    const due = dueDays === null ? null : dayAfter(dayAt(at.getTime(), user.timeZone), dueDays);
    const questionKey = await openQuestion(trx, deps, {
      found,
      rows: content.rows,
      address,
      asker: user.userKey,
      addressee,
      due,
      at,
      text,
      ...takerOf(asking),
    });
    await putQuestionMail(trx, deps, asking, {
      type: 'ask',
      to: person?.email ?? null,
      caseNo: found.case_no,
      path: pathOf(deps, found, address),
      due: due?.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') ?? '',
    });
    return { questionKey };
  });
}

interface QuestionChange extends BodyOf<typeof changeQuestion> {
  caseKey: number;
  questionKey: number;
}

/** Throws 404 CASE_NOT_FOUND and QUESTION_NOT_FOUND, 409 QUESTION_CHANGED and QUESTION_REFUSED. */
export function change(
  deps: QuestionsWorld,
  asking: Asking,
  { caseKey, questionKey, event, text, changedAt }: QuestionChange,
): Promise<DataOf<typeof changeQuestion>> {
  const { user } = asking;
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await lockVisibleCase(trx, user, caseKey);
    const question = await lockQuestion(trx, found, questionKey);
    if (!question || !maySee(deps, user, question.item_id)) throw questionNotFound(questionKey);
    if (question.changed_at.toISOString() !== new Date(changedAt).toISOString()) throw questionChanged();
    const rights = rightsOf(user, question);
    if (!questionEvents(question.state, rights).includes(event)) throw questionRefused();
    const state = questionAfter(question.state, rights, event);
    const at = changeTime(deps.clock.now(), question.changed_at);
    const address = addressOf(question);
    await setQuestionState(trx, question, state, at);
    await recordStep(
      trx,
      deps,
      { found, questionKey, address, page: question.page, at },
      { type: event, text, before: question.state, ...takerOf(asking) },
    );
    if (event === 'answer' && !rights.isAsker)
      await putQuestionMail(trx, deps, asking, {
        type: 'answer',
        to: await mailOf(trx, { sponsorKey: user.sponsorKey, userKey: question.asker, at }),
        caseNo: found.case_no,
        path: pathOf(deps, found, address),
        due: '',
      });
    return { state, changedAt: at.toISOString() };
  });
}

const pathOf = ({ catalogue }: CatalogueWorld, { case_key }: CaseRecord, address: ItemAddress): string =>
  itemPath(catalogue.whole, case_key, address) ?? `case/${case_key}/detail`;
