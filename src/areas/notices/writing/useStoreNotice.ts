/** What is stored of an open notice: the notice with its files, and the end of a stored file. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { filesChanged } from '../../../../shared/case/fileList.ts';
import { deleteFile, saveNotice, type BodyOf } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { usePathTo, useRouteContext } from '../../../app-context/routeContext.ts';
import { leaveWithoutAsking } from '../../../app-context/unsavedChanges.ts';
import { refusedItemsOf } from '../../../catalogue/refusedItems.ts';
import { showSuccess, type FormFile } from '../../../components/index.ts';
import { writtenNoticeQuery, type WrittenNotice } from './written.queries.ts';

type Body = BodyOf<typeof saveNotice>;

interface StoreNoticeInput {
  notice: WrittenNotice;
  pathOf: (noticeKey: number) => string;
  /** the fields and the text as they are now */
  read: () => Pick<Body, 'values' | 'content'>;
  /** no reason is asked for any more: it is stored, or a field is refused */
  onAnswered: () => void;
}

const filesOf = ({ fileList }: WrittenNotice): FormFile[] =>
  fileList.map(({ fileKey, fileName, delFlag }) => ({ fileId: fileKey, fileName, delFlag, appended: false }));

export function useStoreNotice({ notice, pathOf, read, onAnswered }: StoreNoticeInput) {
  const { t } = useTranslation('noticeWriting');
  const { sponsorKey } = useRouteContext();
  const to = usePathTo();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { noticeKey } = notice;
  const [files, setFiles] = useState<readonly FormFile[]>(() => filesOf(notice));
  const [storedFiles, setStoredFiles] = useState(files);
  const [changedAt, setChangedAt] = useState(notice.changedAt);

  const store = useMutation({
    mutationFn: ({ reason, delFlag }: Pick<Body, 'reason' | 'delFlag'>) =>
      call(saveNotice, {
        params: { sponsorKey, noticeKey },
        body: {
          ...read(),
          reason,
          changedAt,
          delFlag,
          fileList: files.flatMap(({ fileId, delFlag: flag, appended }) =>
            appended ? [] : [{ fileKey: fileId, delFlag: flag }],
          ),
        },
        files: files.flatMap(({ raw }) => raw ?? []),
      }),
    onSuccess: async ({ noticeKey: key }) => {
      leaveWithoutAsking();
      showSuccess(t('stored'));
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['list', 'AD-MU-NT'] }),
        queries.invalidateQueries({ queryKey: ['notices'] }),
      ]);
      if (noticeKey === 0) void navigate(to(pathOf(key)), { replace: true });
      else await queries.refetchQueries({ queryKey: writtenNoticeQuery(sponsorKey, key).queryKey });
      // not before the form is filled from what was stored: what would be typed in between would be lost
      onAnswered();
    },
    onError: (error) => {
      if (refusedItemsOf(error).length > 0) onAnswered();
    },
  });
  const removeFile = useMutation({
    mutationFn: ({ reason, file }: { reason: string; file: FormFile }) =>
      call(deleteFile, { params: { sponsorKey, fileKey: file.fileId }, query: { reason, noticeKey } }),
    onSuccess: ({ changedAt: at }, { file }) => {
      onAnswered();
      setChangedAt(at);
      const mark = (list: readonly FormFile[]) =>
        list.map((one) => (one.fileId === file.fileId ? { ...one, delFlag: 'Y' as const } : one));
      setStoredFiles(mark);
      setFiles(mark);
      showSuccess(t('fileDeleted'));
    },
  });
  return { store, removeFile, files, setFiles, areFilesChanged: filesChanged(files, storedFiles) };
}
