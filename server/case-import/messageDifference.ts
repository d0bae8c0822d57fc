/** What a message says otherwise than the version of its case, or the message before it, that has the same time of creation. */
import { createHash } from 'node:crypto';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseContent, type CaseValue } from '../../shared/case/caseContent.ts';
import { addressKey, type ItemAddress } from '../../shared/case/itemAddress.ts';
import { isEmpty } from '../../shared/case/itemValue.ts';
import type { Comparison } from '../../shared/contract/caseHistory.ts';
import { withComputed } from '../../shared/derived/wholeCase.ts';
import { residueLines, type ResidueLine } from '../../shared/e2b/index.ts';
import { livingContent } from '../../shared/replay/contents.ts';
import { comparisonOf, contentDifferences } from '../case-differences/contentDifferences.ts';
import { maySee } from '../cases/record/caseAccess.ts';
import { readCaseContent, readResidue } from '../cases/record/readCase.store.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { SessionUser } from '../http/session.ts';
import { isOfEnvelope } from '../messages/envelope.ts';
import type { Trx } from '../storage/database.ts';
import { asVersion } from './asVersion.ts';
import type { MessageContent } from './followUpRows.ts';
import { underNumberOf } from './otherNumbers.ts';
import type { ReceivedMessage } from './receivedMessage.ts';

type Message = Pick<ReceivedMessage, 'content' | 'residue' | 'residueLines' | 'sheet' | 'printed' | 'form'>;

/** A hash of what a message says of its case: the same of each copy, in whatever batch it comes. */
export function fingerprintOf(
  { items }: Pick<Catalogue, 'items'>,
  { content, residueLines, sheet }: Pick<ReceivedMessage, 'content' | 'residueLines' | 'sheet'>,
): string {
  const lines = [
    ...content.values
      .filter((value) => !isOfEnvelope(items[value.itemId]) && !isEmpty(value))
      .map((value) => JSON.stringify([addressKey(value), bare(value)])),
    ...content.rows.map((row) => JSON.stringify([rowKey(row)])),
    ...residueLines.map((line) => JSON.stringify(['', textOf(line)])),
    ...(sheet?.cleared ?? []).map((clearing) =>
      JSON.stringify([addressKey(clearing), null, ...(clearing.isNotation ? ['notation'] : [])]),
    ),
  ];
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex');
}

/** Where the message says something of items that the user does not see. */
export const unseenIn = (
  deps: CatalogueWorld,
  user: SessionUser,
  { content, sheet }: Message,
): readonly ItemAddress[] =>
  [...content.values.filter((value) => !isEmpty(value)), ...(sheet?.cleared ?? [])].filter(
    ({ itemId }) => !maySee(deps, user, itemId),
  );

/**
 * `differenceFrom` of the stored version. With items that the user does not see the version is not compared: each of them
 * is otherwise, whatever it says, since a message can be made to guess them.
 */
export async function differenceFromVersion(
  trx: Trx,
  deps: CatalogueWorld,
  user: SessionUser,
  caseKey: number,
  message: Message,
): Promise<Comparison | null> {
  const unseen = unseenIn(deps, user, message);
  if (unseen.length > 0) return unseenDifference(deps, user, unseen, message);
  const content = await readCaseContent(trx, user.sponsorKey, caseKey);
  const residue = await readResidue(trx, user.sponsorKey, caseKey);
  return differenceFrom(deps, user, { content, residue }, message);
}

function unseenDifference(
  deps: CatalogueWorld,
  user: SessionUser,
  unseen: readonly ItemAddress[],
  { content }: Message,
): Comparison {
  const differences = unseen.map(({ itemId, rowNo, rowNo2, rowNo3 }) => {
    const page = deps.catalogue.whole.items[itemId]?.page ?? '';
    const values = { before: null, after: null, hidden: true };
    return { page, itemId, rowNo, rowNo2, rowNo3, kind: 'changed' as const, ...values };
  });
  return comparisonOf(deps, { ...user, unblind: false }, differences, [content]);
}

/** `differenceFrom` of a message that no version was made of yet. */
export const differenceFromMessage = (
  deps: CatalogueWorld,
  user: SessionUser,
  { content, residue }: MessageContent,
  message: Message,
): Comparison | null =>
  differenceFrom(deps, user, { content: withComputed(deps.catalogue.whole, content), residue }, message);

/**
 * What a version would say otherwise if it had been made of the message; null: nothing. Elements that no item takes have
 * no differences of their own: then the list may be empty.
 */
function differenceFrom(
  deps: CatalogueWorld,
  user: SessionUser,
  version: MessageContent,
  message: Message,
): Comparison | null {
  const { whole } = deps.catalogue;
  const { content: received } = asVersion(deps.catalogue, version, message);
  const given = withComputed(
    whole,
    underNumberOf(whole, version.content, received, () => ''),
  );
  // a spreadsheet has items that no message has
  const isCompared = (value: CaseValue): boolean => {
    const item = whole.items[value.itemId];
    return !isOfEnvelope(item) && (message.sheet !== undefined || (item?.e2b.length ?? 0) > 0);
  };
  const compared = (content: CaseContent): CaseContent => {
    const { values, rows } = livingContent(whole, content);
    return {
      values: values.filter(isCompared).map((value) => ({ ...value, ...bare(value) })),
      // a row that only its position tells apart is no difference
      rows: rows.map((row) => ({ ...row, rowId: '', sort: row.rowNo3 || row.rowNo2 || row.rowNo })),
    };
  };
  const [before, after] = [compared(version.content), compared(given)];
  const differences = contentDifferences(deps, user, before, after);
  const known = new Set(residueLines(version.residue).map(textOf));
  if (differences.length === 0 && message.residueLines.every((line) => known.has(textOf(line)))) return null;
  // the names of rows are shown later, perhaps to a user who may not learn what is blinded
  return comparisonOf(deps, { ...user, unblind: false }, differences, [after, before]);
}

/** The items that differ. */
export const itemsOf = ({ listInfo }: Comparison, { items }: Pick<Catalogue, 'items'>): string[] => [
  ...new Set(listInfo.flatMap(({ itemId }) => (items[itemId] ? itemId : []))),
];

/** A value without what only tells where it came from, or how its letters are composed. */
function bare({ value, nullFlavor, notation, properties }: CaseValue) {
  const { fileKey, fileName, codeSystem } = properties ?? {};
  const telling = {
    ...(fileKey !== undefined && { fileKey }),
    ...(fileName !== undefined && { fileName: composed(fileName) }),
    ...(codeSystem !== undefined && { codeSystem }),
  };
  return {
    value: value === null ? null : composed(value),
    nullFlavor,
    notation: notation === null ? null : composed(notation),
    properties: Object.keys(telling).length > 0 ? telling : null,
  };
}

const textOf = ({ path, text }: ResidueLine): string => composed(`${path} ${text}`);

/** Programs of Apple write Hangul, kana and accents as several characters that mean the same letter. */
const composed = (text: string): string => text.normalize('NFC');
