/** A message of a frozen batch as its receiver gets it: XML, items, and what differs from the message sent before. */
import { randomUUID } from 'node:crypto';
import { addressKey } from '../../../shared/case/itemAddress.ts';
import type { CaseContent, CaseValue } from '../../../shared/case/caseContent.ts';
import { EMPTY_VALUE, type ItemValue } from '../../../shared/case/itemValue.ts';
import type { DataOf, readFrozenMessage } from '../../../shared/contract/index.ts';
import { readIcsrs } from '../../../shared/e2b/index.ts';
import { sameValue } from '../../../shared/replay/replay.ts';
import { maySee } from '../../cases/record/caseAccess.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { nodeBytes } from '../../files/byteTools.ts';
import type { FilesWorld } from '../../files/fileStore.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { fileNotFound, noPrivilege } from '../../problems.ts';
import { readInSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { findBatch, findMessages, type Batch, type Message } from '../../submissions/batch.store.ts';
import { findEarlier, receiverRefOf } from '../../submissions/earlier.store.ts';
import { cutMessage, type CutMessage } from '../../submissions/frozenMessage.ts';
import { seesAllOf } from '../../cases/record/quotedText.store.ts';
import { visibleBatch } from './submissionAccess.ts';

/** Characters; of a longer message neither items nor differences are shown. */
const MAX_SHOWN = 2_000_000;

type FrozenWorld = CatalogueWorld & DatabaseWorld & FilesWorld;
type Shown = DataOf<typeof readFrozenMessage>;

interface Reader {
  user: SessionUser;
  language: Language;
}

/** A message in its batch. */
interface Place {
  batch: Batch;
  index: number;
}

/** Throws 403 NO_PRIVILEGE for a file that may hold what the user may not see, 404 SUBMISSION_NOT_FOUND and FILE_NOT_FOUND. */
export async function frozenMessage(
  world: FrozenWorld,
  { user, language }: Reader,
  { batchKey, seq }: { batchKey: number; seq: number },
): Promise<Shown> {
  const { here, before } = await readInSponsor(world.db, user.sponsorKey, async (trx) => {
    const batch = await visibleBatch(trx, user, batchKey);
    const messages = await findMessages(trx, batch);
    const index = messages.findIndex((one) => one.seq === seq);
    const message = messages[index];
    if (!message) throw fileNotFound();
    return { here: { batch, index }, before: await placeBefore(trx, world, batch, message) };
  });
  const cut = await cutOf(world, user, here);
  const content = await contentOf(world, cut);
  const earlier = before && (await contentOf(world, await cutOf(world, user, before)));
  return {
    xml: cut.xml,
    isCut: cut.isCut,
    items: content ? itemsOf(world, { user, language }, content) : [],
    before: before
      ? { batchKey: before.batch.batch_key, sentAt: before.batch.sent_at?.toISOString() ?? null }
      : null,
    changes: content && earlier ? changesOf(world, { user, language }, earlier, content) : [],
  };
}

/** The message that the receiver got of the case before this one. */
async function placeBefore(
  trx: Trx,
  { catalogue }: CatalogueWorld,
  batch: Batch,
  message: Message,
): Promise<Place | null> {
  const { sponsor_key: sponsorKey, environment } = batch;
  const rootCaseKey = message.root_case_key;
  const ref = { sponsorKey, rootCaseKeys: [rootCaseKey], environment, ...receiverRefOf(catalogue, batch) };
  const earlier = (await findEarlier(trx, ref)).get(rootCaseKey) ?? [];
  const last = earlier.find(({ batchKey }) => batchKey < batch.batch_key);
  const found = last && (await findBatch(trx, sponsorKey, last.batchKey));
  if (!found) return null;
  const messages = await findMessages(trx, found);
  return { batch: found, index: messages.findIndex((one) => one.case_key === last.caseKey) };
}

async function cutOf(
  { files, catalogue: { e2b } }: FrozenWorld,
  user: SessionUser,
  { batch, index }: Place,
): Promise<CutMessage> {
  if (!seesAllOf(batch, user)) throw noPrivilege();
  const stream = batch.file_key === null ? null : await files.stream(batch.file_key);
  if (!stream) throw fileNotFound();
  stream.setEncoding('utf8');
  const names = { rootName: e2b.root.name, messageName: e2b.message.name };
  const cut = await cutMessage(stream as AsyncIterable<string>, names, index, MAX_SHOWN);
  stream.destroy();
  if (!cut) throw fileNotFound();
  return cut;
}

/** Null: the message is too long. */
async function contentOf(
  { catalogue }: CatalogueWorld,
  { xml, isCut }: CutMessage,
): Promise<CaseContent | null> {
  if (isCut) return null;
  const ports = { bytes: nodeBytes, files: { put: () => '0'.repeat(64) }, newUuid: randomUUID };
  for await (const { content } of readIcsrs(xml, catalogue.e2b, ports)) return content;
  return null;
}

const rowOf = ({ rowNo, rowNo2, rowNo3 }: Pick<CaseValue, 'rowNo' | 'rowNo2' | 'rowNo3'>): string =>
  [rowNo, rowNo2, rowNo3].filter((no) => no > 0).join('.');

/** The value as it is read: a code with its label, a null flavour in brackets. */
function textOf({ catalogue }: CatalogueWorld, language: Language, itemId: string, value: ItemValue): string {
  const list = catalogue.codeLists[catalogue.whole.items[itemId]?.codeList ?? ''];
  const label = list?.codes.find(({ code }) => code === value.value)?.label[language];
  const text = value.value ?? (value.nullFlavor === null ? '' : `[${value.nullFlavor}]`);
  return label ? `${text} ${label}` : text;
}

/** Values that the user may see, in the order of the pages. */
function shownValues(world: CatalogueWorld, user: SessionUser, { values }: CaseContent): CaseValue[] {
  const { items, pageOrder } = world.catalogue.whole;
  const place = ({ itemId }: CaseValue) => pageOrder.indexOf(items[itemId]?.page ?? '');
  return values
    .filter(({ itemId }) => Object.hasOwn(items, itemId) && maySee(world, user, itemId))
    .toSorted(
      (a, b) =>
        place(a) - place(b) ||
        a.rowNo - b.rowNo ||
        a.rowNo2 - b.rowNo2 ||
        a.rowNo3 - b.rowNo3 ||
        (items[a.itemId]?.sort ?? 0) - (items[b.itemId]?.sort ?? 0),
    );
}

const named = (world: CatalogueWorld, language: Language, value: CaseValue) => ({
  itemId: value.itemId,
  label: world.catalogue.whole.items[value.itemId]?.label[language] ?? value.itemId,
  row: rowOf(value),
});

const itemsOf = (world: CatalogueWorld, { user, language }: Reader, content: CaseContent): Shown['items'] =>
  shownValues(world, user, content).map((value) => ({
    ...named(world, language, value),
    value: textOf(world, language, value.itemId, value),
  }));

/** Values at one place, before and after; rows are numbered by their position in the message. */
function changesOf(
  world: CatalogueWorld,
  { user, language }: Reader,
  before: CaseContent,
  after: CaseContent,
): Shown['changes'] {
  const was = new Map(before.values.map((value) => [addressKey(value), value]));
  const is = new Set(after.values.map(addressKey));
  const both: CaseContent = {
    values: [...after.values, ...before.values.filter((value) => !is.has(addressKey(value)))],
    rows: [],
  };
  return shownValues(world, user, both).flatMap((value) => {
    const old = was.get(addressKey(value)) ?? EMPTY_VALUE;
    const now = is.has(addressKey(value)) ? value : EMPTY_VALUE;
    if (sameValue(old, now)) return [];
    const text = (one: ItemValue) => textOf(world, language, value.itemId, one);
    return [{ ...named(world, language, value), before: text(old), after: text(now) }];
  });
}
