/** Dictionaries of Korea: KCD, KIMS, the master data and the device data of MFDS. WHO-ART, which reports there used, too. */
import { oneTable } from '../oneTable.ts';
import type { Format } from '../format.ts';
import { DIGITS, FILLED, type Check, type Table } from '../table.ts';

/** Spreadsheets are saved as UTF-8 or, by Korean programs, in code page 949. */
const KOREAN: Pick<Table, 'layout' | 'header' | 'encodings'> = {
  layout: { delimiter: ',', quoted: true },
  header: true,
  encodings: ['utf-8', 'euc-kr'],
};
const MFDS_CODE: Check = { pattern: /^[0-9A-Z]{1,10}$/, means: 'up to 10 digits or capital letters' };

const kcd = oneTable({
  format: 'kcd',
  dictionary: 'KCD',
  about: 'the spreadsheet of the KOICD site, saved as kcd*.csv',
  table: {
    ...KOREAN,
    file: /^kcd.*\.csv$/i,
    shown: 'kcd*.csv with the columns code, Korean and English term',
    columns: [
      {
        name: 'kcdCode',
        headers: ['kcdCode', '질병분류코드', '코드', 'Code'],
        check: { pattern: /^[A-Z]\d{2}(\.\d{1,3})?$/, means: 'a code such as I10 or I10.0' },
      },
      { name: 'kcdTerm', headers: ['kcdTerm', '한글명칭', '한글명', '한글', 'Korean'], check: FILLED },
      { name: 'kcdTermEng', headers: ['kcdTermEng', '영문명칭', '영문명', '영문', 'English'] },
    ],
  },
  code: ['kcdCode'],
  term: ['kcdTermEng', 'kcdTerm'],
  words: { ko: 'kcdTerm' },
});

const whoArt = oneTable({
  format: 'who-art',
  dictionary: 'WHOART',
  assumed: true,
  about: 'whoart*.csv with the columns inclTerm, termEng, arrn, seq, subSeq',
  table: {
    ...KOREAN,
    file: /^who-?art.*\.csv$/i,
    shown: 'whoart*.csv with the columns inclTerm, termEng, arrn, seq, subSeq',
    columns: [
      { name: 'inclTerm', headers: ['inclTerm', 'Included term'], check: FILLED },
      { name: 'termEng', headers: ['termEng', 'Term'] },
      { name: 'arrn', check: { pattern: /^\d{4}$/, means: '4 digits' } },
      { name: 'seq', check: { pattern: /^\d{3}$/, means: '3 digits' } },
      { name: 'subSeq', headers: ['subSeq', 'Sub seq'], check: DIGITS },
    ],
  },
  code: ['arrn', 'seq', 'subSeq'],
  codeColumn: 'whoartCode',
  term: ['termEng', 'inclTerm'],
  words: { ko: 'inclTerm' },
});

const kims = oneTable({
  format: 'kims',
  dictionary: 'KIMS',
  assumed: true,
  about:
    'kims*.csv or *.txt; a column map where its titles are not kimsKor, kimsEng, manufacturer, mfdsTerm, mfdsCode',
  table: {
    ...KOREAN,
    file: /^kims.*\.(csv|txt)$/i,
    shown: 'kims*.csv with the columns kimsKor, kimsEng, manufacturer, mfdsTerm, mfdsCode',
    columns: [
      { name: 'kimsKor', check: FILLED },
      { name: 'kimsEng' },
      { name: 'manufacturer' },
      { name: 'mfdsTerm' },
      { name: 'mfdsCode', check: MFDS_CODE },
    ],
  },
  code: ['mfdsCode'],
  term: ['kimsEng', 'kimsKor'],
  words: { ko: 'kimsKor' },
});

/** An answer of the open API: its pages as files of JSON or XML, or one table of them. */
const ANSWER = { ...KOREAN, records: true, many: true } as const;

const mfdsProducts = oneTable({
  format: 'mfds-products',
  dictionary: 'MFDS_PRODUCT',
  about: 'the product list of the open API, mfds-product*.json, .xml or .csv',
  table: {
    ...ANSWER,
    file: /^mfds-?product.*\.(json|xml|csv)$/i,
    shown: 'mfds-product*.json, .xml or .csv',
    columns: [
      { name: 'mfdsCode', headers: ['ITEM_SEQ', '품목기준코드'], check: MFDS_CODE },
      { name: 'mfdsTerm', headers: ['ITEM_NAME', '제품명', '품목명'], check: FILLED },
      { name: 'mfdsTermEng', headers: ['ITEM_ENG_NAME', '제품영문명', '영문제품명'], optional: true },
      { name: 'mfdsCancelStatus', headers: ['CANCEL_NAME', '취소상태', '상태'] },
      { name: 'mfdsCancelDate', headers: ['CANCEL_DATE', '취소일자'] },
    ],
  },
  code: ['mfdsCode'],
  term: ['mfdsTermEng', 'mfdsTerm'],
  words: { ko: 'mfdsTerm' },
  furtherRows: 'refused',
});

const mfdsSubstances = oneTable({
  format: 'mfds-substances',
  dictionary: 'MFDS_INGREDIENT',
  about: 'the ingredient list of the open API, mfds-substance*.json, .xml or .csv',
  table: {
    ...ANSWER,
    file: /^mfds-?(substance|ingredient).*\.(json|xml|csv)$/i,
    shown: 'mfds-substance*.json, .xml or .csv',
    columns: [
      { name: 'mfdsCode', headers: ['MTRAL_CODE', '원료코드', '성분코드'], check: MFDS_CODE },
      { name: 'mfdsTerm', headers: ['MTRAL_NM', '원료명', '성분명'], check: FILLED },
      { name: 'mfdsTermEng', headers: ['MAIN_INGR_ENG', '성분영문명', '영문성분명'] },
    ],
  },
  code: ['mfdsCode'],
  term: ['mfdsTermEng', 'mfdsTerm'],
  words: { ko: 'mfdsTerm' },
  // it lists the substances of each product
  furtherRows: 'skipped',
});

const DEVICE = { ...KOREAN, file: /^kr-?device(?!-?problem).*\.csv$/i };

const devices = oneTable({
  format: 'kr-devices',
  dictionary: 'KR_DEVICE',
  assumed: true,
  about: 'kr-device*.csv from the UDI portal; a column map where its titles are not those of the fields',
  table: {
    ...DEVICE,
    shown: 'kr-device*.csv with deviceCode, searchBy, productName ...',
    columns: [
      { name: 'deviceCode', check: FILLED },
      { name: 'searchBy', check: { pattern: /^(PRODUCT|MODEL)$/, means: 'PRODUCT or MODEL' } },
      { name: 'productTitle' },
      { name: 'productName', check: FILLED },
      { name: 'productSerialNumber' },
      { name: 'productApprovalNum' },
      { name: 'modelName' },
      { name: 'udiCode' },
      { name: 'productStatus' },
    ],
  },
  code: ['deviceCode'],
  term: ['productName'],
  words: { ko: 'productName' },
});

export const korea: Format[] = [kcd, whoArt, kims, mfdsProducts, mfdsSubstances, devices];
