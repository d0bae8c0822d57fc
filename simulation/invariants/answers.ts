/** A message has the state that the answers of its receiver give it; each receipt and answer is noted once. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { sponsorFolder } from '../../server/submissions/transports/folderTransport.ts';
import { SPONSOR } from '../simulatedServer.ts';
import type { Invariant, SimulationView } from '../simulation.types.ts';
import { Violation } from '../violation.ts';

type Verdict = 'accepted' | 'rejected';

interface Answer {
  batchNumber: string;
  /** by message number */
  verdicts: Map<string, Verdict>;
}

/**
 * Answers that were read, in the order in which the receiver gave them; the names of the files are numbered. One that
 * came again on another day lies in the archive twice, and is one answer.
 */
async function answersRead({ server }: SimulationView): Promise<Answer[]> {
  const folder = join(sponsorFolder(server.deps.config.submissionDir ?? '', SPONSOR), 'archive');
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = found
    .filter(({ name }) => name.endsWith('.xml'))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const texts = files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8'));
  return [...new Set(await Promise.all(texts))].map((text) => {
    const verdicts = text.matchAll(/typeCode="(CA|CR)"><targetMessage><id extension="([^"]*)"/g);
    return {
      batchNumber: /<targetBatch><id extension="([^"]*)"/.exec(text)?.[1] ?? '',
      verdicts: new Map([...verdicts].map(([, code, number = '']) => [number, verdictOf(code)])),
    };
  });
}

const verdictOf = (code: string | undefined): Verdict => (code === 'CA' ? 'accepted' : 'rejected');

interface Message {
  batchKey: number;
  batchNumber: string;
  seq: number;
  number: string;
  state: string;
  /** events of the batch about answers as a whole */
  answers: number;
}

const readMessages = async ({ server }: SimulationView): Promise<Message[]> => {
  const { rows } = await server.read((trx) =>
    sql<Message>`
      select b.batch_key as "batchKey", batch_number as "batchNumber", seq, message_number as number, m.state,
        (select count(distinct file_key)::int from submission_event e where e.sponsor_key = b.sponsor_key
          and e.batch_key = b.batch_key and e.type in ('acknowledgement', 'answer.later')) as answers
      from submission_batch b join submission_message m using (sponsor_key, batch_key)
      where b.sponsor_key = ${SPONSOR} and message_number is not null
        and (select count(*) from submission_message o where o.sponsor_key = m.sponsor_key
          and o.batch_key = m.batch_key and o.message_number = m.message_number) = 1`.execute(trx),
  );
  return rows;
};

const states: Invariant = {
  name: 'answers',
  every: 2,
  check: async (simulation) => {
    const answers = Map.groupBy(await answersRead(simulation), ({ batchNumber }) => batchNumber);
    if (answers.size === 0) return;
    for (const message of await readMessages(simulation)) {
      const own = answers.get(message.batchNumber) ?? [];
      const known = simulation.batches.find(({ batchKey }) => batchKey === message.batchKey);
      if (own.length > 0 && known && !known.decided.has(message.seq)) isAnswered(message, own);
    }
  },
};

/** The first verdict counts, until another one contradicts it. */
function isAnswered({ batchKey, seq, number, state, answers }: Message, own: readonly Answer[]): void {
  const verdicts = new Set(own.flatMap((one) => one.verdicts.get(number) ?? []));
  const [first] = verdicts;
  const expected = verdicts.size > 1 ? 'conflict' : first;
  const is = state === 'acceptedWithWarning' ? 'accepted' : state;
  if (expected !== undefined && is !== expected)
    throw new Violation('answers', `message ${seq} of ${batchKey} is ${expected}, not ${state}`);
  if (answers !== own.length)
    throw new Violation('answers', `batch ${batchKey} has ${answers} answers of ${own.length}`);
}

/** An attempt begins when the one before has ended, and what a receiver tells twice is noted once. */
const notedOnce: Invariant = {
  name: 'what receivers tell is noted once',
  every: 1,
  check: async ({ server }) => {
    const { rows } = await server.read((trx) =>
      sql<{ batch: number; why: string }>`
        select batch_key as batch, type || ' ' || coalesce(text, code) || ' is noted ' || count(*) || ' times' as why
        from submission_event where sponsor_key = ${SPONSOR}
          and type in ('receipt', 'centreReceipt', 'acknowledgement', 'answer.later')
        group by batch_key, type, coalesce(text, code), file_key having count(*) > 1
        union all
        select a.batch_key, 'attempt ' || a.attempt_no || ' has not ended, and another one began'
        from submission_attempt a join submission_attempt n using (sponsor_key, batch_key)
        where a.sponsor_key = ${SPONSOR} and a.ended_at is null and n.attempt_no > a.attempt_no
        union all
        select batch_key, 'the folder takes every file, and it could not be handed over' from submission_batch
        where sponsor_key = ${SPONSOR} and state = 'transportFailed'`.execute(trx),
    );
    const [first] = rows;
    if (first) throw new Violation('batches', `${first.batch}: ${first.why}`);
  },
};

export const answerInvariants: readonly Invariant[] = [states, notedOnce];
