/** The pages of monitoring: panels and figures once each, over existing columns of existing lists. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import type { Declarations } from './declarations.ts';
import { elements, findingAt, property, textAt, textsOf } from './sourceDocument.ts';
import type { SourceDocument } from './sourceDocument.ts';
import { repeated } from './uniqueRules.ts';
import { referenceAt, unknownNames } from './unknownNames.ts';

/** Columns of the lists by menu id. */
type Lists = ReadonlyMap<string, readonly Node[]>;

export function monitoringRules({ documents }: Declarations): SourceFinding[] {
  const lists: Lists = new Map(
    documents
      .filter(({ kind }) => kind === 'list')
      .flatMap(({ root }) => {
        const name = textAt(root, 'list');
        return name === undefined ? [] : [[name, elements(property(root, 'columns'))] as const];
      }),
  );
  return documents
    .filter(({ kind }) => kind === 'monitoring')
    .flatMap((document) => {
      const panels = elements(property(document.root, 'panels'));
      return [
        ...named(document, panels, 'panel'),
        ...panels.flatMap((panel) => panelFindings(document, panel, lists)),
      ];
    });
}

function panelFindings(document: SourceDocument, panel: Node, lists: Lists): SourceFinding[] {
  const measures = elements(property(panel, 'measures'));
  const names = measures.flatMap((measure) => textAt(measure, 'measure') ?? []);
  const list = textAt(panel, 'list') ?? '';
  const columns = lists.get(list);
  return [
    ...unknown(document, [panel], 'list', { names: [...lists.keys()], what: 'list' }),
    ...named(document, measures, 'measure'),
    ...unknown(document, measures, 'of', { names, what: 'figure of the panel' }),
    ...unknown(document, [property(panel, 'chart')], 'measure', { names, what: 'figure of the panel' }),
    ...measures.flatMap((measure) => percentileFindings(document, measure)),
    ...manyGroups(document, panel),
    ...(columns ? columnFindings(document, panel, { measures, columns }) : []),
  ];
}

/** A percentile is one of the numbers of a column. */
function percentileFindings(document: SourceDocument, measure: Node): SourceFinding[] {
  const percentile = property(measure, 'percentile');
  if (!percentile || property(measure, 'column')) return [];
  const message = `${textAt(measure, 'measure') ?? ''}: "percentile" needs a "column" of numbers`;
  return [findingAt(document, percentile, { rule: 'percentile-column', message })];
}

const MAX_GROUPS = 2;

function manyGroups(document: SourceDocument, panel: Node): SourceFinding[] {
  const third = elements(property(panel, 'by'))[MAX_GROUPS];
  const message = `${textAt(panel, 'panel') ?? ''}: rows are grouped by one or two columns`;
  return third ? [findingAt(document, third, { rule: 'too-many-groups', message })] : [];
}

interface PanelColumns {
  measures: readonly Node[];
  columns: readonly Node[];
}

const DATES = ['BETWEEN_DATE', 'BETWEEN_DATE_TIME'];

function columnFindings(
  document: SourceDocument,
  panel: Node,
  { measures, columns }: PanelColumns,
): SourceFinding[] {
  const names = columns.flatMap((column) => textAt(column, 'column') ?? []);
  const of = (types: readonly string[]) =>
    columns
      .filter((column) => types.includes(textAt(column, 'filterType') ?? ''))
      .flatMap((column) => textAt(column, 'column') ?? []);
  const filters = [panel, ...measures].flatMap((part) => elements(property(part, 'filters')));
  return [
    ...unknown(document, filters, 'column', { names, what: 'column of the list' }),
    ...unknown(document, measures, 'column', {
      names: of(['BETWEEN_NUMERIC']),
      what: 'column of numbers of the list',
    }),
    ...unknown(document, [panel], 'period', { names: of(DATES), what: 'column of dates of the list' }),
    ...unknownNames(document, textsOf(property(panel, 'by')), names, (name) => ({
      rule: 'unknown-column',
      message: `"by" names ${name}, which is no column of the list`,
    })),
  ];
}

const RULES: Readonly<Record<string, string>> = {
  list: 'unknown-list',
  of: 'unknown-figure',
  measure: 'unknown-figure',
};

/** Reports names under `key` that do not exist. */
const unknown = (
  document: SourceDocument,
  nodes: readonly (Node | undefined)[],
  key: string,
  { names, what }: { names: readonly string[]; what: string },
): SourceFinding[] =>
  unknownNames(
    document,
    nodes.flatMap((node) => referenceAt(node, key)),
    names,
    (name) => ({
      rule: RULES[key] ?? 'unknown-column',
      message: `"${key}" names ${name}, which is no ${what}`,
    }),
  );

/** Panels and figures are addressed by their names. */
const named = (document: SourceDocument, nodes: Node[], key: 'panel' | 'measure'): SourceFinding[] =>
  repeated(nodes, (node) => textAt(node, key)).map(({ again }) =>
    findingAt(document, property(again, key) ?? again, {
      rule: `duplicate-${key === 'panel' ? 'panel' : 'figure'}`,
      message: `there is a ${key === 'panel' ? 'panel' : 'figure'} ${textAt(again, key) ?? ''} already`,
    }),
  );
