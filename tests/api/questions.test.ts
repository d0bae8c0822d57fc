/** Questions at fields of cases: asked, answered, closed; listed, notified, and what they mean to a lock. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  askQuestion,
  changeQuestion,
  checkCasesStatus,
  createFollowUp,
  exportQuestions,
  listQuestions,
  listWarnings,
  readCaseAudit,
  readCaseQuestions,
  readQuestionPeople,
  setCaseStatus,
  signIn,
  verifyCaseAudit,
  type BodyOf,
  type DataOf,
} from '../../shared/contract/index.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { itemValue, LATER, SIGNATURE, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { startMailServer, type MailServer } from './mailServer.ts';
import { PRODUCT_EDITING, putEditing } from './putEditing.ts';

type Event = BodyOf<typeof changeQuestion>['event'];

let world: CaseWorld;
let smtp: MailServer;
let caseKey: number;
beforeAll(async () => {
  smtp = await startMailServer();
  world = await startCaseWorld({
    CASEWRIGHT_MAIL_URL: smtp.url,
    CASEWRIGHT_MAIL_FROM: 'safety@example.com',
    CASEWRIGHT_PUBLIC_URL: 'https://safety.example',
  });
  ({ caseKey } = await world.aCase());
});
afterAll(async () => {
  await world.server.stop();
  await smtp.close();
});

/** of the demo: not repeatable, not blinded */
const BIRTH = { itemId: 'D.2.1', rowNo: 0, rowNo2: 0, rowNo3: 0 };
/** of a drug */
const PRODUCT_NAME = 'G.k.2.2';
const BLINDED = 'FDA.G.k.10a';
const SECRET = 'Is it really the comparator';
/** key of the built-in view */
const MINE = -1;
const DAY_MS = 86_400_000;
const QUESTION = 'Is the date of birth the one of the patient?';

const ask = (more: object = {}, token = world.editor, key = caseKey) =>
  world.server.call(askQuestion, {
    params: { caseKey: key },
    body: { ...BIRTH, text: QUESTION, addressee: null, dueDays: null, ...more },
    token,
  });
const questionsOf = async (token = world.editor, key = caseKey) =>
  (await world.server.call(readCaseQuestions, { params: { caseKey: key }, token })).data.listInfo;
const questionOf = async (questionKey: number, token = world.editor) => {
  const found = (await questionsOf(token)).find((one) => one.questionKey === questionKey);
  if (!found) throw new Error(`there is no question ${questionKey}`);
  return found;
};
const change = async (questionKey: number, event: Event, text: string, token = world.editor) =>
  world.server.call(changeQuestion, {
    params: { caseKey, questionKey },
    body: { event, text, changedAt: (await questionOf(questionKey, token)).changedAt },
    token,
  });
const peopleFor = async (itemId: string, token = world.editor) =>
  (await world.server.call(readQuestionPeople, { params: { caseKey }, query: { itemId }, token })).data.users;
/** Sessions do not last as long as the days that pass. */
const signedIn = async (userId: string) =>
  (await world.server.call(signIn, { body: { userId, password: DEMO_PASSWORD } })).data.token;
const READER = 'Jonas Weber';
/** the key of the demo's reader */
async function jonas(): Promise<number> {
  const found = (await peopleFor(BIRTH.itemId)).find(({ userName }) => userName === READER);
  if (!found) throw new Error(`${READER} cannot be asked`);
  return found.userKey;
}
type Entry = DataOf<typeof readCaseAudit>['listInfo'][number];
const auditOf = async (which: (entry: Entry) => boolean, token = world.editor) =>
  (
    await world.server.call(readCaseAudit, { params: { caseKey }, query: { rowCount: 100 }, token })
  ).data.listInfo.filter(which);
const listed = async (query: object, token = world.editor) =>
  (await world.server.call(listQuestions, { query: { rowCount: 100, ...query }, token })).data.listInfo;
describe('a question', () => {
  it('is asked of a colleague, answered by them, and closed by who asked', async () => {
    const answer = await ask({ addressee: await jonas(), dueDays: 3 });
    expect(answer.status).toBe(200);
    const { questionKey } = answer.data;
    expect(await questionOf(questionKey)).toMatchObject({
      ...BIRTH,
      state: 'open',
      daysLeft: 3,
      addressee: { userName: READER },
      events: ['answer', 'close'],
      steps: [{ type: 'ask', text: QUESTION }],
    });
    expect((await questionOf(questionKey, world.reader)).events).toEqual(['answer']);
    expect(await change(questionKey, 'close', 'Done', world.reader)).toMatchObject({
      status: 409,
      errCode: 'QUESTION_REFUSED',
    });
    expect(await change(questionKey, 'answer', 'Yes', world.reader)).toMatchObject({ status: 200 });
    expect(await change(questionKey, 'close', 'Thank you')).toMatchObject({ data: { state: 'closed' } });
    expect(await change(questionKey, 'reopen', 'Not sure')).toMatchObject({ data: { state: 'open' } });
    expect((await questionOf(questionKey)).steps.map(({ type, text }) => `${type}: ${text}`)).toEqual([
      `ask: ${QUESTION}`,
      'answer: Yes',
      'close: Thank you',
      'reopen: Not sure',
    ]);
    const audited = await auditOf(({ action }) => action === 'question');
    expect(audited.map(({ itemId, oldValue, value }) => [itemId, oldValue, value])).toEqual([
      [BIRTH.itemId, 'closed', 'Not sure'],
      [BIRTH.itemId, 'answered', 'Thank you'],
      [BIRTH.itemId, 'open', 'Yes'],
      [BIRTH.itemId, null, QUESTION],
    ]);
  });

  it('is asked once for each key of the caller', async () => {
    const keyOf = async (creationKey: string, token = world.editor) =>
      (await ask({ text: 'Once?', creationKey }, token)).data.questionKey;
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    // a second try may arrive while the first is still under way
    const [question, again] = await Promise.all([keyOf(first), keyOf(first)]);
    expect(again).toBe(question);
    expect(await keyOf(first)).toBe(question);
    expect(await keyOf(second)).not.toBe(question);
    expect(await keyOf(first, world.second)).not.toBe(question);
  });

  it('is told to who is asked by a mail with the way to the field, and none of its words', async () => {
    // by day the demo mails its users what waits for them, too
    const mails = () =>
      smtp.mails.filter(
        ({ to, subject }) =>
          to.includes('case.reader@example.com') && subject.startsWith('Casewright: a question about case '),
      );
    await expect.poll(() => mails().length).toBe(1);
    const [mail] = mails();
    expect(mail?.text).toContain(`case/${caseKey}/detail/DM`);
    expect(mail?.text).not.toContain(QUESTION);
  });

  it('is not changed by who read it before another change', async () => {
    const { questionKey } = (await ask()).data;
    const { changedAt } = await questionOf(questionKey);
    world.server.clock.advance(1000);
    await change(questionKey, 'answer', 'Yes');
    const late = await world.server.call(changeQuestion, {
      params: { caseKey, questionKey },
      body: { event: 'close', text: 'Done', changedAt },
      token: world.editor,
    });
    expect(late).toMatchObject({ status: 409, errCode: 'QUESTION_CHANGED' });
    await change(questionKey, 'close', 'Done');
  });

  it.each([
    [{ itemId: 'X.1' }, 404, 'ITEM_NOT_FOUND'],
    [{ rowNo: 7 }, 404, 'ITEM_NOT_FOUND'],
    [{ addressee: 987_654 }, 422, 'QUESTION_PERSON'],
    [{ text: ' ' }, 400, 'INVALID_REQUEST'],
  ])('with %j is refused', async (more, status, errCode) => {
    expect(await ask(more)).toMatchObject({ status, errCode });
  });

  it('is seen from every version of the case', async () => {
    const { caseKey: first, caseNo } = await world.aCase();
    await ask({}, world.editor, first);
    const followUp = await world.server.call(createFollowUp, {
      params: { caseKey: first },
      body: { reason: 'New information' },
      token: world.editor,
    });
    expect(await questionsOf(world.editor, followUp.data.caseKey)).toHaveLength(1);
    const [row] = await listed({ keyword: caseNo });
    expect(row?.link).toContain(`case/${followUp.data.caseKey}/detail`);
  });
});

describe('a question at a blinded item', () => {
  it('is there for those who may see the item only', async () => {
    const saved = await world.save(caseKey, 'DG', [itemValue(PRODUCT_NAME, [0], 'Velanorix')], { rowNo: 0 });
    const blinded = { ...BIRTH, itemId: BLINDED, rowNo: saved.data.rowNo ?? 0 };
    const before = (await questionsOf()).length;
    expect(await ask(blinded)).toMatchObject({ status: 404, errCode: 'ITEM_NOT_FOUND' });
    const { questionKey } = (await ask({ ...blinded, text: SECRET }, world.second)).data;
    expect(await questionsOf()).toHaveLength(before);
    expect(await change(questionKey, 'answer', 'x', world.editor).catch(() => null)).toBeNull();
    const answered = await world.server.call(changeQuestion, {
      params: { caseKey, questionKey },
      body: { event: 'answer', text: 'x', changedAt: LATER },
      token: world.editor,
    });
    expect(answered).toMatchObject({ status: 404, errCode: 'QUESTION_NOT_FOUND' });
    expect((await questionsOf(world.second)).map(({ itemId }) => itemId)).toContain(BLINDED);
    const seenBy = async (token: string) => {
      const file = await world.server.call(exportQuestions, { query: { format: 'CSV' }, token });
      return [(await listed({ keyword: SECRET }, token)).length, file.bytes.toString().includes(SECRET)];
    };
    expect(await seenBy(world.editor)).toEqual([0, false]);
    expect(await seenBy(world.second)).toEqual([1, true]);
    expect(JSON.stringify(await world.audit(caseKey))).not.toContain(SECRET);
    expect(await peopleFor(BLINDED, world.second)).toEqual([]);
    expect((await peopleFor(BIRTH.itemId, world.second)).length).toBeGreaterThan(0);
  });
});

describe('the list of questions', () => {
  it('has a view of those that the reader is asked, with the days left', async () => {
    const key = await jonas();
    const { questionKey } = (await ask({ addressee: key, dueDays: 0 })).data;
    world.server.clock.advance(2 * DAY_MS);
    const token = await signedIn('case.reader');
    const mine = await listed({ view: MINE }, token);
    expect(mine.map(({ rowKey }) => rowKey)).toContain(String(questionKey));
    expect(mine.find(({ rowKey }) => rowKey === String(questionKey))?.cells).toMatchObject({
      daysLeft: '-2',
    });
    const warned = async (as: string) =>
      (await world.server.call(listWarnings, { query: { caseKey, warning: 'question-overdue' }, token: as }))
        .data.listInfo;
    expect(await warned(token)).toHaveLength(1);
    expect(await warned(await signedIn('medical.reviewer'))).toHaveLength(0);
    await change(questionKey, 'close', 'Done', await signedIn('case.editor'));
    expect(await listed({ view: MINE }, token)).not.toContainEqual(
      expect.objectContaining({ rowKey: String(questionKey) }),
    );
    expect(await warned(token)).toHaveLength(0);
  });
});

describe('an open question', () => {
  let editor: string;
  let questionKey: number;
  beforeAll(async () => {
    editor = await signedIn('case.editor');
    for (const one of await questionsOf(editor))
      if (one.state !== 'closed') await change(one.questionKey, 'close', 'Done', editor);
    ({ questionKey } = (await ask({}, editor)).data);
  });
  afterAll(() => putEditing(world.server, PRODUCT_EDITING));
  const lock = (more: object = {}) =>
    world.server.call(setCaseStatus, {
      params: { caseKey },
      body: {
        statusId: 'LOCK',
        status: 'Y',
        reason: 'Complete',
        signature: SIGNATURE,
        retrievedAt: LATER,
        ...more,
      },
      token: editor,
    });
  const check = async (statusId: string) =>
    (
      await world.server.call(checkCasesStatus, {
        params: { statusId },
        body: { status: 'Y', caseKeys: [caseKey] },
        token: editor,
      })
    ).data.listInfo;

  it('holds a lock up where the sponsor says so, and no review', async () => {
    await putEditing(world.server, { openQuestions: 'block' });
    expect(await lock()).toMatchObject({ status: 409, errCode: 'CASE_HAS_QUESTIONS' });
    expect(await check('LOCK')).toMatchObject([
      { openQuestions: 1, refusal: { errCode: 'CASE_HAS_QUESTIONS' } },
    ]);
    expect(await check('REVIEW')).toMatchObject([{ openQuestions: 0, refusal: null }]);
  });

  it('is overridden with a reason, which the audit trail has', async () => {
    await putEditing(world.server, { openQuestions: 'override' });
    expect(await lock()).toMatchObject({ status: 422, errCode: 'QUESTIONS_OVERRIDE_REQUIRED' });
    expect(await check('LOCK')).toMatchObject([{ openQuestions: 1, needsOverride: true, refusal: null }]);
    expect(await lock({ overrideReason: 'Reporter does not answer' })).toMatchObject({ status: 200 });
    const [entry] = await auditOf(({ itemId }) => itemId === 'QUESTIONS.OVERRIDE', editor);
    expect(entry).toMatchObject({ oldValue: '1', value: 'Reporter does not answer' });
  });

  it('is answered although the case is locked', async () => {
    expect(await change(questionKey, 'answer', 'No', editor)).toMatchObject({ data: { state: 'answered' } });
    const verified = await world.server.call(verifyCaseAudit, { params: { caseKey }, token: editor });
    expect(verified.data).toMatchObject({ whole: true, problem: null, differences: [] });
  });
});
