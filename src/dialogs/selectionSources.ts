/** Rows of selection dialogs whose masters the server has. */
import type { RecordKind } from '../../schemas/compile/catalogue.types.ts';
import type { Choosable } from '../../schemas/compile/sources.types.ts';
import {
  listProductOptions,
  listRecordOptions,
  listRoleOptions,
  listSenderOptions,
  listStudyOptions,
} from '../../shared/contract/index.ts';
import { call } from '../api/index.ts';
import type { ListQuestion, ListRow } from './listDialog.types.ts';
import { isTicked } from './useListSearch.ts';
import type { SelectionSource } from './selections.ts';

/** Most keys, and most rows, that a call takes at once. */
const AT_ONCE = 100;

type OptionCall =
  | typeof listSenderOptions
  | typeof listStudyOptions
  | typeof listProductOptions
  | typeof listRecordOptions
  | typeof listRoleOptions;
type Option = Readonly<Record<string, string | number>>;

/** What the ticks of a dialog narrow or widen. */
interface TickedQuery {
  caseKey?: number | undefined;
  deleteFilter?: 'Y' | undefined;
}

/** `rowCount` instead of the dialog's own, where it has no pages. */
function source(
  definition: OptionCall,
  key: string,
  sponsorKey: number,
  query: {
    caseKey?: number | undefined;
    rowCount?: number;
    [name: string]: string | number | undefined;
  } = {},
  params: { sponsorKey: number; kind: string } = { sponsorKey, kind: '' },
  ticked: (fields: ListQuestion['fields']) => TickedQuery = () => ({}),
): SelectionSource {
  const rowOf = (option: Option): ListRow => {
    const cells = Object.fromEntries(Object.entries(option).map(([name, value]) => [name, String(value)]));
    return { key: String(option[key]), cells };
  };
  return {
    id: JSON.stringify({ path: definition.path, ...params, ...query }),
    search: async ({ keyword, pageNo, rowCount, fields }, signal) => {
      const { listInfo, pageInfo } = await call(definition, {
        params,
        query: { keyword, pageNo, rowCount, ...query, ...ticked(fields) },
        signal,
      });
      const { totalCount, totalPage } = pageInfo;
      return { rows: listInfo.map(rowOf), totalCount, totalPage };
    },
    available: async (keys, signal) => {
      const parts = Array.from({ length: Math.ceil(keys.length / AT_ONCE) }, (_, part) =>
        keys.slice(part * AT_ONCE, (part + 1) * AT_ONCE).join(','),
      );
      const answers = await Promise.all(
        parts.map((part) =>
          call(definition, { params, query: { keys: part, rowCount: AT_ONCE, ...query }, signal }),
        ),
      );
      return answers.flatMap(({ listInfo }) => listInfo.map((option) => rowOf(option).key));
    },
  };
}

/** Keys of records of other kinds that are chosen beside. */
export type BesideKeys = Readonly<Partial<Record<Choosable, readonly number[]>>>;

/** Most keys that narrow; more of them narrow nothing, since almost all is chosen then. */
const MAX_BESIDE = 500;
const keysText = (keys: readonly number[] = []): string | undefined =>
  keys.length > 0 && keys.length <= MAX_BESIDE ? keys.join(',') : undefined;

/** Narrowed to those that the products and studies belong to. */
export const senderSource = (sponsorKey: number, beside: BesideKeys = {}): SelectionSource =>
  source(listSenderOptions, 'SENDER_KEY', sponsorKey, {
    selectedProductKeys: keysText(beside.product),
    selectedStudyKeys: keysText(beside.study),
  });
export const studySource = (sponsorKey: number): SelectionSource =>
  source(listStudyOptions, 'STD_KEY', sponsorKey);
/** Narrowed to those of the senders. */
export const productSource = (sponsorKey: number, beside: BesideKeys = {}): SelectionSource =>
  source(listProductOptions, 'PRD_KEY', sponsorKey, { selectedSenderKeys: keysText(beside.sender) });
/** All on one page; specification 2-dialogs section 9. */
export const roleSource = (sponsorKey: number): SelectionSource =>
  source(listRoleOptions, 'ROLE_ID', sponsorKey, { rowCount: AT_ONCE });
/** Ticks of dialogs of records. */
export const RECORD_TICKS = { ofCase: 'ofCase', all: 'deleteFilter' } as const;
const NO_CASE = -1;

/**
 * Records of a kind; `caseKey` narrows to those that the case names, `tickedCaseKey` where that is ticked. Those that are
 * not in use are among them where that is ticked.
 */
export const recordSource = (
  { kind, keyColumn }: Pick<RecordKind, 'kind' | 'keyColumn'>,
  sponsorKey: number,
  { caseKey, tickedCaseKey }: { caseKey?: number | undefined; tickedCaseKey?: number | undefined } = {},
): SelectionSource =>
  source(listRecordOptions, keyColumn, sponsorKey, { caseKey }, { sponsorKey, kind }, (fields) => ({
    ...(tickedCaseKey !== undefined && {
      caseKey: isTicked(fields[RECORD_TICKS.ofCase]) ? tickedCaseKey : NO_CASE,
    }),
    ...(isTicked(fields[RECORD_TICKS.all]) && { deleteFilter: 'Y' }),
  }));
