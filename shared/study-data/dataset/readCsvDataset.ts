/** Reads one dataset as a table with a line of column names: CSV, with commas, semicolons, tabs or bars. */
import type { StudyData } from '../studyData.ts';
import { textOfFormula } from '../../text/csv.ts';
import {
  FAULT_TEXTS,
  readSeparated,
  type SeparatedLine,
  type SeparatedOptions,
} from '../../text/readSeparated.ts';
import { storable } from '../../text/storable.ts';
import { isBlankLine } from '../../text/table.ts';
import { MAX_COLUMNS, UnreadableData } from '../unreadableData.ts';
import { dataOfDatasets, type Dataset } from './dataset.ts';

interface Table {
  /** null: of a column without name and text, as spreadsheets leave behind */
  names: (string | null)[];
  lines: SeparatedLine[];
}

/**
 * A picture for each study that the column STUDYID names, with a dataset for each domain that the column DOMAIN names.
 * `name`: of the file, which names the dataset where no column does.
 * Throws `UnreadableData`, with the line.
 */
export function readCsvDataset(text: string, name: string): StudyData[] {
  const { names, lines } = tableOf(text);
  const cellOf = ({ cells }: SeparatedLine, column: string): string =>
    cells[names.indexOf(column)]?.trim() ?? '';
  const inColumn = (line: SeparatedLine): string => cellOf(line, 'DOMAIN').toUpperCase();
  const [first] = lines;
  const inFirst = first ? inColumn(first) : '';
  const domain = inFirst || (domainOf(names) || name.replace(COPY, '')).toUpperCase();
  if (domain === '') throw new UnreadableData('missingPart', 'DOMAIN', 1);
  // a row without a domain among rows of several is of any of them
  const other = lines.find((line) => inColumn(line) !== inFirst);
  const nameless = other && lines.find((line) => inColumn(line) === '');
  if (nameless) throw new UnreadableData('missingPart', 'DOMAIN', nameless.line);
  const domains = new Set(lines.map(inColumn));
  const ofStudies = Map.groupBy(lines, (line) => cellOf(line, 'STUDYID'));
  const [unnamed] = ofStudies.get('') ?? [];
  if (!first || unnamed)
    throw new UnreadableData('missingPart', 'STUDYID', names.includes('STUDYID') ? (unnamed?.line ?? 1) : 1);
  return [...ofStudies].map(([studyOid, ofStudy]) => {
    const ofDomains = [...Map.groupBy(ofStudy, (line) => inColumn(line) || domain)];
    const [one, ...more] = ofDomains.map(([of, ofDomain]) =>
      datasetOf(studyOid, of, columnsOf(of, domains, { names, lines: ofDomain }), ofDomain),
    );
    if (!one) throw new Error('a group has no line');
    return dataOfDatasets([one, ...more]);
  });
}

/** A column by its place in the table. */
interface Column {
  name: string;
  at: number;
}

/** Without those that are named after another domain of the table and empty in the rows of this one. */
function columnsOf(domain: string, domains: ReadonlySet<string>, { names, lines }: Table): Column[] {
  const others = [...domains].filter((other) => other !== '' && other !== domain);
  const isOfOther = (name: string) =>
    !name.startsWith(domain) && others.some((other) => name.startsWith(other));
  return names.flatMap((name, at) => {
    if (name === null) return [];
    const isHere = !isOfOther(name) || lines.some(({ cells }) => Boolean(cells[at]?.trim()));
    return isHere ? { name, at } : [];
  });
}

const datasetOf = (
  studyOid: string,
  domain: string,
  columns: readonly Column[],
  lines: readonly SeparatedLine[],
): Dataset => ({
  studyOid,
  versionOid: 'CSV',
  groupOid: domain,
  domain,
  label: domain,
  columns: columns.map(({ name }) => ({
    oid: `${domain}.${name}`,
    name,
    label: name,
    dataType: 'text',
    length: null,
    keySequence: null,
  })),
  rows: lines.map(({ cells }) => columns.map(({ at }) => cells[at]?.trim() || null)),
  lineOf: (at) => lines[at]?.line ?? null,
});

/** What browsers put behind the name of a file that is there already. */
const COPY = /\s*\(\d+\)$/;

/** The domain whose rows the table numbers: AESEQ ...; '' where it does not tell. */
function domainOf(names: Table['names']): string {
  const [domain = '', ...others] = names.flatMap((name) => /^([A-Z]{2})SEQ$/.exec(name ?? '')?.[1] ?? []);
  return others.length === 0 ? domain : '';
}

function tableOf(text: string): Table {
  const read = [...readSeparated(storable(text.replace(/^\uFEFF/, '')), OPTIONS)].map((one) => ({
    ...one,
    cells: one.cells.map((cell) => textOfFormula(cell) ?? cell),
  }));
  const [head, ...lines] = read.filter(({ cells }) => !isBlankLine(cells));
  if (!head) throw new UnreadableData('otherContent', 'there is no line', 1);
  const names = head.cells.map((cell) => cell.trim().toUpperCase() || null);
  const twice = names.find((one, at) => one !== null && names.indexOf(one) !== at);
  if (twice) throw new UnreadableData('otherColumns', twice, 1);
  for (const { cells, line } of lines) {
    const unnamed = cells.findIndex((cell, at) => (names[at] ?? null) === null && cell.trim() !== '');
    if (unnamed >= 0 && unnamed < names.length)
      throw new UnreadableData('missingPart', `column ${unnamed + 1}`, 1);
    if (unnamed >= 0 || cells.length < names.length)
      throw new UnreadableData('otherColumns', `${cells.length} ≠ ${names.length}`, line);
  }
  return { names, lines };
}

const OPTIONS: SeparatedOptions = {
  separators: [',', ';', '\t', '|'],
  maxColumns: MAX_COLUMNS,
  refuse: (fault, line) => {
    if (fault === 'tooManyColumns')
      throw new UnreadableData('tooLarge', `more than ${MAX_COLUMNS} columns`, line);
    throw new UnreadableData('malformed', FAULT_TEXTS[fault], line);
  },
};
