import { useRef, useState, type DragEvent } from 'react';
import { useSetAtom } from 'jotai';
import type { Catalogue, CatalogueGroup, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { addressAt, rowPathOf, type RowPath } from '../../../shared/case/itemAddress.ts';
import { addFiles, type FileEntry } from '../../../shared/case/fileList.ts';
import type { CaseRow } from '../../../shared/case/caseContent.ts';
import light from '../fields/light.module.css';
import { useUpload, type StoredFile } from '../fields/useUpload.ts';
import { useEngine, type Engine } from '../page/context.ts';
import styles from './group.module.css';

/** The item of a group's rows that holds a file; null where they hold none. */
export const attachmentOf = (catalogue: Catalogue, { group }: CatalogueGroup): CatalogueItem | null =>
  Object.values(catalogue.items).find(
    (item) => item.control === 'attachment' && item.groups.at(-1) === group,
  ) ?? null;

interface GroupFilesProps {
  group: CatalogueGroup;
  item: CatalogueItem;
  parent: RowPath;
}

/** Takes several files at once, dropped or chosen: a row each. Removing and restoring are those of the rows. */
export function GroupFiles({ group, item, parent }: GroupFilesProps) {
  const engine = useEngine();
  const store = useUpload();
  const { form, language, t } = engine;
  const [busy, setBusy] = useState<string | null>(null);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const [over, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const announce = useSetAtom(form.announcement);

  const take = async (files: readonly File[]) => {
    if (busy !== null || files.length === 0) return;
    const messages: string[] = [];
    let count = 0;
    const parentNow = engine.session.followParent(group.group, parent);
    // all of them are on their way: a refused one does not end the session of a page that was left
    await engine.session.whilePending(async () => {
      for (const [at, file] of files.entries()) {
        setBusy(t('file.uploading', { place: at + 1, count: files.length, name: file.name }));
        await store({
          file,
          take: (stored) => {
            count += 1;
            const dropped = addFile(engine, { group, item, parent: parentNow(), stored });
            messages.push(...dropped.map((name) => t('file.dropped', { name, max: group.max })));
          },
          onFailure: (message) => messages.push(message),
        });
      }
    });
    setBusy(null);
    setRefusals(messages);
    announce([...(count > 0 ? [t('file.added', { count })] : []), ...messages].join(' '));
  };
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault();
    setOver(isOver);
  };

  return (
    <div
      className={styles.files}
      data-over={over || undefined}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        void take([...event.dataTransfer.files]);
      }}
    >
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-label={t('file.chooseSeveral')}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // choosing the same file again is another choice
          event.currentTarget.value = '';
          void take(files);
        }}
      />
      <button
        type="button"
        className={light.button}
        aria-label={`${t('file.chooseSeveral')}: ${group.label[language]}`}
        aria-disabled={busy !== null}
        onClick={() => chooser.current?.click()}
      >
        {t('file.chooseSeveral')}
      </button>
      <span>{busy ?? t('file.dropHere')}</span>
      {refusals.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  );
}

/** Puts a stored file into a row of its own, as one step to undo. Answers the names of files that made room. */
function addFile(
  { session }: Engine,
  { group, item, parent, stored }: GroupFilesProps & { stored: StoredFile },
): readonly string[] {
  const { fileKey, ...about } = stored;
  const depth = group.groups.length;
  const addressOf = (row: CaseRow) => addressAt(item.itemId, rowPathOf(row, depth));
  const entryOf = (row: CaseRow): FileEntry => ({
    fileId: row.rowId,
    fileName: session.get(addressOf(row)).properties?.fileName ?? '',
    delFlag: row.deleted ? 'Y' : 'N',
    appended: session.original(addressOf(row)).value === null,
  });
  const rows = session.store.get(session.rows(group.group, parent));
  let dropped: readonly FileEntry[] = [];
  session.transaction(() => {
    const row = session.addRow(group.group, parent);
    session.setValue(addressOf(row), fileKey, { fileKey, ...about });
    ({ dropped } = addFiles(rows.map(entryOf), [entryOf(row)], group.max));
    const gone = new Set(dropped.map(({ fileId }) => fileId));
    for (const one of rows) if (gone.has(one.rowId)) session.deleteRow(one);
  });
  return dropped.map(({ fileName }) => fileName);
}
