/** Saves the code of one term, as on the page of its case; the same code again, where the text was changed after it. */
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { parseCodedTermKey } from '../../../shared/case/codedTermAddress.ts';
import { codeChanges } from '../../../shared/coding/codeChanges.ts';
import type { LockedCase } from '../../page-save/lockedCase.ts';
import { savePages, type Author } from '../../page-save/saveDocuments.ts';
import { valuesPart } from '../../page-save/valuesPart.ts';
import { termNotFound } from '../../problems.ts';

interface CodeOfTerm {
  term: NonNullable<ReturnType<typeof parseCodedTermKey>>;
  code: { code: string; version: string };
  reason: string;
  /** refuses the save, or adds to it, under the lock of the case */
  check: (opened: LockedCase, item: CatalogueItem) => Promise<void>;
}

/** Throws what a save throws, what `check` throws, and 404 TERM_NOT_FOUND where the catalogue has no such item. */
export async function saveCode(
  deps: Parameters<typeof savePages>[0],
  author: Author,
  { term: { caseKey, ...address }, code, reason, check }: CodeOfTerm,
): Promise<void> {
  const { whole } = deps.catalogue;
  const item = whole.items[address.itemId];
  const page = whole.pages[item?.page ?? ''];
  if (!item || !page) throw termNotFound();
  const changes = codeChanges(address, item.versionItem, code);
  const part = valuesPart(deps, author, {
    caseKey,
    page,
    rowNo: page.kind === 'rows' ? address.rowNo : 0,
    changes,
    confirms: true,
    check: (opened) => check(opened, item),
  });
  await savePages(deps, author, { caseKey, reason, parts: [part] });
}
