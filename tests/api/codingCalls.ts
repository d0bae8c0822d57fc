/** Terms of drugs that a Korean dictionary codes, for the tests of coding. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { fold } from '../../shared/text/fold.ts';
import type { CaseValue } from '../../shared/case/caseContent.ts';
import { listCoding, readCodingQueue, reviewCodes, type CodingMenu } from '../../shared/contract/index.ts';
import { expect } from 'vitest';
import { itemValue, type CaseWorld } from './caseWorld.ts';
import { projectionsCurrent } from './projectionWorld.ts';

export const DICTIONARY = 'MFDS_PRODUCT';
export const [CODE, NAME] = ['G.k.2.1.KR.1b', 'G.k.2.2'] as const;
const VERSION = 'G.k.2.1.KR.1a';
export const MENU: CodingMenu = 'MU-CD-MP';
export const KOREAN = { appendix: 'KR' };

/** How a group of the queue is identified: by the hash of its folded text. */
export const groupKey = (text: string): string => createHash('md5').update(fold(text)).digest('hex');

/** `worldOf`: called as late as a test runs */
export function codingCallsOf(worldOf: () => CaseWorld) {
  /** A case with a drug of this name; answers the key of its term. */
  async function aDrug(name: string, more: CaseValue[] = [], senderKey?: number) {
    const kase = await worldOf().aCase(senderKey);
    const values = [itemValue(NAME, [0], name), ...more];
    const saved = await worldOf().save(kase.caseKey, 'DG', values, { rowNo: 0 });
    expect(saved.status).toBe(200);
    return { ...kase, rowKey: `${kase.caseKey}|${CODE}|1|0|0` };
  }
  const code = (caseKey: number, value: string, more: Parameters<CaseWorld['save']>[3] = {}) =>
    worldOf().save(caseKey, 'DG', [itemValue(CODE, [1], value), itemValue(VERSION, [1], 'SAMPLE 1')], {
      rowNo: 1,
      ...more,
    });
  const list = (query: object = {}, token = worldOf().editor, menuId: CodingMenu = MENU) =>
    worldOf().server.call(listCoding, {
      params: { menuId },
      query: { rowCount: 100, appendix: 'KR', ...query },
      token,
    });
  const termOf = async (rowKey: string, token = worldOf().editor, query = {}) =>
    (await list(query, token)).data.listInfo.find((row) => row.rowKey === rowKey);
  const stateOf = async (rowKey: string) => (await termOf(rowKey))?.codes['state']?.[0];
  const queueOf = async (token = worldOf().editor, query: object = {}) =>
    (
      await worldOf().server.call(readCodingQueue, {
        query: { ...KOREAN, dictionary: DICTIONARY, ...query },
        token,
      })
    ).data;
  /** What a review of the code is refused for; null: nothing. */
  const review = async (rowKey: string, of: string, token = worldOf().second, text?: string) => {
    const codes = [{ rowKey, code: of, version: 'SAMPLE 1', ...(text !== undefined && { text }) }];
    const request = { params: { menuId: MENU }, query: KOREAN, body: { codes }, token };
    return (await worldOf().server.call(reviewCodes, request)).data.listInfo[0]?.refusal?.errCode ?? null;
  };
  /** The terms of the case are derived again, as after another version of the program was installed. */
  const takenInAgain = async (caseKey: number, meanwhile = () => Promise.resolve()) => {
    await worldOf().query(async (trx) => {
      await sql`delete from case_coding where case_key = ${caseKey}`.execute(trx);
      await sql`update projection_progress set version = '', done = false where name = 'caseCodings'`.execute(
        trx,
      );
    });
    await meanwhile();
    await projectionsCurrent(worldOf().server);
  };
  return { aDrug, code, list, termOf, stateOf, queueOf, review, takenInAgain };
}
