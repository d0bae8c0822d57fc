/** What a case says and no message can: a further version by a message keeps it. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseContent, type CaseRow, type CaseValue } from '../../shared/case/caseContent.ts';
import { addressKey, rowPathOf } from '../../shared/case/itemAddress.ts';
import { ROLES_OF_ONE_VERSION } from '../../shared/case/rolesOfOneVersion.ts';
import { haveSameName, rowNames } from './rowNames.ts';

/** The items that messages of one form have a place for. */
export type ItemsOfMessages = Pick<ReadonlySet<string>, 'has'>;

type Address = Pick<CaseRow, 'rowNo' | 'rowNo2' | 'rowNo3'>;

/**
 * The content of a message, with what the case has in items that have no place in messages of its form, in rows that are
 * about the same thing as before, and with the other wording (`notation`) of texts that are as they were.
 */
export function withBeyondMessages(
  catalogue: Pick<Catalogue, 'items' | 'groups' | 'roles'>,
  ofMessages: ItemsOfMessages,
  before: CaseContent,
  after: CaseContent,
): CaseContent {
  const { items, groups, roles } = catalogue;
  const ofOneVersion = new Set(ROLES_OF_ONE_VERSION.map((role) => roles[role]));
  const isBeyond = ({ itemId, computed, calculated }: CatalogueItem): boolean =>
    !ofMessages.has(itemId) && computed === null && calculated === undefined && !ofOneVersion.has(itemId);
  const inMessages = new Set(
    Object.values(items).flatMap(({ itemId, groups: around }) => (ofMessages.has(itemId) ? around : [])),
  );
  const stays = rowsThatStay(catalogue, inMessages, before, after);
  const itemStays = (value: CaseValue): boolean => {
    const item = items[value.itemId];
    return item !== undefined && isBeyond(item) && stays(item.groups, value);
  };
  const wordings = new Map(before.values.map((value) => [addressKey(value), value]));
  return {
    rows: [
      ...after.rows,
      ...before.rows.filter(
        (row) => !inMessages.has(row.group) && stays(groups[row.group]?.groups ?? [], row),
      ),
    ],
    values: [
      ...after.values.map((value) => {
        const old = wordings.get(addressKey(value));
        return value.notation === null && value.value !== null && old?.value === value.value
          ? { ...value, notation: old.notation }
          : value;
      }),
      ...before.values.filter(itemStays),
    ],
  };
}

/** Whether every row around an address that messages have is a row of both contents, by the same name. */
function rowsThatStay(
  { items, groups }: Pick<Catalogue, 'items' | 'groups'>,
  inMessages: ReadonlySet<string>,
  before: CaseContent,
  after: CaseContent,
): (around: readonly string[], address: Address) => boolean {
  const [namesBefore, namesAfter] = [rowNames({ items, groups }, before), rowNames({ items, groups }, after)];
  const living = new Set(after.rows.filter(({ deleted }) => !deleted).map(rowKey));
  const isSame = (group: string, path: readonly number[]): boolean => {
    const [rowNo = 0, rowNo2 = 0, rowNo3 = 0] = path;
    return (
      living.has(rowKey({ group, rowNo, rowNo2, rowNo3 })) &&
      haveSameName(namesBefore(group, path), namesAfter(group, path))
    );
  };
  return (around, address) => {
    const path = rowPathOf(address, around.length);
    return around.every((group, depth) => {
      const borrowed = groups[group]?.rowsOf;
      if (borrowed) return isSame(borrowed, path.slice(depth, depth + 1));
      return !inMessages.has(group) || isSame(group, path.slice(0, depth + 1));
    });
  };
}
