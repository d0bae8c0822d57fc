/** Two at the same moment: a transaction of another server holds a case while a user saves it. */
import { sql } from 'kysely';
import { inSponsor, type Trx } from '../../server/storage/database.ts';
import { SPONSOR, type Answer } from '../simulatedServer.ts';
import type { Act, Simulation } from '../simulation.types.ts';
import { Violation } from '../violation.ts';
import { anyVersion, isOpen, reading, refusedAs } from './choices.ts';
import { formEdit, saveBy, textItems, valueOf } from './inventEdit.ts';

const setLocked = (trx: Trx, caseKey: number, locked: boolean): Promise<unknown> =>
  sql`update pv_case set locked = ${locked} where sponsor_key = ${SPONSOR} and case_key = ${caseKey}`.execute(
    trx,
  );

/** Until the call waits for the transaction, or has its answer without. */
async function waitsFor(trx: Trx, call: Promise<unknown>): Promise<void> {
  let isAnswered = false;
  void call.finally(() => (isAnswered = true)).catch(() => {});
  while (!isAnswered) {
    const { rows } = await sql`
      select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid)) limit 1`.execute(
      trx,
    );
    if (rows.length > 0) return;
  }
}

/** The user saves a version while another one locks it. Answers what the save of the user answers after that. */
async function saveWhileLocked(simulation: Simulation, caseKey: number): Promise<Answer<unknown>> {
  const { server, chance, step } = simulation;
  const { db, catalogue } = server.deps;
  const { page, itemId, maxLength } = chance.pick(textItems(catalogue.whole));
  const value = `m${step}`.slice(0, maxLength ?? 20);
  const { saving } = await inSponsor(db, SPONSOR, async (trx) => {
    await setLocked(trx, caseKey, true);
    const call = saveBy(simulation, 'case.editor', caseKey, formEdit(page, [valueOf(itemId, { value })]));
    await waitsFor(trx, call);
    // in an object: the transaction must not wait for its answer
    return { saving: call };
  });
  const answer = await saving;
  await inSponsor(db, SPONSOR, (trx) => setLocked(trx, caseKey, false));
  return answer;
}

const saveMeanwhile: Act = {
  name: 'save meanwhile',
  weight: 3,
  run: async (simulation) => {
    const version = anyVersion(simulation);
    if (!version || !isOpen(version)) return null;
    const { caseKey } = version;
    const answer = await saveWhileLocked(simulation, caseKey);
    if (answer.success)
      throw new Violation('no lost update', `${caseKey} was saved while another user locked it`);
    if (answer.errCode !== 'CASE_READ_ONLY')
      throw new Violation('no lost update', `a save of ${caseKey} that waited: ${refusedAs(answer)}`);
    return reading('case.editor', `saves ${caseKey} while it is locked`, answer);
  },
};

export const meanwhileActs: readonly Act[] = [saveMeanwhile];
