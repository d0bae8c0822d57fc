/** An invented matrix of any size: every third pair is assessed, some by two sources. */
import type { CaseContent, CaseRow, CaseValue } from '../shared/case/caseContent.ts';
import { addressAt, type RowPath } from '../shared/case/itemAddress.ts';
import type { RowReference } from '../src/engine/index.ts';

export const MATRIX_GROUP = 'G.k.9.i';

const DRUGS = ['Aspirin', 'Metformin', 'Warfarin', 'Amoxicillin', 'Atorvastatin', 'Omeprazole', 'Ramipril'];
const REACTIONS = [
  'Headache',
  'Nausea',
  'Upper gastrointestinal haemorrhage',
  'Dizziness',
  'Hepatic enzyme increased',
  'Rash maculo-papular',
];
const RESULTS = ['Related', 'Not related', 'Possible'];

const valueAt = (itemId: string, path: RowPath, value: string): CaseValue => ({
  ...addressAt(itemId, path),
  value,
  nullFlavor: null,
  notation: null,
});

const source = ([rowNo = 0, rowNo2 = 0]: RowPath, number: number): CaseRow => ({
  group: 'G.k.9.i.2.r',
  rowNo,
  rowNo2,
  rowNo3: number,
  rowId: `source-${rowNo}-${rowNo2}-${number}`,
  sort: number,
  deleted: false,
});

function assessment(pair: RowPath, salt: number): CaseContent {
  const sources = salt % 2 === 0 ? ['Reporter', 'Sponsor company'] : ['Reporter'];
  return {
    rows: sources.map((_, index) => source(pair, index + 1)),
    values: [
      valueAt('G.k.9.i.4', pair, String((salt % 4) + 1)),
      ...(salt % 3 === 0
        ? [valueAt('G.k.9.i.3.1a', pair, String((salt % 9) + 1)), valueAt('G.k.9.i.3.1b', pair, 'd')]
        : []),
      ...sources.flatMap((name, index) => {
        const path = [...pair, index + 1];
        return [
          valueAt('G.k.9.i.2.r.1', path, name),
          valueAt('G.k.9.i.2.r.2', path, 'Global introspection'),
          valueAt('G.k.9.i.2.r.3', path, RESULTS[(salt + index) % RESULTS.length] ?? ''),
        ];
      }),
    ],
  };
}

const names = (list: readonly string[], group: string, count: number): RowReference[] =>
  Array.from({ length: count }, (_, index) => ({
    group,
    rowNo: index + 1,
    rowId: `${group}-${index + 1}`,
    label: `${list[index % list.length]}${index < list.length ? '' : ` ${Math.floor(index / list.length) + 1}`}`,
    deleted: false,
  }));

/** Content of a matrix of that size, with the rows of both sides. */
export function matrixContent(
  drugs: number,
  reactions: number,
): { content: CaseContent; references: RowReference[] } {
  const references = [...names(DRUGS, 'G.k', drugs), ...names(REACTIONS, 'E.i', reactions)];
  const parts: CaseContent[] = [];
  for (let drug = 1; drug <= drugs; drug++) {
    parts.push({ values: [valueAt('G.k.1', [drug], drug % 3 === 1 ? '1' : '2')], rows: [] });
    for (let reaction = 1; reaction <= reactions; reaction++)
      if ((drug + reaction) % 3 === 0) parts.push(assessment([drug, reaction], drug * 7 + reaction));
  }
  return {
    content: { values: parts.flatMap(({ values }) => values), rows: parts.flatMap(({ rows }) => rows) },
    references,
  };
}
