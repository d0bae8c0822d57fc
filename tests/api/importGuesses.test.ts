/** A file that is read for an import does not tell whether it guesses what its user does not see. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRIVILEGES } from '../../shared/access/privileges.ts';
import {
  importFile,
  listImportMessages,
  readImportFiles,
  sendImportFile,
} from '../../shared/contract/index.ts';
import { insertRole } from '../../server/accounts/tenants.store.ts';
import { startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { eventually } from './harness.ts';
import { reportXml } from './importReports.ts';
import { setItemRights } from './setItemRights.ts';

const ROLE = 77;
const REPORT = { id: 'KR-GUESSED-1', initials: 'QZX', birth: '19410203', sex: '2' } as const;
const LATER_VERSION = '20250301120000+0000';
const EARLIER_VERSION = '20000101120000+0000';

let world: CaseWorld;
/** has every privilege; a role hides the initials of the patient */
let limited: string;
beforeAll(async () => {
  world = await startCaseWorld();
  await world.query((trx) => insertRole(trx, 1, { roleId: ROLE, name: 'Limited', privileges: PRIVILEGES }));
  limited = await world.limitedUser('rights.limited', {}, ROLE);
  await world.query((trx) =>
    sql`update user_sponsor us set unblind = true from app_user u
      where u.user_key = us.user_key and u.user_id = 'rights.limited'`.execute(trx),
  );
  const itemId = world.server.deps.catalogue.whole.roles['patientInitials'] ?? '';
  const rights = [{ itemId, right: 'hidden' as const }];
  await setItemRights(world.server, { token: world.second, roleId: ROLE, rights });
  expect(await imported('QZX', world.second)).toMatchObject({ decision: 'new' });
});
afterAll(() => world.server.stop());

const file = async (initials: string, created?: string) => ({
  name: 'in.xml',
  bytes: await reportXml({ ...REPORT, initials, ...(created && { created }) }),
});

/** What became of the message of a file that is imported in one step. */
async function imported(initials: string, token: string, created?: string) {
  const answer = await world.server.call(importFile, {
    params: { sponsorKey: 1 },
    file: await file(initials, created),
    token,
  });
  const [{ decision, problem } = { decision: null, problem: null }] = answer.data.cases;
  return { decision, problem };
}

/** What is proposed for the message of a file; nothing is imported. */
async function proposed(initials: string, token: string, created?: string) {
  const params = { runKey: randomUUID() };
  await world.server.call(sendImportFile, { params, file: await file(initials, created), token });
  await world.server.call(readImportFiles, { params, token });
  return eventually(async () => {
    const { data } = await world.server.call(listImportMessages, { params, token });
    expect(data.listInfo).toHaveLength(1);
    const [{ proposal, problem } = { proposal: null, problem: null }] = data.listInfo;
    return { proposal, problem };
  });
}

describe('a message with a value that its user does not see in the case', () => {
  it.each([
    ['of another patient, where it is a follow-up', LATER_VERSION, 'otherPatient'],
    ['of another content, where it may be a copy', undefined, 'otherContent'],
    ['out of turn', EARLIER_VERSION, 'otherContent'],
  ])('is proposed as one %s, whatever it guesses', async (_, created, proposal) => {
    const guesses = [];
    for (const initials of ['QZX', 'QZY', 'Q', 'A']) guesses.push(await proposed(initials, limited, created));
    expect(guesses[0]).toMatchObject({ proposal });
    expect(new Set(guesses.map((guess) => JSON.stringify(guess))).size).toBe(1);
  });

  it('is refused in one step, whatever it guesses', async () => {
    const [right, wrong] = [await imported('QZX', limited), await imported('A', limited)];
    expect(right.decision).toBe('refused');
    expect(right).toEqual(wrong);
  });

  it('is compared for a user who sees it', async () => {
    expect(await proposed('QZX', world.second)).toMatchObject({ proposal: 'refused' });
    expect(await proposed('QZY', world.second)).toMatchObject({ proposal: 'otherContent' });
    expect(await proposed('Q', world.second, LATER_VERSION)).toMatchObject({ proposal: 'followUp' });
    expect(await proposed('A', world.second, LATER_VERSION)).toMatchObject({ proposal: 'otherPatient' });
  });
});
