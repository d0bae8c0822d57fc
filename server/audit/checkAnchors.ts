/** Verifies the anchor file itself: that it is complete and authentic, and that the database knows no more of it. */
import type { Trx } from '../storage/database.ts';
import { isAuthentic, NO_ANCHOR, readAnchorLine, type AnchorLine, type AnchorsWorld } from './anchorFile.ts';
import type { AuditKeys, AuditWorld } from './auditKeys.ts';

export interface AnchorsReport {
  records: number;
  /** in plain English; empty: nothing is wrong */
  problems: string[];
  /** ids of keys that the server does not have */
  missingKeys: string[];
}

const MAX_PROBLEMS = 20;

/** Reads the whole file. */
export async function checkAnchors(trx: Trx, world: AnchorsWorld & AuditWorld): Promise<AnchorsReport> {
  const { anchors, auditKeys } = world;
  const problems: string[] = [];
  const missingKeys = new Set<string>();
  const stored = await findStoredAnchors(trx);
  let [no, previous] = [0, NO_ANCHOR];
  for await (const text of anchors.lines()) {
    const line = readAnchorLine(text);
    if (!line) {
      problems.push(`the line after record ${no} is damaged`);
      continue;
    }
    const problem = problemOf(auditKeys, line, { no, previous });
    if (problem) problems.push(problem);
    if (!auditKeys.find(line.record.keyId)) missingKeys.add(line.record.keyId);
    [no, previous] = [line.record.no, line.mac];
    if ((stored.get(no) ?? line.mac) !== line.mac)
      problems.push(`record ${no} is another one than the database has`);
  }
  const lastStored = Math.max(0, ...stored.keys());
  if (lastStored > no) problems.push(`records ${no + 1} to ${lastStored} are missing at the end of the file`);
  return { records: no, problems: problems.slice(0, MAX_PROBLEMS), missingKeys: [...missingKeys] };
}

function problemOf(
  keys: AuditKeys,
  line: AnchorLine,
  { no, previous }: { no: number; previous: string },
): string | null {
  const { record } = line;
  if (record.no !== no + 1) return `records ${no + 1} to ${record.no - 1} are missing`;
  if (record.previous !== previous) return `record ${record.no} does not follow record ${no}`;
  return isAuthentic(keys, line) === false ? `record ${record.no} was changed` : null;
}

async function findStoredAnchors(trx: Trx): Promise<Map<number, string>> {
  const found = await trx.selectFrom('audit_anchor').select(['anchor_no', 'mac']).execute();
  return new Map(found.map(({ anchor_no, mac }) => [anchor_no, mac]));
}
