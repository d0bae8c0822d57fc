/** What items and groups were called when a change was made. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { Trx } from '../storage/database.ts';

/** By item id and by group id. */
export type Labels = Record<string, LocalizedText>;

const labelsIn = ({ items, groups, records }: Catalogue): Labels =>
  Object.fromEntries([
    ...Object.values(records).flatMap(({ catalogue }) => Object.entries(labelsIn(catalogue))),
    ...Object.values(groups).map(({ group, rowLabel }) => [group, rowLabel] as const),
    ...Object.values(items).map(({ itemId, label }) => [itemId, label] as const),
  ]);

/** Keeps the labels of this version of the schema sources for as long as the audit trail; once a version. */
export async function keepLabels(trx: Trx, catalogue: Catalogue, at: Date): Promise<void> {
  await trx
    .insertInto('catalogue_version')
    .values({ version: catalogue.version, at, labels: JSON.stringify(labelsIn(catalogue)) })
    .onConflict((conflict) => conflict.column('version').doNothing())
    .execute();
}

/** The labels of each of these versions; a version that was not stored has none. */
export async function labelsOf(
  trx: Trx,
  current: Catalogue,
  versions: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Labels>> {
  const labels = new Map([[current.version, labelsIn(current)]]);
  const older = [...versions].filter((version) => version !== current.version);
  if (older.length === 0) return labels;
  const found = await trx
    .selectFrom('catalogue_version')
    .select(['version', 'labels'])
    .where('version', 'in', older)
    .execute();
  for (const { version, labels: stored } of found) labels.set(version, stored as Labels);
  return labels;
}
