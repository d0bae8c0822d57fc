import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, type CSSProperties } from 'react';
import { useLocalStorage } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { SourceFinding } from '../../../schemas/compile/sources.types.ts';
import type { DataOf, readSchemaFiles } from '../../../shared/contract/index.ts';
import type { RuleExample } from '../../../shared/expressions/rules.types.ts';
import { ConfirmDialog, useDialog } from '../../components/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { mayUse, useSession } from '../../session/sessionStore.ts';
import { useAnalysis } from './analysis/useAnalysis.ts';
import { useRuleWarnings } from './analysis/useRuleWarnings.ts';
import { MergeDialog } from './dialogs/MergeDialog.tsx';
import { NewAppendixDialog } from './dialogs/NewAppendixDialog.tsx';
import { PublishDialog, usePublishing } from './dialogs/PublishDialog.tsx';
import { itemAround, offsetOfItem } from './editor/places.ts';
import { SourceEditor, type EditorHandle } from './editor/SourceEditor.tsx';
import {
  appendixFile,
  appendixTemplate,
  changesOf,
  fileOfItem,
  isChanged,
  mayHaveRules,
  mayTakeOut,
  tickedAtFirst,
} from './fileKinds.ts';
import { EditorBar } from './editor/EditorBar.tsx';
import { FileNotes } from './FileNotes.tsx';
import { FileTree } from './FileTree.tsx';
import { FindingsList } from './FindingsList.tsx';
import { useImpact } from './panels/useImpact.ts';
import { usePreview } from './preview/usePreview.ts';
import { SidePane, useTab } from './SidePane.tsx';
import { Splitter } from './Splitter.tsx';
import { StudioHeader } from './StudioHeader.tsx';
import { useShowEdited } from './useShowEdited.ts';
import { useStudioAddress } from './useStudioAddress.ts';
import { useWorkingCopy } from './working/useWorkingCopy.ts';
import styles from './StudioPage.module.css';

/** Where to go in a file once it is open. */
type Jump = { file: string } & ({ line: number; column: number } | { item: string });

/** How long the cursor must rest before the side pane follows it. */
const FOLLOW_MS = 200;

export function Studio({ read }: { read: DataOf<typeof readSchemaFiles> }) {
  const { t } = useTranslation('studio');
  const { language } = useRouteContext();
  const session = useSession();
  const { userName } = session;
  const mayEdit = mayUse(session, ['EDIT.ADMIN']);
  const working = useWorkingCopy(read.files, read.others);
  const { copy, files, sources, inUse, changed } = working;
  const analysis = useAnalysis(sources, changed, inUse);
  const { compiled } = analysis;
  const address = useStudioAddress(files, compiled?.catalogue ?? null);
  const file = files.get(address.file);
  const warnings = useRuleWarnings(file, analysis);
  const findings = useMemo(() => [...analysis.findings, ...warnings], [analysis.findings, warnings]);
  const preview = usePreview(compiled);
  useShowEdited(address.file, address.item, compiled?.catalogue ?? null, preview);
  const impact = useImpact();
  const changedFiles = useMemo(() => [...files.values()].filter(isChanged), [files]);
  // what publishing proposes
  const changes = changesOf(changedFiles, tickedAtFirst(changedFiles, userName));
  const publishing = usePublishing(copy);
  const discarding = useDialog<string>({ carryOut: (file) => copy.discard(file) });
  const [merging, setMerging] = useState<string | null>(null);
  const [isNaming, setNaming] = useState(false);
  const [share, setShare] = useLocalStorage({ key: 'casewright.studioShare', defaultValue: 45 });
  const { editor, jump, open } = useJumps(address, compiled !== null);
  const onCursor = useCursorItem(address.go);
  const [tab, setTab] = useTab(address.file);
  const onExample = (example: RuleExample): void => {
    preview.showExample(example);
    setTab('form');
  };

  const goToItem = useCallback(
    (itemId: string) => {
      const item = compiled?.catalogue.items[itemId];
      if (item) open({ file: fileOfItem(item), item: itemId });
    },
    [compiled, open],
  );
  const goToRule = useCallback(
    (ruleId: string) => {
      const found = compiled?.sources.find(
        ({ file: name, text }) => mayHaveRules(name) && text.includes(JSON.stringify(ruleId)),
      );
      if (found) open({ file: found.file, item: ruleId });
    },
    [compiled, open],
  );
  const goTo = useEffectEvent((target: Jump) => {
    const text = files.get(target.file)?.text;
    if (text === undefined) return;
    if ('line' in target) editor.current?.goTo(target.line, target.column);
    else editor.current?.goToOffset(offsetOfItem(text ?? '', target.item) ?? 0);
  });
  // once for each jump, when its file is open
  useEffect(() => {
    if (jump && jump.file === address.file) goTo(jump);
  }, [jump, address.file]);

  const onFinding = ({ file: where, line, column }: SourceFinding) => open({ file: where, line, column });
  const here = useMemo(
    () => findings.filter((finding) => finding.file === address.file),
    [findings, address.file],
  );
  return (
    <div className={styles.studio}>
      <StudioHeader
        versionNo={read.versionNo}
        working={working}
        analysis={analysis}
        mayEdit={mayEdit}
        onItem={goToItem}
        onPublish={() => publishing.show({ files: changedFiles, basedOn: read.versionNo, inUse })}
      />
      <div className={styles.panes} style={{ '--share': `${share}%` } as CSSProperties}>
        <FileTree
          files={files}
          findings={findings}
          selected={address.file}
          onSelect={(next) => address.go({ file: next, item: null })}
          onNew={mayEdit ? () => setNaming(true) : undefined}
          onDiscard={mayEdit ? discarding.show : undefined}
        />
        <section className={styles.middle} aria-label={t('editor.label')}>
          <FileNotes
            file={file}
            copy={copy}
            mayEdit={mayEdit}
            onMerge={() => setMerging(address.file)}
            problems={read.problems}
          />
          {file && (
            <EditorBar
              file={file}
              readOnly={!mayEdit}
              onFormat={(text) => copy.write(file.file, text)}
              onFind={() => editor.current?.search()}
              onTakeOut={mayEdit && mayTakeOut(file) ? () => copy.write(file.file, null) : undefined}
            />
          )}
          {file && (
            <SourceEditor
              ref={editor}
              file={file.file}
              text={file.text ?? ''}
              readOnly={!mayEdit}
              label={t('editor.of', { file: file.file })}
              findings={here}
              completion={{ names: compiled, language }}
              onChange={(text) => copy.write(file.file, text)}
              onCursor={onCursor}
            />
          )}
          <FindingsList
            findings={findings}
            file={address.file}
            pending={analysis.pending}
            checked={analysis.isChecked}
            onGoTo={onFinding}
          />
        </section>
        <Splitter label={t('split')} share={share} onShare={setShare} />
        <SidePane
          tab={tab}
          onTab={setTab}
          onExample={onExample}
          analysis={analysis}
          preview={preview}
          file={address.file}
          itemId={address.item}
          onItem={goToItem}
          onRule={goToRule}
          impact={impact}
          changes={changes}
          versionNo={read.versionNo}
          mayEdit={mayEdit}
        />
      </div>
      <NewAppendixDialog
        opened={isNaming}
        files={files}
        onClose={() => setNaming(false)}
        onCreate={(made) => {
          setNaming(false);
          const name = appendixFile(made.appendix);
          copy.write(name, appendixTemplate(made));
          address.go({ file: name, item: null });
          preview.show({ appendix: made.appendix });
        }}
      />
      <PublishDialog
        dialog={publishing}
        impact={impact}
        onGoTo={onFinding}
        onExample={onExample}
        onMerge={setMerging}
      />
      <MergeDialog
        file={files.get(merging ?? '')}
        onMerge={(text) => {
          setMerging(null);
          if (merging !== null) void copy.merge(merging, text);
        }}
        onClose={() => setMerging(null)}
      />
      <ConfirmDialog
        opened={discarding.subject !== null}
        title={t('discard.title')}
        message={t('discard.message', { file: discarding.subject ?? '' })}
        confirmLabel={t('discard.confirm')}
        danger
        onConfirm={() => discarding.confirm()}
        onCancel={discarding.hide}
      />
    </div>
  );
}

/** The editor, and the place it is to go to. */
function useJumps({ go, item, file }: ReturnType<typeof useStudioAddress>, isCompiled: boolean) {
  const editor = useRef<EditorHandle>(null);
  const [jump, setJump] = useState<Jump | null>(null);
  const open = useCallback(
    (next: Jump) => {
      go({ file: next.file, item: 'item' in next ? next.item : null });
      setJump(next);
    },
    [go],
  );
  const openItem = useEffectEvent(() => {
    if (item !== null) open({ file, item });
  });
  // once: the first catalogue tells where the item is that the address names
  useEffect(() => {
    if (isCompiled) openItem();
  }, [isCompiled]);
  return { editor, jump, open };
}

/** Puts the item at the cursor into the address once the cursor rests. */
function useCursorItem(go: ReturnType<typeof useStudioAddress>['go']) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (offset: number, text: string) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => go({ item: itemAround(text, offset) }), FOLLOW_MS);
    },
    [go],
  );
}
