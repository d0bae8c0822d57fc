/** Invented records of case info. */
import type { RecordKind } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent, CaseRow } from '../../shared/case/caseContent.ts';
import { addressAt } from '../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../shared/case/itemValue.ts';
import type { Deps } from '../deps.ts';
import { kindOf } from '../records/recordAccess.ts';
import { addRecordWith } from '../records/newRecord.ts';
import { inSponsor } from '../storage/database.ts';
import records from '../../schemas/demo/records.json' with { type: 'json' };

/** Texts by item id; of a group its rows. */
interface DemoRecord {
  values: Readonly<Record<string, string>>;
  rows?: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>;
}

const AUTHOR = { userKey: null, userId: 'seed', userName: 'Demo' };

/** Adds them to a sponsor that has none of their kind. */
export async function seedDemoRecords(deps: Deps, sponsorKey: number): Promise<void> {
  for (const [name, samples] of Object.entries(records as unknown as Record<string, DemoRecord[]>))
    await seedKind(deps, sponsorKey, kindOf(deps, name), samples);
}

const seedKind = (
  deps: Deps,
  sponsorKey: number,
  kind: RecordKind,
  samples: readonly DemoRecord[],
): Promise<void> =>
  inSponsor(deps.db, sponsorKey, async (trx) => {
    const there = await trx
      .selectFrom('record')
      .select('record_key')
      .where('sponsor_key', '=', sponsorKey)
      .where('kind', '=', kind.kind)
      .limit(1)
      .execute();
    if (there.length > 0) return;
    for (const sample of samples) {
      const change = { at: deps.clock.now(), by: AUTHOR.userId };
      const save = { user: AUTHOR, reason: 'Initial Data', requestId: '', change };
      const content = contentOfSample(sample, deps.newUuid);
      await addRecordWith(trx, deps, { kind, sponsorKey, state: 'active', content, source: 'system' }, save);
    }
  });

function contentOfSample({ values, rows = {} }: DemoRecord, newUuid: Deps['newUuid']): CaseContent {
  const valueAt = (itemId: string, value: string, path: number[]) => ({
    ...addressAt(itemId, path),
    ...EMPTY_VALUE,
    value,
  });
  const ofRows = Object.entries(rows).flatMap(([group, all]) =>
    all.map((row, index) => ({ group, row, rowNo: index + 1 })),
  );
  return {
    values: [
      ...Object.entries(values).map(([itemId, value]) => valueAt(itemId, value, [])),
      ...ofRows.flatMap(({ row, rowNo }) =>
        Object.entries(row).map(([itemId, value]) => valueAt(itemId, value, [rowNo])),
      ),
    ],
    rows: ofRows.map(({ group, rowNo }): CaseRow => ({
      group,
      rowNo,
      rowNo2: 0,
      rowNo3: 0,
      rowId: newUuid(),
      sort: rowNo,
      deleted: false,
    })),
  };
}
