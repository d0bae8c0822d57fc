/** The working copy of the page, with the server as its world. */
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { SourceText } from '../../../../schemas/compile/sources.types.ts';
import { dropSchemaDraft, saveSchemaDraft } from '../../../../shared/contract/index.ts';
import { call, CallFailure } from '../../../api/index.ts';
import { showFailure } from '../../../feedback/showFailure.ts';
import { useUnsavedChanges } from '../../../app-context/unsavedChanges.ts';
import { useSession } from '../../../session/sessionStore.ts';
import { isChanged } from '../fileKinds.ts';
import { schemaFilesQuery } from '../studio.queries.ts';
import { createWorkingCopy, type StoredFile, type WorkingCopy, type WorkingFile } from './workingCopy.ts';

const isRefusal = (errCode: string) => (error: unknown) =>
  error instanceof CallFailure && error.errCode === errCode;

export interface Working {
  copy: WorkingCopy;
  files: ReadonlyMap<string, WorkingFile>;
  /** all texts as they are edited; the same object while no text changes */
  sources: SourceText[];
  /** all texts as they are published */
  inUse: SourceText[];
  /** names of the files that differ from what is published */
  changed: ReadonlySet<string>;
}

/** `others`: files that are only referred to. */
export function useWorkingCopy(stored: readonly StoredFile[], others: readonly SourceText[]): Working {
  const queries = useQueryClient();
  const { sponsorKey, userName } = useSession();
  const [copy] = useState(() =>
    createWorkingCopy(stored, {
      userName,
      read: async () => (await queries.fetchQuery({ ...schemaFilesQuery(sponsorKey), staleTime: 0 })).files,
      save: (body) => call(saveSchemaDraft, { body }),
      drop: (file) => call(dropSchemaDraft, { query: { file } }),
      isOvertaken: isRefusal('DRAFT_CHANGED'),
      isOutdated: isRefusal('DRAFT_OUTDATED'),
      failed: (error) => showFailure(error, 'SUBMIT_FAIL'),
    }),
  );
  const files = useSyncExternalStore(copy.subscribe, copy.files);
  useEffect(() => copy.take(stored), [copy, stored]);
  // store the pending draft at once when the user leaves the studio
  useEffect(() => () => void copy.flush(), [copy]);
  const dirty = useSyncExternalStore(copy.subscribe, copy.isDirty);
  useUnsavedChanges(dirty, copy.abandon);

  const texts = useMemo(() => [...files.values()].map(textsOnly), [files]);
  const steady = useSteady(texts);
  const status = useMemo(() => {
    return {
      sources: [...sourcesOf(steady), ...others],
      inUse: [...sourcesOf(steady.map((one) => ({ ...one, text: one.active }))), ...others],
      changed: new Set(steady.filter(isChanged).map(({ file }) => file)),
    };
  }, [steady, others]);
  return { copy, files, ...status };
}

type Texts = Pick<WorkingFile, 'file' | 'text' | 'active'>;
const textsOnly = ({ file, text, active }: WorkingFile): Texts => ({ file, text, active });

const sourcesOf = (texts: readonly Texts[]): SourceText[] =>
  texts.flatMap(({ file, text }) => (text === null ? [] : [{ file, text }]));

/** The previous object while no text has changed: readers of texts need no update when a draft is stored. */
function useSteady(next: Texts[]): Texts[] {
  const [held, hold] = useState(next);
  if (held === next || isSame(held, next)) return held;
  hold(next);
  return next;
}

const isSame = (a: readonly Texts[], b: readonly Texts[]): boolean =>
  a.length === b.length &&
  a.every((one, at) => {
    const other = b[at];
    return one.file === other?.file && one.text === other.text && one.active === other.active;
  });
