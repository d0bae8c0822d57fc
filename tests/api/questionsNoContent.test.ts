/** A question at a field is no content of its case: it makes no author, no editor and no change of what is signed. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  askQuestion,
  listMoments,
  listSignatures,
  routeCase,
  setCaseStatus,
} from '../../shared/contract/index.ts';
import { itemValue, LATER, SIGNATURE, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { PRODUCT_EDITING, putEditing } from './putEditing.ts';

/** role of the demo's medical reviewers */
const REVIEWER = 4;

let world: CaseWorld;
let reviewer: string;
let caseKey: number;
beforeAll(async () => {
  world = await startCaseWorld();
  reviewer = await world.server.token('medical.reviewer');
});
afterAll(() => world.server.stop());
beforeEach(async () => {
  ({ caseKey } = await world.aCase());
});

const ask = async (token: string) => {
  const { status } = await world.server.call(askQuestion, {
    params: { caseKey },
    body: {
      itemId: 'D.1',
      rowNo: 0,
      rowNo2: 0,
      rowNo3: 0,
      text: 'Are these the initials of the patient?',
      addressee: null,
      dueDays: null,
    },
    token,
  });
  expect(status).toBe(200);
};
const review = (token: string) =>
  world.server.call(setCaseStatus, {
    params: { caseKey },
    body: { statusId: 'REVIEW', status: 'Y', reason: 'Reviewed', retrievedAt: LATER, signature: SIGNATURE },
    token,
  });
const route = (workflowKey: string, token: string, more: object = {}) =>
  world.server.call(routeCase, {
    params: { caseKey },
    body: {
      workflowInfo: { workflowKey, stays: false, roleId: null, userKey: null },
      comments: 'Please look at it',
      retrievedAt: LATER,
      ...more,
    },
    token,
  });

describe('where another user must review', () => {
  beforeAll(() => putEditing(world.server, { ...PRODUCT_EDITING, reviewer: 'other' }));
  afterAll(() => putEditing(world.server, { ...PRODUCT_EDITING, reviewer: 'any' }));

  it('who asked a question may review, who saved a value may not', async () => {
    await world.save(caseKey, 'DM', [itemValue('D.1', [], 'AB')]);
    await ask(world.second);
    expect(await review(world.editor)).toMatchObject({ status: 409, errCode: 'REVIEWER_IS_AUTHOR' });
    expect(await review(world.second)).toMatchObject({ status: 200 });
  });
});

describe('a step that is checked by four eyes', () => {
  it('is left by who asked a question, not by who saved the case last', async () => {
    await world.save(caseKey, 'DM', [itemValue('D.1', [], 'AB')], { token: world.second });
    await ask(reviewer);
    const workflowInfo = { workflowKey: 'REVIEW', stays: false, roleId: REVIEWER, userKey: null };
    expect(await route('REVIEW', world.editor, { workflowInfo })).toMatchObject({ status: 200 });
    expect(await route('REVIEWED', world.second, { overrideReason: 'Hurry' })).toMatchObject({
      status: 409,
      details: { why: 'fourEyes' },
    });
    expect(await route('REVIEWED', reviewer)).toMatchObject({ status: 200 });
  });
});

it('a signature is not older than its version because of a question', async () => {
  await review(world.editor);
  await ask(world.second);
  const { data } = await world.server.call(listSignatures, { params: { caseKey }, token: world.reader });
  expect(data.listInfo).toMatchObject([{ changesSince: 0, intact: true }]);
});

it('the moments of a case are no questions', async () => {
  const moments = async () =>
    (await world.server.call(listMoments, { params: { caseKey }, token: world.reader })).data.listInfo;
  const before = await moments();
  await ask(world.editor);
  expect(await moments()).toEqual(before);
});
