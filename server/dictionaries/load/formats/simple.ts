/** Public dictionaries of FDA, EDQM and UCUM, and the drug-name file of Japan: one table, a row an entry. */
import type { Format } from '../format.ts';
import { oneTable } from '../oneTable.ts';
import { FILLED, type Check, type Delimited } from '../table.ts';

const CSV: Delimited = { delimiter: ',', quoted: true };
const TABS: Delimited = { delimiter: '\t', quoted: false };
const DAY: Check = { pattern: /^(\d{8})?$/, means: 'a day such as 20240131, or nothing' };

const unii = oneTable({
  format: 'unii',
  dictionary: 'UNII',
  about: 'UNIIs_<date>.txt of FDA',
  table: {
    file: /^UNIIs.*\.txt$/i,
    shown: 'UNIIs*.txt, separated by tabs, with Name, TYPE, UNII, Display Name',
    layout: TABS,
    header: true,
    encodings: ['utf-8'],
    columns: [
      { name: 'name', headers: ['Name'], check: FILLED },
      { name: 'type', headers: ['TYPE'] },
      {
        name: 'unii',
        headers: ['UNII'],
        check: { pattern: /^[A-Z0-9]{10}$/, means: '10 letters or digits' },
      },
      { name: 'displayName', headers: ['Display Name', 'PT'], check: FILLED },
    ],
  },
  code: ['unii'],
  term: ['name'],
});

const nsde = oneTable({
  format: 'nsde',
  dictionary: 'NSDE',
  about: 'Comprehensive_NDC_SPL_Data_Elements_File.csv of FDA',
  table: {
    file: /(NDC_SPL_Data_Elements|nsde).*\.csv$/i,
    shown: 'Comprehensive_NDC_SPL_Data_Elements_File.csv',
    layout: CSV,
    header: true,
    encodings: ['utf-8', 'windows-1252'],
    columns: [
      { name: 'itemCode', headers: ['Item Code'], check: FILLED },
      { name: 'ndc11', headers: ['NDC11'] },
      { name: 'propName', headers: ['Proprietary Name'], check: FILLED },
      { name: 'doseForm', headers: ['Dosage Form'] },
      { name: 'marketingCat', headers: ['Marketing Category'] },
      { name: 'appNumMonoId', headers: ['Application Number or Citation'] },
      { name: 'prdType', headers: ['Product Type'] },
      { name: 'marketingStartDate', headers: ['Marketing Start Date'], check: DAY },
      { name: 'marketingEndDate', headers: ['Marketing End Date'], check: DAY },
      { name: 'bilUnit', headers: ['Billing Unit'] },
      { name: 'inactiveDate', headers: ['Inactivation Date'], check: DAY },
      { name: 'reactiveDate', headers: ['Reactivation Date'], check: DAY },
    ],
  },
  code: ['itemCode'],
  term: ['propName'],
});

const ndcDirectory = oneTable({
  format: 'ndc-directory',
  dictionary: 'NSDE',
  about: 'product.txt of the NDC Directory of FDA',
  table: {
    file: /^product\.txt$/i,
    shown: 'product.txt, separated by tabs, with PRODUCTNDC, PROPRIETARYNAME ...',
    layout: TABS,
    header: true,
    encodings: ['utf-8', 'windows-1252'],
    columns: [
      { name: 'itemCode', headers: ['PRODUCTNDC'], check: FILLED },
      { name: 'propName', headers: ['PROPRIETARYNAME'], check: FILLED },
      { name: 'doseForm', headers: ['DOSAGEFORMNAME'] },
      { name: 'marketingCat', headers: ['MARKETINGCATEGORYNAME'] },
      { name: 'appNumMonoId', headers: ['APPLICATIONNUMBER'] },
      { name: 'prdType', headers: ['PRODUCTTYPENAME'] },
      { name: 'marketingStartDate', headers: ['STARTMARKETINGDATE'], check: DAY },
      { name: 'marketingEndDate', headers: ['ENDMARKETINGDATE'], check: DAY },
    ],
  },
  code: ['itemCode'],
  term: ['propName'],
});

const idf = oneTable({
  format: 'idf',
  dictionary: 'IDF',
  assumed: true,
  about: 'idf*.csv or *.txt with a column map, since its layout is not public',
  table: {
    file: /^idf.*\.(csv|txt)$/i,
    shown: 'idf*.csv with drugCode, drugName ... or a column map beside it',
    layout: CSV,
    header: true,
    encodings: ['utf-8', 'shift_jis'],
    columns: [
      {
        name: 'drugCode',
        check: { pattern: /^[0-9A-Z]{7,}$/, means: 'at least 7 digits or capital letters' },
      },
      { name: 'drugName', check: FILLED },
      ...[
        'maintenanceSeq',
        'frequencyCategory',
        'useCategory2',
        'drugNameKana',
        'drugNameEng',
        'commonName',
        'commonNameKana',
        'dosageFormName',
        'dosageFormCode',
        'maintenanceFlag',
      ].map((name) => ({ name, optional: true as const })),
    ],
  },
  code: ['drugCode'],
  term: ['drugNameEng', 'drugName'],
  words: { ja: 'drugName' },
});

const edqm = (dictionary: string, format: string, file: RegExp, shown: string, prefix: RegExp): Format =>
  oneTable({
    format,
    dictionary,
    about: `${shown} of EDQM Standard Terms`,
    table: {
      file,
      shown: `${shown} with termId and label`,
      layout: CSV,
      header: true,
      encodings: ['utf-8'],
      columns: [
        { name: 'code', headers: ['termId'], check: { pattern: prefix, means: 'a term id of this class' } },
        { name: 'term', headers: ['label', 'English'], check: FILLED },
      ],
    },
    code: ['code'],
    term: ['term'],
  });

const ucum = oneTable({
  format: 'ucum',
  dictionary: 'UCUM',
  about: 'ucum*.csv or .json with code and label',
  table: {
    file: /^ucum.*\.(csv|json)$/i,
    shown: 'ucum*.csv or .json with code and label',
    layout: CSV,
    header: true,
    records: true,
    encodings: ['utf-8'],
    columns: [
      { name: 'code', check: { pattern: /^\S+$/, means: 'a unit without spaces' } },
      { name: 'term', headers: ['label', 'name', 'term'], check: FILLED },
    ],
  },
  code: ['code'],
  term: ['term'],
});

export const simple: Format[] = [
  unii,
  nsde,
  ndcDirectory,
  idf,
  edqm(
    'EDQM_DOSE_FORM',
    'edqm-dose-forms',
    /dose-?forms.*\.csv$/i,
    '*dose-forms*.csv',
    /^(PDF|PFT|CDF)-\d+$/,
  ),
  edqm('EDQM_ROUTE', 'edqm-routes', /routes.*\.csv$/i, '*routes*.csv', /^ROA-\d+$/),
  ucum,
];
