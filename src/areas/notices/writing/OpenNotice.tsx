/** The form of a notice: its fields, text and files, and what can be done with it. */
import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formNamed } from '../../../../schemas/compile/forms.ts';
import {
  MAX_NOTICE_FILE_MB,
  MAX_NOTICE_FILES,
  type BodyOf,
  type saveNotice,
} from '../../../../shared/contract/index.ts';
import { plainTextOf } from '../../../../shared/text/cleanRichText.ts';
import { withoutRoles } from '../../../../shared/forms/formValues.ts';
import { usePathTo, useRouteContext } from '../../../app-context/routeContext.ts';
import { useUnsavedChanges } from '../../../app-context/unsavedChanges.ts';
import { refusedItemsOf } from '../../../catalogue/refusedItems.ts';
import {
  FileListInput,
  GuardedButton,
  PageHeader,
  ReasonDialog,
  RichText,
  type FormFile,
} from '../../../components/index.ts';
import { RichTextEditor } from '../../../components/rich-text/RichTextEditor.tsx';
import { stopForRefusedEntry } from '../../../engine/index.ts';
import { attemptProps } from '../../../feedback/reasonProps.ts';
import { FormFields } from '../../../page-editor/form/FormFields.tsx';
import { useForm } from '../../../page-editor/form/useForm.ts';
import { useSaveKey } from '../../../page-editor/save/useSaveKey.ts';
import classes from '../notices.module.css';
import { NoticeLogs } from './NoticeLogs.tsx';
import { problemOf } from './refusal.ts';
import { useStoreNotice } from './useStoreNotice.ts';
import type { WrittenNotice } from './written.queries.ts';

/** Where notices are edited. */
export interface NoticePaths {
  /** below the prefix */
  listPath: string;
  /** where a notice is edited, below the prefix */
  pathOf: (noticeKey: number) => string;
}

interface OpenNoticeProps extends NoticePaths {
  notice: WrittenNotice;
  onDiscard: () => void;
}

type Values = BodyOf<typeof saveNotice>['values'];
/** What a reason is asked for. */
type Asking = { for: 'add' | 'save' | 'delete' | 'restore' } | { for: 'deleteFile'; file: FormFile };

const MB = 1024 * 1024;
/** of the items that only the system administration fills in */
const FOR_ALL = ['noticeAll'];

export function OpenNotice({ notice, listPath, pathOf, onDiscard }: OpenNoticeProps) {
  const { t } = useTranslation('noticeWriting');
  const { isAdmin } = useRouteContext();
  const to = usePathTo();
  const { noticeKey } = notice;
  const isDeleted = notice.delFlag === 'Y';
  const [form] = useState(() => {
    const whole = formNamed('notice');
    return isAdmin ? whole : withoutRoles(whole, FOR_ALL);
  });
  const fields = useForm(form, notice.values, isDeleted);
  const [content, setContent] = useState(notice.content);
  const [asking, ask] = useState<Asking | null>(null);
  const { store, removeFile, files, setFiles, areFilesChanged } = useStoreNotice({
    notice,
    pathOf,
    read: () => ({ values: fields.values() as Values, content }),
    onAnswered: () => ask(null),
  });
  const dirty = fields.dirty || areFilesChanged || JSON.stringify(content) !== JSON.stringify(notice.content);
  useUnsavedChanges(dirty, onDiscard);

  const why = !dirty ? t('unchanged') : plainTextOf(content).trim() === '' ? t('refused.empty') : null;
  const save = () => {
    if (why === null && !stopForRefusedEntry(fields.session)) ask({ for: noticeKey === 0 ? 'add' : 'save' });
  };
  useSaveKey(isDeleted ? null : save);
  const confirm = (reason: string) => {
    if (asking?.for === 'deleteFile') removeFile.mutate({ reason, file: asking.file });
    else store.mutate({ reason, delFlag: asking?.for === 'delete' ? 'Y' : 'N' });
  };
  const refused = refusedItemsOf(store.error);
  const work = asking?.for === 'deleteFile' ? removeFile : store;
  // what is refused of a field stays at the field
  const error = refused.length > 0 && work === store ? null : work.error;
  const reset = () => error && work.reset();
  return (
    <>
      <PageHeader
        title={notice.values.title ?? t('new')}
        actions={
          <Group gap={6}>
            <Button
              component={Link}
              to={to(listPath)}
              variant="default"
              leftSection={<IconArrowLeft size={15} aria-hidden />}
            >
              {t('toList')}
            </Button>
            {noticeKey !== 0 && <NoticeLogs noticeKey={noticeKey} />}
            {noticeKey !== 0 && (
              <Button variant="default" onClick={() => ask({ for: isDeleted ? 'restore' : 'delete' })}>
                {t(isDeleted ? 'restore' : 'delete')}…
              </Button>
            )}
            {!isDeleted && (
              <GuardedButton why={why} onClick={save}>
                {t('save')}
              </GuardedButton>
            )}
          </Group>
        }
      />
      {isDeleted && <Alert mb="md">{t('deleted')}</Alert>}
      {!notice.mailIsSetUp && <Alert mb="md">{t('noMail')}</Alert>}
      <Paper withBorder className={classes.sheet}>
        <Stack>
          <FormFields open={fields} readOnly={isDeleted} findings={refused} />
          {isDeleted ? (
            <DeletedContent notice={notice} />
          ) : (
            <>
              <RichTextEditor label={t('content')} initial={notice.content} onChange={setContent} />
              <FileListInput
                label={t('files')}
                hint={t('filesHint', { count: MAX_NOTICE_FILES, megabytes: MAX_NOTICE_FILE_MB })}
                value={files}
                limit={MAX_NOTICE_FILES}
                maxBytes={MAX_NOTICE_FILE_MB * MB}
                onRemoveStored={(file) => ask({ for: 'deleteFile', file })}
                onChange={setFiles}
              />
            </>
          )}
          {noticeKey !== 0 && (
            <Text size="sm" c="dimmed">
              {t('readers', { count: notice.readers })}
            </Text>
          )}
        </Stack>
      </Paper>
      <ReasonDialog
        {...attemptProps<never>({ ...work, error, reset }, () => ask(null))}
        key={asking?.for}
        opened={asking !== null}
        title={
          asking?.for === 'deleteFile'
            ? t('deleteFile', { name: asking.file.fileName })
            : t(`reasons.${asking?.for ?? 'save'}`)
        }
        problem={problemOf(error, t)}
        onConfirm={confirm}
      />
    </>
  );
}

/** What a deleted notice says, which can only be read until it is restored. */
function DeletedContent({ notice: { content, fileList } }: { notice: WrittenNotice }) {
  const { t } = useTranslation('noticeWriting');
  return (
    <>
      <RichText text={content} top={3} />
      {fileList.length > 0 && (
        <ul aria-label={t('files')}>
          {fileList.map(({ fileKey, fileName, delFlag }) => (
            <li key={fileKey}>{delFlag === 'Y' ? <del>{fileName}</del> : fileName}</li>
          ))}
        </ul>
      )}
    </>
  );
}
