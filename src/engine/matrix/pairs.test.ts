import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileCatalogue, forAppendix } from '../../../schemas/compile/compileCatalogue.ts';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import { addressAt, type RowPath } from '../../../shared/case/itemAddress.ts';
import { createPageSession } from '../session/pageSession.ts';
import {
  isAssessed,
  NOT_ASSESSED,
  readPair,
  splitByAssessment,
  withoutOvertaken,
  writePairs,
} from './pairs.ts';
import { pairText, shortName, type PairReader } from './pairText.ts';
import { matrixGroupOf, matrixShape } from './shape.ts';

const schemas = new URL('../../../schemas/', import.meta.url);
const sources = ['pages', 'appendices', 'code-lists'].flatMap((folder) =>
  readdirSync(new URL(folder, schemas)).map((file) => ({
    file: `${folder}/${file}`,
    text: readFileSync(new URL(`${folder}/${file}`, schemas), 'utf8'),
  })),
);
const whole = compileCatalogue(sources);
const catalogue = forAppendix(whole, 'KR');
const GROUP = 'G.k.9.i';
const SOURCES = 'G.k.9.i.2.r';
const shape = matrixShape(catalogue, GROUP);

const valueAt = (itemId: string, path: RowPath, value: string) => ({
  ...addressAt(itemId, path),
  value,
  nullFlavor: null,
  notation: null,
});
const source = (path: RowPath, deleted = false) => {
  const { rowNo, rowNo2, rowNo3 } = addressAt('', path);
  return { group: SOURCES, rowNo, rowNo2, rowNo3, rowId: path.join('-'), sort: rowNo3, deleted };
};
const content: CaseContent = {
  values: [
    valueAt('G.k.9.i.4', [1, 2], '2'),
    valueAt('G.k.9.i.3.1a', [1, 2], '3'),
    valueAt('G.k.9.i.3.1b', [1, 2], 'd'),
    valueAt('G.k.9.i.2.r.1', [1, 2, 1], 'Reporter'),
    valueAt('G.k.9.i.2.r.3', [1, 2, 1], 'Related'),
    valueAt('G.k.9.i.2.r.1', [1, 2, 2], 'Sponsor company'),
    valueAt('G.k.9.i.2.r.3.KR.1', [1, 2, 2], '3'),
    valueAt('G.k.9.i.2.r.1', [2, 1, 1], 'Somebody'),
  ],
  rows: [source([1, 2, 1]), source([1, 2, 2]), source([2, 1, 1], true), source([2, 2, 1])],
};
const open = () =>
  createPageSession({ content, catalogue, page: 'DG', rowNo: 0, matrix: GROUP, readOnly: false });
const NOTHING = { items: [], rows: [] };

describe('the group of a matrix', () => {
  it('is found by what it is, on pages of rows only', () => {
    expect(matrixGroupOf(catalogue, 'DG')).toBe(GROUP);
    expect(matrixGroupOf(catalogue, 'AE')).toBeNull();
    expect(matrixGroupOf(catalogue, 'DM')).toBeNull();
    expect(() => matrixShape(catalogue, 'G.k.4.r')).toThrow('not rows of another one');
  });

  it('is laid out without what the place in the grid tells', () => {
    const [page] = [shape.catalogue.pages[shape.group.page]];
    expect(page?.layout.map((node) => node.type)).toEqual(['item', 'item', 'item', 'group', 'item', 'item']);
    expect(shape.marked.map(({ role }) => role)).toEqual([
      'recurrence',
      'onsetFromFirstDose',
      'onsetFromLastDose',
      'expectedness',
      'expectednessReason',
    ]);
  });
});

describe('a pair', () => {
  it('is assessed when something living in it says something', () => {
    const session = open();
    const pairs = [
      [1, 1],
      [1, 2],
      [2, 1],
      [2, 2],
    ];
    expect(splitByAssessment(session, shape, pairs)).toEqual({
      assessed: [[1, 2]],
      empty: [
        [1, 1],
        [2, 1],
        [2, 2],
      ],
    });
  });

  it('is not filled where another user has assessed it since it was found empty', () => {
    const session = open();
    const { empty } = splitByAssessment(session, shape, [
      [1, 1],
      [2, 1],
    ]);
    session.receiveRemote({
      ...content,
      values: [...content.values, valueAt('G.k.9.i.4', [2, 1], '1')],
      retrievedAt: '2026-01-02T00:00:00.000Z',
    });
    expect(withoutOvertaken(session, shape, [...empty, [1, 2]], empty)).toEqual([
      [1, 1],
      [1, 2],
    ]);
  });

  it('says what another one says, in one step that can be taken back', () => {
    const session = open();
    const original = readPair(session, shape, [1, 2]);
    const others = [
      [1, 1],
      [2, 1],
      [2, 2],
    ];
    writePairs(session, shape, others, original);
    for (const pair of others) expect(readPair(session, shape, pair)).toEqual(original);
    // The deleted row of (2, 1) stays deleted, the empty one of (2, 2) is used.
    expect(session.changes().rows.map(({ rowNo, rowNo2, rowNo3 }) => [rowNo, rowNo2, rowNo3])).toEqual([
      [1, 1, 1],
      [1, 1, 2],
      [2, 1, 2],
      [2, 1, 3],
      [2, 2, 2],
    ]);
    session.undo();
    expect(session.changes()).toEqual(NOTHING);
    session.redo();
    expect(readPair(session, shape, [2, 2])).toEqual(original);
  });

  it('gives up its surplus sources and says nothing when cleared; all comes back', () => {
    const session = open();
    writePairs(session, shape, [[1, 2]], NOT_ASSESSED);
    expect(isAssessed(session, shape, [1, 2])).toBe(false);
    expect(session.changes().rows.map(({ rowNo3, deleted }) => [rowNo3, deleted])).toEqual([
      [1, true],
      [2, true],
    ]);
    session.undo();
    expect(session.changes()).toEqual(NOTHING);
  });

  it('leaves what the user may only read', () => {
    const session = open();
    const [readOnly] = shape.items;
    if (!readOnly) throw new Error('the pair has no items');
    const before = readPair(session, shape, [1, 2]);
    writePairs(session, shape, [[1, 2]], NOT_ASSESSED, [readOnly.itemId]);
    const after = readPair(session, shape, [1, 2]).items;
    for (const [itemId, { value }] of before.items)
      expect(after.get(itemId)?.value).toBe(itemId === readOnly.itemId ? value : null);
  });

  it('tells its listeners once of many writes', () => {
    const session = open();
    let notifications = 0;
    session.subscribeEdits(() => notifications++);
    writePairs(
      session,
      shape,
      Array.from({ length: 50 }, (_, index) => [3, index + 1]),
      readPair(session, shape, [1, 2]),
    );
    expect(notifications).toBe(1);
  });
});

describe('the words of a pair', () => {
  const session = open();
  const labels: Record<string, string> = {
    'G.k.9.i.4|2': 'Yes – no (given again, reaction did not recur)',
    'G.k.9.i.3.1b|d': 'day',
    'G.k.9.i.2.r.3.KR.1|3': 'Possible',
  };
  const reader: PairReader = {
    catalogue,
    language: 'en',
    value: (address) => session.store.get(session.view(address)),
    rows: (group, path) => session.store.get(session.rows(group, path)),
    isRowChanged: (row) => session.isRowChanged(row),
    codeLabel: ({ itemId }, code) => labels[`${itemId}|${code}`],
    flag: String,
  };

  it('are short in the cell and whole for the ear, a region’s result in place of the text', () => {
    expect(pairText(shape, reader, [1, 2])).toEqual({
      lines: [
        { head: 'Rep', text: 'Related' },
        { head: 'SC', text: 'Possible' },
      ],
      marks: [
        { role: 'recurrence', text: 'Yes – no' },
        { role: 'onsetFromFirstDose', text: '3 d' },
      ],
      words:
        'Reporter: Related; Sponsor company: Possible; Recurrence on re-administration: Yes – no (given again, reaction did not recur); Time from first dose to onset: 3 day',
      changed: false,
    });
  });

  it('are none for struck and silent rows', () => {
    for (const pair of [
      [2, 1],
      [2, 2],
    ])
      expect(pairText(shape, reader, pair)).toEqual({ lines: [], marks: [], words: '', changed: false });
  });

  it('tell a change of a value, and of a row alone', () => {
    const at = session.store.get(session.rows(SOURCES, [1, 2]))[0];
    if (!at) throw new Error('no row');
    session.deleteRow(at);
    expect(pairText(shape, reader, [1, 2])).toMatchObject({ changed: true, lines: [{ head: 'SC' }] });
    session.undo();
    expect(pairText(shape, reader, [1, 2]).changed).toBe(false);
    session.setValue(addressAt('G.k.9.i.3.1b', [1, 2]), 'wk');
    expect(pairText(shape, reader, [1, 2]).changed).toBe(true);
  });

  it.each([
    ['Reporter', 'Rep'],
    ['Sponsor company', 'SC'],
    ['보고자', '보고자'],
    ['보고자 회사', '보고자'],
    ['報告者の医師', '報告者'],
    ['', ''],
  ])('call %s %s', (name, short) => {
    expect(shortName(name)).toBe(short);
  });
});
