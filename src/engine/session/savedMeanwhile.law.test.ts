/** The law of edits while a save is under way: what the page shows is what is stored once its changes are saved, too. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../schemas/compile/testSources.ts';
import type { CaseContent, CaseRow } from '../../../shared/case/caseContent.ts';
import type { ChangeSet } from '../../../shared/case/changeSet.ts';
import { addressAt, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import { createPageSession, type PageSession } from './pageSession.ts';

const catalogue = compileCatalogue(realSources);
const DOSAGE = 'G.k.4.r';
const LOT = 'G.k.4.r.7';
const NAME = addressAt('G.k.2.2', [1]);
const isDosageItem = ({ itemId }: ItemAddress): boolean => itemId === LOT;

interface StoredRow {
  rowNo2: number;
  sort: number;
  deleted: boolean;
}

/** A server that knows rows by their ids, gives them numbers, and has others who add rows, too. */
function createServer() {
  const rows = new Map<string, StoredRow>();
  const values = new Map<string, string | null>();
  let minutes = 0;
  const tick = () => new Date(Date.UTC(2026, 0, 1, 0, (minutes += 1))).toISOString();
  const next = () => Math.max(0, ...[...rows.values()].map(({ rowNo2 }) => rowNo2)) + 1;
  const rowOf = (rowId: string, { rowNo2, sort, deleted }: StoredRow): CaseRow => ({
    group: DOSAGE,
    rowNo: 1,
    rowNo2,
    rowNo3: 0,
    rowId,
    sort,
    deleted,
  });
  return {
    now: tick,
    addOther(text: string): void {
      tick();
      const rowNo2 = next();
      const rowId = crypto.randomUUID();
      rows.set(rowId, { rowNo2, sort: rowNo2, deleted: false });
      values.set(`${rowId} ${LOT}`, text);
    },
    save(sent: ChangeSet): { at: string; rows: CaseRow[] } {
      const numbers = new Map<number, string>([...rows].map(([rowId, { rowNo2 }]) => [rowNo2, rowId]));
      const added: CaseRow[] = [];
      for (const { rowId, rowNo2, sort, deleted } of sent.rows.toSorted((a, b) => a.rowNo2 - b.rowNo2)) {
        const known = rows.get(rowId);
        const stored = { rowNo2: known?.rowNo2 ?? next(), sort, deleted };
        rows.set(rowId, stored);
        const isRepeated = known && known.rowNo2 !== rowNo2;
        if (!known || isRepeated) added.push(rowOf(rowId, stored));
      }
      // an address of the request names the row that the request adds there, else the stored one
      const sentAt = new Map(sent.rows.map(({ rowNo2, rowId }) => [rowNo2, rowId]));
      for (const item of sent.items) {
        const rowId = isDosageItem(item) ? (sentAt.get(item.rowNo2) ?? numbers.get(item.rowNo2)) : '';
        if (rowId === undefined) throw new Error(`there is no row ${item.rowNo2}`);
        values.set(`${rowId} ${item.itemId}`, item.value);
      }
      return { at: tick(), rows: added };
    },
    content(): CaseContent {
      const numbers = new Map([...rows].map(([rowId, { rowNo2 }]) => [rowId, rowNo2]));
      return {
        rows: [...rows].map(([rowId, row]) => rowOf(rowId, row)),
        values: [...values].map(([key, value]) => {
          const [rowId = '', itemId = ''] = key.split(' ');
          const path = rowId === '' ? [1] : [1, numbers.get(rowId) ?? 0];
          return { ...addressAt(itemId, path), value, nullFlavor: null, notation: null };
        }),
      };
    },
    /** rows that are not deleted, in their order, and what they say */
    shown: () => ({
      name: values.get(` ${NAME.itemId}`) ?? null,
      lots: [...rows]
        .filter(([, { deleted }]) => !deleted)
        .toSorted(([, a], [, b]) => a.sort - b.sort || a.rowNo2 - b.rowNo2)
        .map(([rowId]) => `${rowId} ${values.get(`${rowId} ${LOT}`) ?? null}`),
    }),
  };
}

const dosages = (session: PageSession): readonly CaseRow[] => session.store.get(session.rows(DOSAGE, [1]));
const shownIn = (session: PageSession) => ({
  name: session.get(NAME).value,
  lots: dosages(session)
    .filter(({ deleted }) => !deleted)
    .map(({ rowId, rowNo2 }) => `${rowId} ${session.get(addressAt(LOT, [1, rowNo2])).value}`),
});

const edit = fc.record({
  do: fc.constantFrom('add', 'delete', 'restore', 'up', 'down', 'type', 'name', 'undo', 'redo', 'close'),
  at: fc.nat(3),
});
type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;

let typed = 0;
function follow(session: PageSession, { do: what, at }: Edit): void {
  const row = dosages(session)[at];
  typed += 1;
  if (what === 'add') session.addRow(DOSAGE, [1]);
  else if (what === 'name') session.setValue(NAME, `name ${typed}`);
  else if (what === 'undo') session.undo();
  else if (what === 'redo') session.redo();
  else if (what === 'close') session.closeStep();
  else if (!row) return;
  else if (what === 'delete' && !row.deleted) session.deleteRow(row);
  else if (what === 'restore' && row.deleted) session.restoreRow(row);
  else if (what === 'up') session.moveRow(row, -1);
  else if (what === 'down') session.moveRow(row, 1);
  else if (what === 'type' && !row.deleted) session.setValue(addressAt(LOT, [1, row.rowNo2]), `lot ${typed}`);
}

const edits = fc.array(edit, { maxLength: 8 });
const round = fc.record({
  before: edits,
  meanwhile: edits,
  others: fc.nat(1),
  answer: fc.constantFrom('arrives', 'arrives after the page was read again', 'is lost'),
  isReadAgain: fc.boolean(),
});

it('what is shown after saves is stored by the next one, whatever was edited while they were under way', () => {
  fc.assert(
    fc.property(fc.array(round, { minLength: 1, maxLength: 3 }), edits, (rounds, last) => {
      const server = createServer();
      server.addOther('lot of another user');
      const content = server.content();
      const session = createPageSession({
        content,
        catalogue,
        page: 'DG',
        rowNo: 1,
        readOnly: false,
        saved: 'Y',
        retrievedAt: server.now(),
      });
      const readAgain = () => session.receiveRemote({ ...server.content(), retrievedAt: server.now() });
      for (const { before, meanwhile, others, answer, isReadAgain } of rounds) {
        for (const one of before) follow(session, one);
        const sent = session.changes();
        for (const one of meanwhile) follow(session, one);
        for (let other = 0; other < others; other += 1) server.addOther('lot of another user');
        if (sent.items.length + sent.rows.length > 0) {
          const stored = server.save(sent);
          if (answer === 'arrives after the page was read again') readAgain();
          if (answer !== 'is lost') session.acknowledgeSave(sent, stored);
        }
        if (isReadAgain) readAgain();
      }
      for (const one of last) follow(session, one);
      readAgain();
      const shown = shownIn(session);
      const rest = session.changes();
      server.save(rest);
      expect(server.shown()).toEqual(shown);
    }),
    { numRuns: 1000 },
  );
});
