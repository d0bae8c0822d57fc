/** Where a synchronised value came from: the item of the study, and the rule that brought it. */
import type { SyncProvenance } from '../../shared/provenance/provenance.ts';
import type { SourceAddress } from '../../shared/study-data/studyData.ts';
import type { MappedPart } from '../../shared/sync/mappingRule.ts';
import type { Trx } from '../storage/database.ts';
import { findValue } from './sync.store.ts';

export interface SyncSource {
  by: 'sync';
  /** null: a constant of the rule */
  source: string | null;
  sourceText: string | null;
  rule: MappedPart['rule'];
}

/** Null: the run wrote no such value. */
export async function sourceOfValue(
  trx: Trx,
  sponsorKey: number,
  { runKey, valueNo }: SyncProvenance,
): Promise<SyncSource | null> {
  const value = await findValue(trx, sponsorKey, runKey, valueNo);
  const [part] = value?.parts ?? [];
  if (!value || !part) return null;
  return {
    by: 'sync',
    source: part.source && sourceName(part.source),
    // several sources are joined in the value
    sourceText: value.parts.map(({ sourceText }) => sourceText ?? '').join(' + ') || null,
    rule: part.rule,
  };
}

const BETWEEN = ' › ';

/** The address of an item in its study, without the parts that do not repeat. */
export function sourceName({
  subjectKey,
  eventOid,
  eventRepeat,
  formOid,
  formRepeat,
  groupOid,
  groupRepeat,
  itemOid,
}: SourceAddress): string {
  const part = (oid: string, repeat: string) => (repeat === '' ? oid : `${oid} (${repeat})`);
  return [
    subjectKey,
    part(eventOid, eventRepeat),
    part(formOid, formRepeat),
    part(groupOid, groupRepeat),
    itemOid,
  ]
    .filter(Boolean)
    .join(BETWEEN);
}
