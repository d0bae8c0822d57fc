/** Invented masters, as selection dialogs ask for them. */
import {
  listProductOptions,
  listRecordOptions,
  listRoleOptions,
  listSenderOptions,
  listStudyOptions,
  readMaster,
} from '../../shared/contract/index.ts';
import type { DataOf, ParamsOf } from '../../shared/contract/index.ts';
import type { ListQuestion, ListRow, SelectionSource } from '../../src/dialogs/index.ts';
import { fake, type FakeCall } from './fakeCalls.ts';

const SENDERS = [
  'Acme Korea',
  'Acme Japan 株式会社',
  'Harbour Biopharmaceutical Research and Development (Ireland) Limited',
  '한국제약 주식회사',
].map((organisation, place) => ({
  SENDER_KEY: place + 1,
  RPT_KEY: place + 1,
  SND_ORGAN: organisation,
  SND_GIV_NAME: `SAMPLE ${place + 1}`,
  SND_TYPE: '1',
  SND_COUNTRY: 'KR',
}));
export const PRODUCTS = Array.from({ length: 12 }, (_, place) => ({
  PRD_KEY: place + 1,
  PRD_NAME: `Velanorix ${(place + 1) * 5} mg`,
  BRAND_NAME: 'Velanorix',
}));
const STUDIES = ['HB-VEL-301', 'HB-COR-202'].map((number, place) => ({
  STD_KEY: place + 1,
  STD_SPN_NO: number,
  STD_NAME: `Velanorix in moderate hypertension, part ${place + 1}`,
  STD_TYPE: '1',
}));
const ROLES = ['Case processor', 'Medical reviewer', 'Submission', 'Quality'].map((name, place) => ({
  ROLE_ID: place + 1,
  ROLE_NAME: name,
}));

const REPORTERS = ['Harbour University Hospital', 'Clinic of Dr. Sample'].map((organisation, place) => ({
  RPT_KEY: place + 1,
  RPT_ORGAN: organisation,
  RPT_GIV_NAME: `SAMPLE ${place + 1}`,
  RPT_QUALIFY: 'Physician',
}));
const NARRATIVES = ['Spontaneous report', 'Clinical study'].map((name, place) => ({
  NR_KEY: place + 1,
  NAME: name,
}));
/** By kind of record. */
const RECORDS: Readonly<Record<string, readonly Record<string, string | number>[]>> = {
  sender: SENDERS,
  study: STUDIES,
  product: PRODUCTS,
  reporter: REPORTERS,
  narrative: NARRATIVES,
};

interface MasterRequest {
  keyword?: string;
  keys?: string;
  pageNo?: number;
  rowCount?: number;
}

function answer<Row extends object>(
  rows: readonly Row[],
  { keyword = '', keys, pageNo = 1, rowCount = 10 }: MasterRequest,
) {
  const found = rows.filter((row) => {
    const texts = Object.values(row).map(String);
    const isRequested = keys === undefined || keys.split(',').includes(texts[0] ?? '');
    return isRequested && texts.some((text) => text.toLowerCase().includes(keyword.toLowerCase()));
  });
  return {
    listInfo: found.slice((pageNo - 1) * rowCount, pageNo * rowCount),
    pageInfo: {
      menuId: '',
      pageNo,
      rowCount,
      totalCount: found.length,
      totalPage: Math.max(1, Math.ceil(found.length / rowCount)),
    },
  };
}

/** What a record fills into a case: nothing. */
export const sampleMaster = ({
  kind,
  recordKey,
}: ParamsOf<typeof readMaster>): DataOf<typeof readMaster> => ({
  kind,
  recordKey,
  name: `${kind} ${recordKey}`,
  version: 1,
  values: {},
  rows: {},
});

export const masterCalls: readonly FakeCall[] = [
  fake(listSenderOptions, ({ query }) => answer(SENDERS, query)),
  fake(listProductOptions, ({ query }) => answer(PRODUCTS, query)),
  fake(listRecordOptions, ({ params, query }) => answer(RECORDS[params.kind] ?? [], query)),
  fake(listStudyOptions, ({ query }) => answer(STUDIES, query)),
  fake(listRoleOptions, ({ query }) => answer(ROLES, query)),
  fake(readMaster, ({ params }) => sampleMaster(params)),
];

/** Rows of a dialog whose masters no server has yet: each column says what it is of. */
export const sampleSource = (columns: readonly string[]): SelectionSource => {
  const rows = Array.from({ length: 14 }, (_, place): ListRow => ({
    key: String(place + 1),
    cells: Object.fromEntries(columns.map((column) => [column, `SAMPLE ${column} ${place + 1}`])),
  }));
  return {
    id: 'sample',
    search: async ({ keyword, pageNo, rowCount }: ListQuestion) => {
      const found = rows.filter(({ cells }) => Object.values(cells).some((cell) => cell.includes(keyword)));
      return {
        rows: found.slice((pageNo - 1) * rowCount, pageNo * rowCount),
        totalCount: found.length,
        totalPage: Math.ceil(found.length / rowCount),
      };
    },
  };
};
