/** An editor who saves one item again and again while something fails, and what must hold afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import {
  addCase,
  readItemAudit,
  readPage,
  savePage,
  signIn,
  verifyCaseAudit,
} from '../../shared/contract/index.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { itemValue, LATER } from './caseWorld.ts';
import { eventually, makeCall } from './harness.ts';

const ITEM = 'D.1';
const PAGE = 'DM';
/** so that an outage is no burst of thousands of saves */
const PAUSE_MS = 20;

interface Refused {
  status: number;
  errCode: string | null;
  retryAfter: string | null;
}

export interface SteadySaves {
  /** of the case that is saved */
  caseKey: number;
  /** texts whose save was answered with success, in order */
  acknowledged: readonly string[];
  refused: readonly Refused[];
  /** requests that got no answer, e.g. from a server that was killed */
  unanswered: () => number;
  /** Waits until so many further saves are acknowledged. */
  goOn: (saves?: number) => Promise<void>;
  /** Stops after the save under way. */
  stop: () => Promise<void>;
  /** Stops, and checks that every acknowledged save is stored: in the item, the audit trail and its chain. */
  verify: () => Promise<void>;
}

/** Starts to save; `urlOf` is asked before each request. */
export async function saveSteadily(urlOf: () => string): Promise<SteadySaves> {
  const { token } = (
    await makeCall(urlOf(), signIn, { body: { userId: 'case.editor', password: DEMO_PASSWORD } })
  ).data;
  const { caseKey } = (await makeCall(urlOf(), addCase, { body: {}, token })).data;
  const acknowledged: string[] = [];
  const refused: Refused[] = [];
  let unanswered = 0;
  let isStopped = false;

  const save = async (text: string) => {
    const body = { reason: 'New Data', retrievedAt: LATER, changes: [itemValue(ITEM, [], text)] };
    const params = { caseKey, page: PAGE };
    const answer = await makeCall(urlOf(), savePage, { params, body, token }).catch(() => null);
    if (!answer) unanswered += 1;
    else if (answer.success) acknowledged.push(text);
    else
      refused.push({
        status: answer.status,
        errCode: answer.errCode,
        retryAfter: answer.headers.get('retry-after'),
      });
  };
  const saving = (async () => {
    for (let number = 1; !isStopped; number += 1) {
      await save(`text ${number}`);
      await sleep(PAUSE_MS);
    }
  })();

  const stop = async () => {
    isStopped = true;
    await saving;
  };

  return {
    caseKey,
    acknowledged,
    refused,
    unanswered: () => unanswered,
    goOn: async (saves = 3) => {
      const goal = acknowledged.length + saves;
      await eventually(() => expect(acknowledged.length).toBeGreaterThanOrEqual(goal));
    },
    stop,
    verify: async () => {
      await stop();
      await expectStored(urlOf(), { caseKey, token }, acknowledged);
    },
  };
}

/** Checks that the texts are stored: in the audit trail of the item, its chain, and the last one in the item. */
export async function expectStored(
  url: string,
  { caseKey, token }: { caseKey: number; token: string },
  texts: readonly string[],
): Promise<{ trail: (string | null)[] }> {
  const params = { caseKey };
  const page = await makeCall(url, readPage, { params: { ...params, page: PAGE }, token });
  const stored = page.data.values.find(({ itemId }) => itemId === ITEM)?.value;
  const query = { pageId: PAGE, itemId: ITEM };
  const { listInfo } = (await makeCall(url, readItemAudit, { params, query, token })).data;
  const trail = listInfo.map(({ value }) => value);
  expect(texts.filter((text) => !trail.some((entry) => entry === text))).toEqual([]);
  expect(stored).toBe(trail[0]);
  const chain = (await makeCall(url, verifyCaseAudit, { params, token })).data;
  // with the one that added the case
  expect(chain).toMatchObject({ whole: true, saves: trail.length + 1 });
  return { trail };
}
