import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { addressAt } from '../../../shared/case/itemAddress.ts';
import { createPageSession } from '../session/pageSession.ts';
import { createConditions } from './conditions.ts';
import { conformanceOf } from '../item/conformance.ts';
import { createFormState, type Finding } from './formState.ts';

const schemas = new URL('../../../schemas/', import.meta.url);
const catalogue = compileCatalogue(
  ['pages', 'appendices'].flatMap((folder) =>
    readdirSync(new URL(folder, schemas))
      .filter((file) => file.endsWith('.json'))
      .map((file) => ({
        file: `${folder}/${file}`,
        text: readFileSync(new URL(`${folder}/${file}`, schemas), 'utf8'),
      })),
  ),
);

const open = () =>
  createPageSession({
    content: { values: [], rows: [] },
    catalogue,
    page: 'DG',
    rowNo: 2,
    references: [{ group: 'E.i', rowNo: 4, rowId: 'r4', label: 'Headache', deleted: false }],
    readOnly: false,
  });

describe('a condition', () => {
  it('follows the value it reads, in its own row', () => {
    const session = open();
    const conditions = createConditions(session, catalogue);
    session.addRow('G.k.4.r', [2]);
    session.addRow('G.k.4.r', [2]);
    const holds = (row: number) =>
      session.store.get(conditions.holds('present("G.k.4.r.7")', 'G.k.4.r', [2, row]));
    expect([holds(1), holds(2)]).toEqual([false, false]);
    session.setValue(addressAt('G.k.4.r.7', [2, 2]), 'L-7');
    expect([holds(1), holds(2)]).toEqual([false, true]);
  });

  it('asks the rows of the page, struck ones left out, and those of other groups they stand for', () => {
    const session = open();
    const conditions = createConditions(session, catalogue);
    const count = (expression: string) => session.store.get(conditions.holds(expression, 'G.k', [2]));
    expect(count('rows("G.k.4.r") == 0')).toBe(true);
    const row = session.addRow('G.k.4.r', [2]);
    expect(count('rows("G.k.4.r") == 1')).toBe(true);
    session.deleteRow(row);
    expect(count('rows("G.k.4.r") == 0')).toBe(true);
    expect(count('rows("G.k.9.i") == 1')).toBe(true);
    session.addRow('G.k.9.i.2.r', [2, 4]);
    session.setValue(addressAt('G.k.9.i.2.r.1', [2, 4, 1]), 'Reporter');
    expect(count('anyRow("G.k.9.i", anyRow("G.k.9.i.2.r", present("G.k.9.i.2.r.1")))')).toBe(true);
  });
});

describe('the condition of a group that is shown as a matrix', () => {
  it('is asked for each row of the page, from what is stored of it', () => {
    const group = catalogue.groups['G.k.9.i'];
    if (!group) throw new Error('no group of pairs');
    const conditioned = { ...group, visibleWhen: 'value("G.k.1") == "1" && present("G.k.2.2")' };
    const page = catalogue.pages[group.page];
    const withCondition = {
      ...catalogue,
      groups: { ...catalogue.groups, [group.group]: conditioned },
      pages: { ...catalogue.pages, ...(page && { [group.page]: page }) },
    };
    const drug = (rowNo: number, sort: number) => ({
      group: 'G.k',
      rowNo,
      rowNo2: 0,
      rowNo3: 0,
      rowId: `d${rowNo}`,
      sort,
      deleted: false,
    });
    const valueOf = (itemId: string, rowNo: number, value: string) => ({
      ...addressAt(itemId, [rowNo]),
      value,
      nullFlavor: null,
      notation: null,
    });
    const session = createPageSession({
      content: {
        values: [valueOf('G.k.1', 1, '1'), valueOf('G.k.1', 2, '1'), valueOf('G.k.1', 3, '2')],
        rows: [],
      },
      inputs: { values: [valueOf('G.k.2.2', 1, 'Drug'), valueOf('G.k.2.2', 3, 'Drug')], rows: [] },
      catalogue: withCondition,
      page: group.page,
      rowNo: 0,
      matrix: group.group,
      readOnly: false,
      references: [1, 2, 3].map((rowNo) => ({ ...drug(rowNo, rowNo), label: '' })),
    });
    const conditions = createConditions(session, withCondition);
    const shown = (rowNo: number) => session.store.get(conditions.shown(conditioned, [rowNo]));
    expect([shown(1), shown(2), shown(3)]).toEqual([true, false, false]);
  });
});

describe('the required mark', () => {
  const item = (itemId: string, required: Record<string, 'M' | 'C' | 'O'>) => {
    const found = catalogue.items[itemId];
    if (!found) throw new Error(`no item ${itemId}`);
    return { ...found, required };
  };
  it.each([
    ['KR', { ICH: 'O', MFDS: 'M' }, 'M'],
    ['KR', { ICH: 'M' }, 'M'],
    ['KR', { ICH: 'M', MFDS: 'O' }, 'O'],
    ['US', { ICH: 'O', 'FDA/postMarket': 'C', 'FDA/preMarket': 'M' }, 'M'],
    ['US', { MFDS: 'M' }, null],
    [null, { ICH: 'C', MFDS: 'M' }, 'C'],
  ] as const)('in %s of %o is %s', (appendix, required, level) => {
    expect(conformanceOf(catalogue, item('C.1.1', required), appendix)).toBe(level);
  });
});

describe('findings', () => {
  const finding = (itemId: string, rows: number[], ruleId = 'R'): Finding => ({
    ...addressAt(itemId, rows),
    ruleId,
    severity: 'error',
    message: { en: '', ko: '', ja: '', zh: '' },
  });
  it('stand at their address and on every row around it, and go when they are gone', () => {
    const { store } = open();
    const form = createFormState(store, catalogue);
    form.setFindings([finding('G.k.9.i.2.r.1', [2, 4, 1]), finding('G.k.2.2', [2], 'S')]);
    const ofRow = (key: string) => store.get(form.rowFindings(key)).map(({ ruleId }) => ruleId);
    expect(store.get(form.findings('G.k.9.i.2.r.1|2|4|1'))).toHaveLength(1);
    expect(ofRow('G.k.9.i|2|4|0')).toEqual(['R']);
    expect(ofRow('G.k|2|0|0')).toEqual(['R', 'S']);
    form.setFindings([]);
    expect(ofRow('G.k|2|0|0')).toEqual([]);
    expect(store.get(form.findings('G.k.2.2|2|0|0'))).toEqual([]);
  });
});

describe('conditions, over any sequence of edits', () => {
  const CONDITIONS = [
    'present("G.k.4.r.7")',
    'value("G.k.4.r.7") == "a"',
    'rows("G.k.4.r") == 1',
    'anyRow("G.k.4.r", present("G.k.4.r.7"))',
  ] as const;
  const groupOf = (expression: string) => (/^(rows|anyRow)/.test(expression) ? 'G.k' : 'G.k.4.r');
  const steps = fc.array(
    fc.record({
      what: fc.constantFrom('add', 'delete', 'restore', 'write', 'undo'),
      which: fc.nat(2),
      text: fc.constantFrom('', 'a', 'b'),
    }),
    { maxLength: 10 },
  );

  it('watched from the beginning say the same as asked at the end', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const session = open();
        const answersOf = (conditions: ReturnType<typeof createConditions>) =>
          CONDITIONS.flatMap((expression) =>
            [1, 2, 3].map((row) => {
              const path = groupOf(expression) === 'G.k' ? [2] : [2, row];
              return session.store.get(conditions.holds(expression, groupOf(expression), path));
            }),
          );
        const watched = createConditions(session, catalogue);
        answersOf(watched);
        for (const { what, which, text } of all) {
          const row = session.store.get(session.rows('G.k.4.r', [2]))[which];
          if (what === 'add') session.addRow('G.k.4.r', [2]);
          else if (what === 'undo') session.undo();
          else if (what === 'write') session.setValue(addressAt('G.k.4.r.7', [2, which + 1]), text);
          else if (row && what === 'delete') session.deleteRow(row);
          else if (row) session.restoreRow(row);
        }
        expect(answersOf(watched)).toEqual(answersOf(createConditions(session, catalogue)));
      }),
      { numRuns: 40 },
    );
  });
});
