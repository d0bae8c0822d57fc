/** All pairs of a page's rows with the rows of another group, read and saved at once. */
import type { CatalogueGroup, CataloguePage } from '../../../schemas/compile/catalogue.types.ts';
import { type CaseRow, filterItems } from '../../../shared/case/caseContent.ts';
import { namedRows } from '../../../shared/case/rowLabel.ts';
import type { BodyOf, DataOf, readMatrix, saveMatrix } from '../../../shared/contract/index.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { readOnlyState } from '../../cases/lifecycle/readOnlyDetail.ts';
import { findDocs } from '../../cases/record/case.store.ts';
import { findVisibleCase, statusOf, maySee } from '../../cases/record/caseAccess.ts';
import { contentOf, docKey } from '../../cases/record/pageDoc.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { ProjectionsWorld } from '../../projections/projection.ts';
import { pageNotFound } from '../../problems.ts';
import { readInSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { planMatrix } from './matrix.plan.ts';
import { pageOf, savedFlag, type Reader } from './readPages.service.ts';
import { inputPages, inputsOf } from '../../page-save/pageInputs.ts';
import { referencePages, referencesOf } from '../../page-save/references.ts';
import { planningOf, saveDocuments, type Author, type PagePart } from '../../page-save/saveDocuments.ts';

/** What this module needs of the server. */
type MatrixWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld & ProjectionsWorld;

export interface MatrixPlace {
  caseKey: number;
  page: string;
  group: string;
}

/** A group of a page of rows whose own rows are those of another group, or 404. */
function matrixOf(deps: MatrixWorld, { page: pageId, group: groupId }: MatrixPlace) {
  const page = pageOf(deps, pageId, 'rows');
  const group = deps.catalogue.whole.groups[groupId];
  if (group?.page !== page.page || group.rowsOf === null) throw pageNotFound(`${pageId}/${groupId}`);
  return { page, group };
}

/** Case and documents are read in one snapshot, like a page. */
export function readMatrixContent(
  deps: MatrixWorld,
  { user, language }: Reader,
  place: MatrixPlace,
): Promise<DataOf<typeof readMatrix>> {
  const { sponsorKey } = user;
  const { caseKey } = place;
  const { page, group } = matrixOf(deps, place);
  const { whole } = deps.catalogue;
  return readInSponsor(deps.db, sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    const pages = new Set([page.page, ...referencePages(whole, page), ...inputPages(whole, page)]);
    const docs = await findDocs(trx, sponsorKey, caseKey, [...pages]);
    const may = (itemId: string) => maySee(deps, user, itemId);
    const content = filterItems(contentOf(docs.filter((doc) => doc.page === page.page)), may);
    const references = referencesOf(whole, page, docs, may);
    return {
      caseKey,
      caseNo: found.case_no,
      page: page.page,
      rowNo: 0,
      values: content.values.filter(({ itemId }) => isShown(deps, page, group, itemId)),
      rows: content.rows.filter((row) => isInside(deps, group, row)),
      references: [
        ...(page.group === null ? [] : namedRows(whole, page.group, content)),
        ...references.filter((row) => row.group === group.rowsOf),
      ],
      inputs: inputsOf(
        whole,
        {
          page,
          isShown: ({ itemId }) => isShown(deps, page, group, itemId),
          maySee: (itemId) => maySee(deps, user, itemId),
        },
        docs,
      ),
      retrievedAt: found.retrieved_at.toISOString(),
      saved: savedFlag(found, page.page),
      status: statusOf(found, language),
      ...(await readOnlyState(trx, found, { user, at: deps.clock.now() })),
      previousRowNo: null,
      nextRowNo: null,
      rowPosition: null,
      rowCount: 0,
    };
  });
}

const isInside = ({ catalogue: { whole } }: MatrixWorld, { group }: CatalogueGroup, row: CaseRow): boolean =>
  whole.groups[row.group]?.groups.includes(group) ?? false;

/** The matrix itself, and what its rows are known and filtered by. */
function isShown(
  { catalogue: { whole } }: MatrixWorld,
  page: CataloguePage,
  { group }: CatalogueGroup,
  itemId: string,
) {
  const summary = (page.group && whole.groups[page.group]?.summary) || [];
  return (whole.items[itemId]?.groups.includes(group) ?? false) || summary.includes(itemId);
}

export interface MatrixSave extends BodyOf<typeof saveMatrix>, MatrixPlace {}

/** Applies changed pairs of any rows of the page: all of them, or nothing. */
export async function applyMatrixSave(
  deps: MatrixWorld,
  author: Author,
  save: MatrixSave,
): Promise<DataOf<typeof saveMatrix>> {
  const { caseKey, reason } = save;
  const { planOf, ...part } = matrixPart(deps, author, save);
  const done = await saveDocuments(deps, author, { caseKey, reason, ...part }, planOf);
  const added = done.plans.flatMap((plan) => plan.added);
  return { retrievedAt: done.at.toISOString(), rowNo: 0, rows: added, changed: done.changed };
}

/** The change of a matrix, as part of a save. */
export function matrixPart(deps: MatrixWorld, author: Author, save: Omit<MatrixSave, 'reason'>): PagePart {
  const { page, group } = matrixOf(deps, save);
  const { caseKey, changes, rows } = save;
  return {
    page,
    changes,
    ...(rows && { rows }),
    planOf: async (opened) => {
      const stored = await findDocs(opened.trx, author.user.sponsorKey, caseKey, [page.page]);
      const docs = stored.map((doc) => opened.planned.get(docKey(doc)) ?? doc);
      return planMatrix({
        ...(await planningOf(opened, deps, author, { page, changes, rows })),
        group,
        docs: new Map(docs.map((doc) => [doc.rowNo, doc])),
        retrievedAt: new Date(save.retrievedAt),
      });
    },
  };
}
