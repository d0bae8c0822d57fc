/** Rows of selection dialogs whose masters the server has. */
import type { RecordKind } from '../../schemas/compile/catalogue.types.ts';
import {
  listProductOptions,
  listRecordOptions,
  listRoleOptions,
  listSenderOptions,
  listStudyOptions,
} from '../../shared/contract/index.ts';
import { call } from '../api/index.ts';
import type { ListRow } from './listDialog.types.ts';
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

/** `rowCount` instead of the dialog's own, where it has no pages. */
function source(
  definition: OptionCall,
  key: string,
  sponsorKey: number,
  query: { caseKey?: number | undefined; rowCount?: number } = {},
  params: { sponsorKey: number; kind: string } = { sponsorKey, kind: '' },
): SelectionSource {
  const rowOf = (option: Option): ListRow => {
    const cells = Object.fromEntries(Object.entries(option).map(([name, value]) => [name, String(value)]));
    return { key: String(option[key]), cells };
  };
  return {
    id: JSON.stringify({ path: definition.path, ...params, ...query }),
    search: async ({ keyword, pageNo, rowCount }, signal) => {
      const { listInfo, pageInfo } = await call(definition, {
        params,
        query: { keyword, pageNo, rowCount, ...query },
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

/** `caseKey` narrows to what the case names. */
export const senderSource = (sponsorKey: number, caseKey?: number): SelectionSource =>
  source(listSenderOptions, 'SENDER_KEY', sponsorKey, { caseKey });
export const studySource = (sponsorKey: number, caseKey?: number): SelectionSource =>
  source(listStudyOptions, 'STD_KEY', sponsorKey, { caseKey });
export const productSource = (sponsorKey: number, caseKey?: number): SelectionSource =>
  source(listProductOptions, 'PRD_KEY', sponsorKey, { caseKey });
/** All on one page; specification 2-dialogs section 9. */
export const roleSource = (sponsorKey: number): SelectionSource =>
  source(listRoleOptions, 'ROLE_ID', sponsorKey, { rowCount: AT_ONCE });
/** Records of a kind; `caseKey` narrows to those that the case names. */
export const recordSource = (
  { kind, keyColumn }: Pick<RecordKind, 'kind' | 'keyColumn'>,
  sponsorKey: number,
  caseKey?: number,
): SelectionSource => source(listRecordOptions, keyColumn, sponsorKey, { caseKey }, { sponsorKey, kind });
