/** The case list as a server with sample rows answers it; what a story chooses of it is kept as long as it is shown. */
import type { Static } from 'typebox';
import type { ListColumnSource, ListSourceFile } from '../../schemas/compile/lists.ts';
import * as contract from '../../shared/contract/index.ts';
import { catalogueOf } from '../catalogue.ts';
import type { StoryWorld } from '../StoryWorld.tsx';
import { fake, type FakeCall } from './fakeCalls.ts';
import { caseRows } from './sampleCase.ts';

type Entry = Static<typeof contract.UserFilter>;
type View = Static<typeof contract.ListView>;

export interface SampleList {
  rows?: contract.ListRow[];
  /** by column id */
  filters?: Record<string, Entry[]>;
  views?: View[];
  /** column ids; without: those of the list */
  visible?: string[];
  widths?: Record<string, number>;
  fullText?: 'Y' | 'N';
  /** beside those of the list */
  columns?: ListColumnSource[];
}

const LISTS = Object.values(
  import.meta.glob<ListSourceFile>('../../schemas/lists/*.list.json', { eager: true, import: 'default' }),
);
/** The descriptor of a menu's list. */
function descriptorOf(menuId: string): ListSourceFile {
  const found = LISTS.find((one) => one.list === menuId);
  if (!found) throw new Error(`there is no list ${menuId}`);
  return found;
}

const KIND_OF: Record<contract.FilterType, contract.ColumnKind> = {
  LIKE: 'text',
  LIKE_ALL: 'text',
  LIKE_CHECK: 'text',
  CHECK: 'code',
  BETWEEN_DATE: 'date',
  BETWEEN_DATE_TIME: 'dateTime',
  BETWEEN_NUMERIC: 'number',
};
const COUNTRIES = [
  ['KR', 'Korea, Republic of'],
  ['JP', 'Japan'],
  ['US', 'United States of America'],
] as const;
const OCCURRING = ['Aspirin 100 mg', 'Ibuprofen 200 mg', 'Amoxicillin 500 mg'];
const shownFirst = (menuId: string): string[] =>
  descriptorOf(menuId).columns.flatMap(({ column, shownFirst: shown }) => (shown === false ? [] : [column]));
/** the list that `SampleList` says more of */
const CASES = 'MU-CS';

export function listCalls({ appendix, language }: StoryWorld, sample: SampleList = {}): FakeCall[] {
  const filters = new Map(Object.entries(sample.filters ?? { country: [chosen('CHECK', 'KR')] }));
  const widths = { ...sample.widths };
  const views = [...(sample.views ?? [])];
  const visible = new Map(sample.visible && [[CASES, sample.visible]]);
  let fullText = sample.fullText ?? 'N';
  const rows = sample.rows ?? caseRows();
  const columns = (menuId: string) => [
    ...[...descriptorOf(menuId).columns, ...(sample.columns ?? [])].map(
      ({ column, label, filterType, kind, codes, sortable, width }) => ({
        columnId: column,
        columnLabel: label[language],
        filterType: filterType as contract.FilterType,
        page: '',
        kind: kind ?? KIND_OF[filterType as contract.FilterType],
        sortable: sortable === false ? ('N' as const) : ('Y' as const),
        width: width ?? null,
        tones: Object.fromEntries((codes ?? []).flatMap(({ code, tone }) => (tone ? [[code, tone]] : []))),
      }),
    ),
    ...(descriptorOf(menuId).items ? Object.values(catalogueOf(appendix).items) : []).map(
      ({ itemId, label, list: at, page }) => ({
        columnId: itemId,
        columnLabel: label[language],
        filterType: at.filterType as contract.FilterType,
        page,
        kind: 'text' as const,
        sortable: 'N' as const,
        width: null,
        tones: {},
      }),
    ),
  ];
  const typeOf = ({ menuId, columnId }: { menuId: string; columnId: string }) =>
    columns(menuId).find((column) => column.columnId === columnId)?.filterType ?? 'LIKE';
  const setOf = (view: number | undefined) => views.find(({ viewKey }) => viewKey === view);
  return [
    fake(contract.readListInfo, ({ params: { menuId } }) => ({
      menuId,
      label: descriptorOf(menuId).label[language],
      rowCount: 20,
      fullText,
      rowCounts: [...contract.PAGE_SIZES],
      sort: descriptorOf(menuId).order.column,
      direction: descriptorOf(menuId).order.direction,
      filtersLeftOut: [],
      searchable: true,
      deletable: menuId === CASES,
      views: views.map(({ viewKey, name, shared, own, builtIn, ownerName }) => ({
        viewKey,
        name,
        shared,
        own,
        builtIn,
        ownerName,
      })),
    })),
    fake(contract.readListExports, () => ({ exports: [] })),
    fake(contract.cancelListExport, () => ({ rows: 0, totalCount: 0, state: 'stopped' as const })),
    fake(contract.readColumns, ({ params: { menuId }, query }) => {
      const view = setOf(query.view);
      const seen = view
        ? view.columns.map(({ columnId }) => columnId)
        : (visible.get(menuId) ?? shownFirst(menuId));
      const set = view
        ? new Map(view.filters.map(({ columnId, filters: entries }) => [columnId, entries]))
        : filters;
      const all = columns(menuId).map((column) => ({
        ...column,
        filtered: set.has(column.columnId) ? ('Y' as const) : ('N' as const),
        filterText: inWords(set.get(column.columnId) ?? []),
        visible: seen.includes(column.columnId) ? ('Y' as const) : ('N' as const),
        width: widths[column.columnId] ?? column.width,
      }));
      const inOrder = seen.flatMap((id) => all.find(({ columnId }) => columnId === id) ?? []);
      return { listInfo: [...inOrder, ...all.filter(({ visible: shown }) => shown === 'N')] };
    }),
    fake(contract.saveColumns, ({ params: { menuId }, body }) => {
      visible.set(menuId, body.visible.length > 0 ? body.visible : shownFirst(menuId));
      Object.assign(widths, body.widths);
      return null;
    }),
    fake(contract.saveFullText, ({ params }) => {
      fullText = params.fullText;
      return null;
    }),
    fake(contract.saveRowCount, () => null),
    fake(contract.readColumnFilter, ({ params, query: { find = '' } }) => {
      const filterType = typeOf(params);
      return { filterType, ...optionsOf(filterType, filters.get(params.columnId) ?? [], find) };
    }),
    fake(contract.saveColumnFilter, ({ params: { columnId }, body }) => {
      if (body.filters.length === 0) filters.delete(columnId);
      else filters.set(columnId, body.filters);
      return null;
    }),
    fake(contract.dropFilters, () => {
      filters.clear();
      return null;
    }),
    fake(contract.readListViews, () => ({ listInfo: views })),
    fake(contract.addListView, ({ body }) => {
      const viewKey = views.length + 1;
      views.push({ ...VIEW, ...body, viewKey });
      return { viewKey };
    }),
    fake(contract.saveListView, ({ params, body }) => {
      const at = views.findIndex(({ viewKey }) => viewKey === params.viewKey);
      views.splice(at, 1, { ...VIEW, ...body, viewKey: params.viewKey });
      return null;
    }),
    fake(contract.dropListView, ({ params }) => {
      const at = views.findIndex(({ viewKey }) => viewKey === params.viewKey);
      views.splice(at, 1);
      return null;
    }),
    fake(contract.listCases, ({ query: { pageNo = 1, rowCount = 20, keyword = '' } }) => {
      const found = rows.filter(({ cells }) =>
        Object.values(cells).join(' ').toLowerCase().includes(keyword.toLowerCase()),
      );
      return {
        listInfo: found.slice((pageNo - 1) * rowCount, pageNo * rowCount),
        pageInfo: {
          menuId: CASES,
          pageNo,
          rowCount,
          totalCount: found.length,
          totalPage: Math.max(1, Math.ceil(found.length / rowCount)),
        },
      };
    }),
  ];
}

/** A view of the story's user. */
export const VIEW: View = {
  viewKey: 1,
  name: 'Korean cases',
  shared: 'N',
  own: 'Y',
  builtIn: 'N',
  ownerName: 'Kim Editor',
  columns: ['caseNo', 'productName', 'country'].map((columnId) => ({ columnId, width: null })),
  filters: [{ columnId: 'country', filters: [chosen('CHECK', 'KR')] }],
  sort: 'caseNo',
  direction: 'asc',
  changedAt: '2026-01-31T09:30:00.000Z',
  changedBy: 'Kim Editor',
  leftOut: [],
};

export function chosen(filterType: contract.FilterType, valueCode: string, valueCode2?: string): Entry {
  return { filterType, valueCode, ...(valueCode2 !== undefined && { valueCode2 }) };
}

const inWords = (entries: readonly Entry[]): string =>
  entries
    .map(({ valueCode, valueCode2 }) => {
      const label = COUNTRIES.find(([code]) => code === valueCode)?.[1] ?? valueCode;
      return [label, valueCode2].filter(Boolean).join(' – ');
    })
    .join(', ');

function optionsOf(filterType: contract.FilterType, saved: readonly Entry[], find: string) {
  const selected = saved.map((entry) => ({ ...entry, valueLabel: entry.valueCode, selected: 'Y' as const }));
  const options = filterType === 'CHECK' ? COUNTRIES : OCCURRING.map((text) => [text, text] as const);
  if (filterType !== 'CHECK' && filterType !== 'LIKE_CHECK') return { filters: selected, more: false };
  const codes = new Set(saved.map(({ valueCode }) => valueCode));
  return {
    filters: [
      ...selected.filter(({ valueCode }) => valueCode === ''),
      ...options
        .filter(([, label]) => label.toLowerCase().includes(find.toLowerCase()))
        .map(([valueCode, valueLabel]) => ({
          filterType,
          valueCode,
          valueLabel,
          selected: codes.has(valueCode) ? ('Y' as const) : ('N' as const),
        })),
    ],
    more: false,
  };
}
