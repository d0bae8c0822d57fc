/** Storing a notice with its files, in one transaction with its audit trail and the job of its alarm. */
import { formNamed } from '../../../schemas/compile/forms.ts';
import {
  MAX_NOTICE_FILES,
  type BodyOf,
  type DataOf,
  type saveNotice,
} from '../../../shared/contract/index.ts';
import { formFindings } from '../../../shared/forms/formValues.ts';
import { cleanRichText, plainTextOf } from '../../../shared/text/cleanRichText.ts';
import { MAX_TEXT } from '../../../shared/text/richText.ts';
import { caseEntry, type NewEntry } from '../../audit/auditEntry.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { changeTime } from '../../cases/record/case.store.ts';
import type { FilesWorld } from '../../files/fileStore.ts';
import type { StoredFile } from '../../files/storedFile.store.ts';
import type { Language } from '../../http/language.ts';
import { isInAdministration } from '../../http/requireAccess.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Upload } from '../../http/upload.ts';
import { enqueueAlarm } from '../../notices/noticeAlarm.ts';
import { insertNotice } from '../../notices/insertNotice.store.ts';
import { throwRefused } from '../../page-save/throwRefused.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { noModifiedData, notFound, noticeChanged, noticeRefused } from '../../problems.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { changedParts, recordChange, type NoticeAuthor } from './noticeAudit.ts';
import { valuesOf } from './readWritten.service.ts';
import {
  attachFiles,
  findFiles,
  findWritten,
  markFile,
  updateNotice,
  type NoticeColumns,
  type WrittenNotice,
} from './writtenNotices.store.ts';

type World = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld & FilesWorld;
type Body = BodyOf<typeof saveNotice>;
type Stored = DataOf<typeof saveNotice>;

/**
 * Stores the notice and attaches the files. Throws 404 NOT_FOUND, 409 NOTICE_CHANGED, 422 ITEM_REFUSED, NOTICE_REFUSED and
 * NO_MODIFIED_DATA.
 */
export async function storeNotice(
  deps: World,
  author: NoticeAuthor & { language: Language },
  noticeKey: number,
  body: Body,
  uploads: readonly Upload[],
): Promise<Stored> {
  const now = deps.clock.now();
  const columns = columnsOf(author.language, body, now);
  const files: StoredFile[] = [];
  for (const { path, fileName, mediaType, size } of uploads)
    files.push({ fileKey: await deps.files.putFile(path), fileName, mediaType, size });
  return inSponsor(deps.db, author.user.sponsorKey, async (trx) => {
    const { sponsorKey } = author.user;
    const before = noticeKey === 0 ? null : await findWritten(trx, sponsorKey, noticeKey);
    if (before === undefined) throw notFound();
    if ((before?.changed_at.toISOString() ?? null) !== body.changedAt) throw noticeChanged();
    refuseForAll(author.user, columns, before);
    const at = before ? changeTime(now, before.changed_at) : now;
    const key = before ? noticeKey : await addNotice(trx, author.user, columns, at);
    const entries = [
      ...(before ? [] : [caseEntry('add', columns.title)]),
      ...changedParts(
        before ? partsOf(before) : {},
        partsOf({ ...columns, changed_at: at, notice_key: key }),
      ),
      ...(await changeFiles(trx, { sponsorKey, noticeKey: key }, body.fileList, files)),
    ];
    if (entries.length === 0) throw noModifiedData();
    if (before) await updateNotice(trx, { sponsorKey, noticeKey }, columns, at);
    await recordChange(trx, deps, { ...author, noticeKey: key, at, reason: body.reason }, entries);
    if (columns.alarm_email === 'Y' && columns.del_flag === 'N')
      await enqueueAlarm(trx, {
        sponsorKey,
        noticeKey: key,
        effectDate: columns.effect_date,
        timeZone: author.user.timeZone,
        at,
      });
    return { noticeKey: key, changedAt: at.toISOString() };
  });
}

/** The form checked by its schema, and the text by its limits. */
function columnsOf(language: Language, { content, delFlag, ...body }: Body, now: Date): NoticeColumns {
  // spaces are no title
  const values = { ...body.values, title: body.values.title?.trim() || null };
  throwRefused(formFindings(formNamed('notice'), values, now), language);
  const text = plainTextOf(content);
  if (text.trim() === '') throw noticeRefused('empty');
  if (text.length > MAX_TEXT) throw noticeRefused('tooLong');
  const { effectDate, expireDate } = values;
  if (effectDate && expireDate && expireDate < effectDate) throw noticeRefused('dates');
  const flag = (value: string | null) => (value === 'Y' ? 'Y' : 'N');
  return {
    title: values.title ?? '',
    content,
    country: values.country ?? 'ALL',
    effect_date: effectDate ?? '',
    expire_date: expireDate,
    notice_all: flag(values.noticeAll),
    popup: flag(values.popup),
    alarm_email: flag(values.alarmEmail),
    del_flag: delFlag,
  };
}

/** Only system administrators write what is for all, in the sponsor of administration mode. */
function refuseForAll(user: SessionUser, columns: NoticeColumns, before: WrittenNotice | null): void {
  if (isInAdministration(user)) return;
  if (columns.notice_all === 'Y' || before?.notice_all === 'Y') throw noticeRefused('forAll');
}

const addNotice = (
  trx: Trx,
  { sponsorKey, userKey, userName }: SessionUser,
  columns: NoticeColumns,
  at: Date,
): Promise<number> =>
  insertNotice(trx, {
    ...columns,
    sponsor_key: sponsorKey,
    reg_time: at,
    reg_user_key: userKey,
    user_name: userName,
    files: [],
  });

/** What the audit trail compares: the values of the form, the text with its marks, and the deletion. */
const partsOf = (notice: WrittenNotice): Record<string, string | null> => ({
  ...valuesOf(notice),
  // rebuilt, since the database keeps the properties of JSON in an order of its own
  content: JSON.stringify(cleanRichText(notice.content)),
  delFlag: notice.del_flag,
});

/** Marks and attaches files; beyond the limit the oldest are deleted. Answers an entry for each that changed. */
async function changeFiles(
  trx: Trx,
  notice: { sponsorKey: number; noticeKey: number },
  wanted: Body['fileList'],
  added: readonly StoredFile[],
): Promise<NewEntry[]> {
  const stored = await findFiles(trx, notice.sponsorKey, notice.noticeKey);
  const flags = new Map(wanted.map(({ fileKey, delFlag }) => [fileKey, delFlag]));
  const after = stored.map((file) => ({ ...file, delFlag: flags.get(file.fileKey) ?? file.delFlag }));
  const addedKeys = new Set(added.map(({ fileKey }) => fileKey));
  const present = after.filter(({ fileKey, delFlag }) => delFlag === 'N' && !addedKeys.has(fileKey));
  const surplus = Math.max(0, present.length + addedKeys.size - MAX_NOTICE_FILES);
  const dropped = new Set(present.slice(0, surplus).map(({ fileKey }) => fileKey));
  // the same bytes under another name replace what was attached
  const replaced = stored.filter(
    ({ fileKey, fileName, delFlag }) =>
      delFlag === 'N' && added.some((file) => file.fileKey === fileKey && file.fileName !== fileName),
  );
  const entries = replaced.map(({ fileName }) => caseEntry('rowDelete', fileName, 'file'));
  for (const [index, { fileKey, fileName, delFlag }] of after.entries()) {
    const flag = dropped.has(fileKey) ? 'Y' : delFlag;
    if (flag === stored[index]?.delFlag || addedKeys.has(fileKey)) continue;
    await markFile(trx, notice, fileKey, flag);
    entries.push(caseEntry(flag === 'Y' ? 'rowDelete' : 'rowRestore', fileName, 'file'));
  }
  await attachFiles(trx, notice, added, (stored.at(-1)?.sort ?? -1) + 1);
  return [...entries, ...added.map(({ fileName }) => caseEntry('rowAdd', fileName, 'file'))];
}
