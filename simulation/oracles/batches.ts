/** What may be sent, and what was sent, from the tables and the file that was frozen. */
import { sql } from 'kysely';
import { nodeBytes } from '../../server/files/byteTools.ts';
import type { CaseValue } from '../../shared/case/caseContent.ts';
import { readIcsrs } from '../../shared/e2b/index.ts';
import { contentOf } from '../caseContent.ts';
import { firstOnlyIn } from '../differences.ts';
import { SPONSOR } from '../simulatedServer.ts';
import type { SimulationView } from '../simulation.types.ts';
import { Violation } from '../violation.ts';

/** Why a batch that was checked may not be sent; null: it may. */
export async function whyNotToSend({ server }: SimulationView, batchKey: number): Promise<string | null> {
  const { rows } = await server.read((trx) =>
    sql<{ why: string }>`
      select case when m.version_time <> v.retrieved_at then v.case_key || ' changed after the check'
          when not v.latest then v.case_key || ' is not the newest version'
          when v.del_flag = 'Y' then v.case_key || ' is deleted'
          else v.case_key || ' went to the receiver already' end as why
      from submission_batch b join submission_message m using (sponsor_key, batch_key)
      join pv_case v on v.sponsor_key = m.sponsor_key and v.case_key = m.case_key
      where b.sponsor_key = ${SPONSOR} and b.batch_key = ${batchKey} and (
        m.version_time <> v.retrieved_at or not v.latest or v.del_flag = 'Y' or exists (
          select from submission_batch o join submission_message s using (sponsor_key, batch_key)
          where o.sponsor_key = b.sponsor_key and o.batch_key <> b.batch_key and o.receiver = b.receiver
            and o.environment = b.environment and o.confirmed_at is not null and o.state <> 'cancelled'
            and s.case_key = m.case_key and s.state <> 'rejected'))
      order by m.seq limit 1`.execute(trx),
  );
  return rows[0]?.why ?? null;
}

export interface Rejected {
  caseKey: number;
  receiver: string;
}

/** Versions that a receiver rejected and that can be sent to it again, the latest first. */
export async function rejectedVersions({ server }: SimulationView): Promise<Rejected[]> {
  const { rows } = await server.read((trx) =>
    sql<Rejected>`
      select m.case_key::int as "caseKey", b.receiver
      from submission_batch b join submission_message m using (sponsor_key, batch_key)
      join pv_case v on v.sponsor_key = m.sponsor_key and v.case_key = m.case_key
      where b.sponsor_key = ${SPONSOR} and m.state = 'rejected' and v.latest and v.del_flag = 'N' and not exists (
        select from submission_batch o join submission_message s using (sponsor_key, batch_key)
        where o.sponsor_key = b.sponsor_key and o.batch_key > b.batch_key and o.receiver = b.receiver
          and o.state <> 'cancelled' and s.case_key = m.case_key)
      order by b.batch_key desc`.execute(trx),
  );
  return rows;
}

/** Batches with a message that its receiver accepted. */
export async function acceptedBatches({
  server,
}: SimulationView): Promise<{ batchKey: number; number: string }[]> {
  const { rows } = await server.read((trx) =>
    sql<{ batchKey: number; number: string }>`
      select b.batch_key as "batchKey", batch_number as number from submission_batch b
      where b.sponsor_key = ${SPONSOR} and exists (
        select from submission_message m where m.sponsor_key = b.sponsor_key and m.batch_key = b.batch_key
          and m.state in ('accepted', 'acceptedWithWarning'))
      order by b.batch_key`.execute(trx),
  );
  return rows;
}

/** The file of a batch says of each of its cases what its version says, and nothing else. */
export async function isAsReleased(simulation: SimulationView, batchKey: number): Promise<void> {
  const { deps, read } = simulation.server;
  const { rows } = await read((trx) =>
    sql<{ fileKey: string; caseKey: number }>`
      select b.file_key as "fileKey", m.case_key as "caseKey"
      from submission_batch b join submission_message m using (sponsor_key, batch_key)
      where b.sponsor_key = ${SPONSOR} and b.batch_key = ${batchKey} order by m.seq`.execute(trx),
  );
  const text = await textOf(simulation, rows[0]?.fileKey ?? '');
  const ports = { bytes: nodeBytes, files: { put: () => '0'.repeat(64) }, newUuid: () => deps.newUuid() };
  const wrong = (why: string): never => {
    throw new Violation('sent as released', `batch ${batchKey}: ${why}`);
  };
  let at = 0;
  for await (const { content } of readIcsrs(text, deps.catalogue.e2b, ports)) {
    const caseKey = rows[at]?.caseKey ?? wrong(`it has more messages than cases`);
    const released = await contentOf(simulation, caseKey);
    const stored = new Set(released.values.map(sayingOf));
    const sent = new Set(content.values.filter((value) => isOfCase(simulation, value)).map(sayingOf));
    const invented = firstOnlyIn(sent, stored);
    if (invented !== undefined) wrong(`it says ${invented}, and version ${caseKey} does not`);
    at += 1;
  }
  if (at !== rows.length) wrong(`it has ${at} messages of ${rows.length} cases`);
}

const sayingOf = ({ itemId, value }: CaseValue): string => `${itemId} ${value}`;

/** But the envelope, files, and why there is no value. */
const isOfCase = ({ server }: SimulationView, { itemId, value, properties }: CaseValue): boolean => {
  const { items, pages } = server.deps.catalogue.whole;
  return value !== null && !properties?.fileKey && pages[items[itemId]?.page ?? '']?.kind !== 'envelope';
};

async function textOf({ server: { deps } }: SimulationView, fileKey: string): Promise<string> {
  const stream = await deps.files.stream(fileKey);
  if (!stream) throw new Violation('sent as released', `the file ${fileKey} is missing`);
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts).toString();
}
