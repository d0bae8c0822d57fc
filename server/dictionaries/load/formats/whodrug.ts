/** WHODrug Global: C3 (products with country, holder, form and strength), B3 (drug names), and its substances. */
import type { LoadedEntry } from '../../entry.ts';
import type { Format, Tables } from '../format.ts';
import { Links } from '../links.ts';
import { filled, oneTable } from '../oneTable.ts';
import { ownText } from '../ownText.ts';
import type { Row } from '../table.ts';
import { B3_TABLES, C3_TABLES, SUBSTANCES, SUBSTANCES_B3 } from './whodrugTables.ts';

const JOINED = '; ';

/** Deliveries have each table twice: with columns of fixed width as well. */
const otherForm: Format['otherForm'] = {
  file: /^(MP|ING|SUN|THG|ATC|PP|PF|STR|ORG|DD|DDA|INA|MAN|BNA)\.txt$/i,
  advice:
    'the .txt files of fixed width are not read: load the CSV files of the same delivery, which hold the same',
};

export const whodrugC3: Format = {
  format: 'whodrug-c3',
  dictionary: 'WHODD',
  about:
    'WHODrug Global C3: MP.csv, ING.csv, SUN.csv, THG.csv, ATC.csv, and PP, PF, STR, ORG as far as there',
  main: 'products',
  otherForm,
  tables: C3_TABLES,
  entries: async function* entries(tables) {
    const preferred = await preferredNames(tables, 'products');
    const atc = await textsOf(tables, 'atc', 'atc');
    const strengths = await textsOf(tables, 'strengths', 'code');
    const companies = await textsOf(tables, 'companies', 'code');
    const forms = await linked(tables, 'pharmaceutical', 'form', await textsOf(tables, 'forms', 'code'));
    const substances = await textsOf(tables, 'substances', 'substance', 'name');
    const ingredients = await linked(tables, 'ingredients', 'substance', substances, 'SUN.csv');
    const groups = await linked(tables, 'groups', 'atc');
    const phpids = await linked(tables, 'phpids', 'phpid');
    const ids: number[] = [];
    for await (const row of tables.rows('products')) {
      const { values } = row;
      const { id = '', name = '' } = values;
      const key = Number(id);
      ids.push(key);
      const codes = [...new Set(groups.of(key))];
      const isPreferred = isPreferredRow(values);
      const columns = filled({
        medicinalProductId: id,
        drugCode: drugCode(values),
        nameSpecifier: values.specifier ?? '',
        ingredients: [...new Set(ingredients.of(key))].join(JOINED),
        generic: values.generic ?? '',
        preferred: isPreferred ? 'Y' : 'N',
        country: values.country ?? '',
        mah: companies.get(values.mah ?? '') ?? values.mah ?? '',
        pharmForm: [...new Set(forms.of(key))].join(JOINED),
        strength: strengths.get(values.seq4 ?? '') ?? '',
        preferredName: preferred.get(values.record ?? '') ?? '',
        ...atcColumns(codes, atc),
        bgColor: tone(values, isPreferred),
      });
      checkKnown(tables, row, codes, atc, 'ATC.csv');
      yield entry(id, name, { ...columns, whoddType: 'MPID' });
      for (const phpid of phpids.of(key))
        yield entry(phpid, name, { ...columns, medicinalProductId: phpid, whoddType: 'PHPID' });
    }
    compareEnds(tables, { table: 'products', ids }, [
      { table: 'pharmaceutical', links: forms },
      { table: 'ingredients', links: ingredients },
      { table: 'groups', links: groups },
      { table: 'phpids', links: phpids },
    ]);
    doubtForms(tables);
  },
};

export const whodrugB3: Format = {
  format: 'whodrug-b3',
  dictionary: 'WHODD',
  about: 'WHODrug Global B3: DD.csv, DDA.csv, INA.csv, and MAN.csv if there',
  main: 'drugs',
  otherForm,
  tables: B3_TABLES,
  entries: async function* entries(tables) {
    const preferred = await preferredNames(tables, 'drugs');
    const atc = await textsOf(tables, 'atc', 'atc');
    const companies = await textsOf(tables, 'companies', 'code');
    const groups = new Links();
    for await (const { values } of tables.rows('links'))
      groups.add(Number(drugCode(values)), values.atc ?? '');
    const ids: number[] = [];
    for await (const row of tables.rows('drugs')) {
      const { values } = row;
      const code = drugCode(values);
      ids.push(Number(code));
      const codes = [...new Set(groups.of(Number(code)))];
      const isPreferred = isPreferredRow(values);
      checkKnown(tables, row, codes, atc, 'INA.csv');
      yield entry(
        code,
        values.name ?? '',
        filled({
          medicinalProductId: code,
          drugCode: code,
          preferred: isPreferred ? 'Y' : 'N',
          mah: companies.get(values.company ?? '') ?? '',
          preferredName: preferred.get(values.record ?? '') ?? '',
          ...atcColumns(codes, atc),
          bgColor: tone(values, isPreferred),
          whoddType: 'MPID',
        }),
      );
    }
    compareEnds(tables, { table: 'drugs', ids }, [{ table: 'links', links: groups }]);
  },
};

const substances = (format: string, table: typeof SUBSTANCES): Format => ({
  otherForm,
  ...oneTable({
    format,
    dictionary: 'WHODD_CAS',
    about: `substances of WHODrug Global: ${table.shown}`,
    table: {
      ...table,
      columns: table.columns.map((column) => ({ ...column, name: SUBSTANCE_COLUMNS[column.name] ?? '' })),
    },
    code: ['casNumber'],
    term: ['substanceName'],
  }),
});
const SUBSTANCE_COLUMNS: Record<string, string> = { cas: 'casNumber', name: 'substanceName' };

export const whodrugSubstances = [
  substances('whodrug-c3-substances', SUBSTANCES),
  substances('whodrug-b3-substances', SUBSTANCES_B3),
];

const entry = (code: string, name: string, columns: Record<string, string>): LoadedEntry => ({
  code,
  term: { en: name },
  current: true,
  parents: [],
  columns,
});

const drugCode = ({ record = '', seq1 = '', seq2 = '' }: Row['values']): string => record + seq1 + seq2;

/** Sequence 01 and 001: the preferred name of its record. */
const isPreferredRow = ({ seq1, seq2 }: Row['values']): boolean => seq1 === '01' && seq2 === '001';

/** As the look-up dialog colours rows: withdrawn ones, preferred names, generic names. */
function tone({ withdrawn = '', generic }: Row['values'], isPreferred: boolean): string {
  if (withdrawn !== '') return 'GRAY';
  if (isPreferred) return 'GREEN';
  return generic === 'Y' ? 'BLUE' : '';
}

/** A single ATC code is selected; of several the user selects one. */
function atcColumns(codes: readonly string[], names: ReadonlyMap<string, string>): Record<string, string> {
  const atcCode = codes.join(JOINED);
  const atcName = codes.map((code) => names.get(code) ?? '').join(JOINED);
  return codes.length === 1
    ? { atcCode, atcName, selAtcCode: atcCode, selAtcName: atcName }
    : { atcCode, atcName };
}

function checkKnown(
  { errors }: Tables,
  { file, line }: Row,
  codes: readonly string[],
  names: ReadonlyMap<string, string>,
  where: string,
): void {
  for (const code of codes)
    if (!names.has(code)) errors.add(file, line, `has the ATC code ${code}, which is not in ${where}`);
}

/** Of entries without a link at the end so many times the usual gap are doubted. */
const UNUSUAL_GAPS = 20;

/**
 * A file that is cut off between two lines is well-formed. Links to what has no line are an error; entries behind the last
 * one that has a link are doubted where they are many more than lie between two that have one.
 */
function compareEnds(
  tables: Tables,
  { table, ids }: { table: string; ids: readonly number[] },
  linked: readonly { table: string; links: Links }[],
): void {
  const [entriesFile] = tables.files(table);
  const repeated = repeatedIn(ids);
  if (entriesFile && repeated.length > 0)
    tables.errors.add(
      entriesFile.name,
      entriesFile.lines,
      `${repeated.length} numbers stand in more than one line, the first of them ${repeated[0] ?? ''}`,
    );
  for (const { table: name, links } of linked) {
    const [file] = tables.files(name);
    if (!entriesFile || !file) continue;
    const lost = links.ownerless();
    if (lost)
      tables.errors.add(
        entriesFile.name,
        entriesFile.lines,
        `no line has the number ${lost.first}; ${lost.links} lines of ${file.name} belong to such numbers: ` +
          'is the file cut off? Compare it with the delivery',
      );
    const owners = links.owners();
    const behind = owners ? ids.filter((id) => id > owners.last).length : 0;
    if (owners && behind > (UNUSUAL_GAPS * ids.length) / owners.count)
      tables.doubts.add(
        file.name,
        file.lines,
        `no line belongs to the last ${behind} of ${ids.length} numbers of ${entriesFile.name}: ` +
          'is the file cut off? Compare it with the delivery',
      );
  }
}

/** Those that are there more than once, as often as they are repeated, the lowest first. */
const repeatedIn = (ids: readonly number[]): Float64Array => {
  const sorted = Float64Array.from(ids).sort();
  return sorted.filter((id, at) => at > 0 && sorted[at - 1] === id);
};

/** A delivery may be without the file of forms; an operator may also have forgotten it. */
function doubtForms({ files, doubts }: Tables): void {
  const [products] = files('products');
  if (products && files('pharmaceutical').length === 0)
    doubts.add(
      products.name,
      products.lines,
      'PP.csv is not there, so no product has a dose form: is it part of the delivery?',
    );
}

/** By record number. */
async function preferredNames(tables: Tables, table: string): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for await (const { values } of tables.rows(table, { ahead: true }))
    if (isPreferredRow(values) && !names.has(values.record ?? ''))
      names.set(ownText(values.record ?? ''), ownText(values.name ?? ''));
  return names;
}

async function textsOf(
  tables: Tables,
  table: string,
  code: string,
  text = 'text',
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for await (const { values } of tables.rows(table))
    if (!texts.has(values[code] ?? '')) texts.set(ownText(values[code] ?? ''), ownText(values[text] ?? ''));
  return texts;
}

/**
 * What belongs to each product; a code without text is shown itself or, if `where` contains all of them, is an error.
 */
async function linked(
  tables: Tables,
  table: string,
  column: string,
  texts: ReadonlyMap<string, string> = new Map(),
  where?: string,
): Promise<Links> {
  const links = new Links();
  for await (const { file, line, values } of tables.rows(table)) {
    const code = values[column] ?? '';
    const text = texts.get(code);
    if (text === undefined && where !== undefined)
      tables.errors.add(file, line, `${column} ${code} is not in ${where}`);
    else links.add(Number(values.product), text ?? code);
  }
  return links;
}
