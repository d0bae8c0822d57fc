/** The files of WHODrug Global (Uppsala Monitoring Centre): comma, double quotes, no header, columns by position. */
import { columns, DIGITS, FILLED, type Check, type Column, type Table } from '../table.ts';

const RECORD: Check = { pattern: /^\d{6}$/, means: '6 digits' };
const SEQUENCE_1: Check = { pattern: /^\d{2}$/, means: '2 digits' };
const SEQUENCE_2: Check = { pattern: /^\d{3}$/, means: '3 digits' };
const ATC: Check = { pattern: /^[A-Z](\d{2}([A-Z]([A-Z](\d{2})?)?)?)?$/, means: 'an ATC code' };
const CAS: Check = { pattern: /^[\d-]+$/, means: 'a CAS number' };
const GENERIC: Check = { pattern: /^[YN]?$/, means: 'Y, N or empty' };
const OFFICIAL: Check = { pattern: /^[YNO]?$/, means: 'Y, O, N or empty' };

/** A later release may add columns at the end. */
const file = (name: string, among: Column[], optional?: true): Table => ({
  file: new RegExp(`^${name}\\.csv$`, 'i'),
  shown: `${name}.csv`,
  layout: { delimiter: ',', quoted: true },
  header: false,
  more: true,
  encodings: ['utf-8'],
  columns: among,
  ...(optional ? { optional } : {}),
});

const codeAndText = (name: string): Table =>
  file(name, columns('code text', { code: FILLED, text: FILLED }), true);

const atc = file('ATC', columns('atc level text', { atc: ATC, text: FILLED }));
export const SUBSTANCES = file(
  'SUN',
  columns('substance cas language name', { substance: FILLED, cas: CAS, name: FILLED }),
);
export const SUBSTANCES_B3 = file('BNA', columns('cas language name', { cas: CAS, name: FILLED }));

export const C3_TABLES: Record<string, Table> = {
  products: file(
    'MP',
    columns(
      'id med_id record seq1 seq2 seq3 seq4 generic name specifier ma_number ma_date withdrawn country company mah source source_country source_year type group created',
      {
        id: DIGITS,
        record: RECORD,
        seq1: SEQUENCE_1,
        seq2: SEQUENCE_2,
        generic: GENERIC,
        name: FILLED,
      },
    ),
  ),
  // its absence is doubted: see `doubtForms`
  pharmaceutical: file(
    'PP',
    columns('id form route product number', { form: FILLED, product: DIGITS }),
    true,
  ),
  ingredients: file(
    'ING',
    columns('id created substance quantity quantity2 unit pharmaceutical product', {
      substance: FILLED,
      product: DIGITS,
    }),
  ),
  substances: SUBSTANCES,
  groups: file(
    'THG',
    columns('id atc created official product', { atc: ATC, official: OFFICIAL, product: DIGITS }),
  ),
  atc,
  forms: codeAndText('PF'),
  strengths: codeAndText('STR'),
  companies: codeAndText('ORG'),
  phpids: {
    file: /^phpid\.csv$/i,
    shown: 'phpid.csv',
    optional: true,
    layout: { delimiter: ',', quoted: true },
    header: true,
    encodings: ['utf-8'],
    columns: [
      { name: 'phpid', check: FILLED },
      { name: 'product', headers: ['medicinalProductId'], check: DIGITS },
    ],
  },
};

export const B3_TABLES: Record<string, Table> = {
  drugs: file(
    'DD',
    columns('record seq1 seq2 check designation year source company ingredients salt quarter name', {
      record: RECORD,
      seq1: SEQUENCE_1,
      seq2: SEQUENCE_2,
      name: FILLED,
    }),
  ),
  links: file(
    'DDA',
    columns('record seq1 seq2 check atc', { record: RECORD, seq1: SEQUENCE_1, seq2: SEQUENCE_2, atc: ATC }),
  ),
  atc: file('INA', columns('atc level text', { atc: ATC, text: FILLED })),
  companies: file('MAN', columns('code text', { code: FILLED, text: FILLED }), true),
};
