/** The laws of editing a record: undo takes back whatever was done, and what was changed gives what is shown. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../schemas/compile/testSources.ts';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import { addressAt, addressKey } from '../../../shared/case/itemAddress.ts';
import { createPageSession, type PageSession } from '../../engine/index.ts';
import { editedContent } from './editedContent.ts';

const NOTHING: CaseContent = { values: [], rows: [] };
const pages = Object.values(compileCatalogue(realSources).records).flatMap(({ catalogue }) =>
  catalogue.pageOrder.map((page) => ({ catalogue, page })),
);

interface Step {
  item: number;
  row: number;
  text: string | null;
  kind: 'value' | 'notation' | 'addRow' | 'deleteRow';
}

const steps = fc.array(
  fc.record<Step>({
    item: fc.nat(50),
    row: fc.integer({ min: 1, max: 3 }),
    text: fc.option(fc.string({ maxLength: 8 })),
    kind: fc.constantFrom('value', 'notation', 'addRow', 'deleteRow'),
  }),
  { maxLength: 25 },
);

const itemsOf = ({ items }: Catalogue, page: string) =>
  Object.values(items).filter((item) => item.page === page && item.computed === null);

function take(session: PageSession, { catalogue, page }: (typeof pages)[number], step: Step): void {
  const all = itemsOf(catalogue, page);
  const item = all[step.item % all.length];
  if (!item) return;
  const group = item.groups.at(-1);
  const rows = group === undefined ? [] : session.store.get(session.rows(group, []));
  const row = rows[(step.row - 1) % Math.max(rows.length, 1)];
  if (group !== undefined && step.kind === 'addRow') session.addRow(group, []);
  else if (row && step.kind === 'deleteRow') session.deleteRow(row);
  else if (group === undefined || row) {
    const address = addressAt(item.itemId, row ? [row.rowNo] : []);
    if (step.kind === 'notation' && item.notation) session.setNotation(address, step.text ?? '');
    else session.setValue(address, step.text ?? '');
  }
  session.closeStep();
}

it.each(pages)('page $page can be undone to where it began, and redone', (page) =>
  fc.assert(
    fc.property(steps, (all) => {
      const session = createPageSession({
        content: NOTHING,
        catalogue: page.catalogue,
        page: page.page,
        rowNo: 0,
        readOnly: false,
      });
      for (const step of all) take(session, page, step);
      const done = session.changes();
      const edited = editedContent(NOTHING, done);
      for (const value of edited.values)
        expect(session.get(value)).toMatchObject({ value: value.value, notation: value.notation });
      for (let count = 0; count < all.length; count += 1) session.undo();
      expect(session.changes()).toEqual({ items: [], rows: [] });
      for (let count = 0; count < all.length; count += 1) session.redo();
      const keys = ({ items }: typeof done) => items.map(addressKey).toSorted();
      expect(keys(session.changes())).toEqual(keys(done));
    }),
    { numRuns: 60 },
  ),
);
