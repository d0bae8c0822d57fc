/**
 * Keeps the warnings that follow from the content of a case. A save only marks them as stale: asking all rules of its
 * receivers would cost as much again, so that is done right after it, from what was committed.
 */
import { textHash } from '../../schemas/compile/textHash.ts';
import { caseWarnings as warningsOf, type CaseWarning } from '../../shared/warnings/caseWarnings.ts';
import { addressName } from '../../shared/warnings/addressName.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { contentOf } from '../cases/record/pageDoc.ts';
import { findDueReceivers } from '../obligations/dueReports.store.ts';
import type { CaseBatch, CaseProjection, ProjectionWorld } from '../projections/projection.ts';
import type { Trx } from '../storage/database.ts';
import { CASE_WARNINGS, putWarnings } from './caseWarnings.store.ts';

export const caseWarnings: CaseProjection = {
  name: CASE_WARNINGS,
  revision: 1,
  refresh: 'afterwards',
  readsDocs: true,
  keepsBlinding: true,
  // by the rules of the receivers with a due report
  reads: ['dueReports'],
  version: ({ catalogue }) => hashOf(catalogue),
  pages: ({ whole }, touched) =>
    !touched || touched.items.size + touched.groups.size > 0 ? Object.keys(whole.pages) : [],
  rebuild: async (trx, world, batch) => {
    for (const { caseKey } of batch.cases) await rebuildCase(trx, world, batch, caseKey);
  },
};

async function rebuildCase(
  trx: Trx,
  { catalogue, clock }: ProjectionWorld,
  { sponsorKey, docsOf }: CaseBatch,
  caseKey: number,
): Promise<void> {
  const content = contentOf(await docsOf(caseKey));
  const receivers = await findDueReceivers(trx, sponsorKey, caseKey);
  const found = warningsOf(catalogue.checks, catalogue.warnings, content, { now: clock.now(), receivers });
  const placeOf = addressName(catalogue.whole, content.rows);
  await putWarnings(
    trx,
    { sponsorKey, caseKey },
    found.map((warning) => ({
      ...rowOf(warning),
      ...pageOf(catalogue, warning),
      place: JSON.stringify(placeOf(warning)),
    })),
  );
}

const hashes = new WeakMap<CatalogueSource, string>();

/** Changes with the catalogue and with what is warned of. */
function hashOf(catalogue: CatalogueSource): string {
  const known =
    hashes.get(catalogue) ?? `${catalogue.whole.version}-${textHash(JSON.stringify(catalogue.warnings))}`;
  hashes.set(catalogue, known);
  return known;
}

const pageOf = ({ whole }: CatalogueSource, { itemId, rowNo }: CaseWarning) => {
  const page = whole.pages[whole.items[itemId]?.page ?? ''];
  return { page: page?.page ?? '', page_row: page?.kind === 'rows' ? rowNo : 0 };
};

const rowOf = ({ itemId, rowNo, rowNo2, rowNo3, message, text, ...of }: CaseWarning) => ({
  item_id: itemId,
  row_no: rowNo,
  row_no2: rowNo2,
  row_no3: rowNo3,
  term: text,
  warning: of.warning,
  found: of.found,
  blinded: of.blinded,
  receivers: [...of.receivers],
  message: message && JSON.stringify(message),
});
