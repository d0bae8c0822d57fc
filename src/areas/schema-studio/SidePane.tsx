/** What becomes of the texts, in tabs. */
import { Alert, Tabs, VisuallyHidden } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleExample } from '../../../shared/expressions/rules.types.ts';
import { LoadingArea } from '../../components/index.ts';
import { ErrorArea } from '../../feedback/ErrorArea.tsx';
import type { Analysis } from './analysis/useAnalysis.ts';
import { kindOf, shortName } from './fileKinds.ts';
import { CompiledPanel } from './panels/CompiledPanel.tsx';
import { CoveragePanel } from './panels/CoveragePanel.tsx';
import { DataPanel } from './panels/DataPanel.tsx';
import { FacesPanel } from './panels/FacesPanel.tsx';
import { FormPanel } from './panels/FormPanel.tsx';
import { ImpactPanel } from './panels/ImpactPanel.tsx';
import { RulesPanel } from './panels/RulesPanel.tsx';
import { OverlayPanel } from './panels/OverlayPanel.tsx';
import { ReportPanel } from './panels/ReportPanel.tsx';
import type { ImpactRun } from './panels/useImpact.ts';
import { VersionsPanel } from './panels/VersionsPanel.tsx';
import type { Preview } from './preview/usePreview.ts';
import styles from './StudioPage.module.css';

const TABS = [
  'form',
  'report',
  'data',
  'compiled',
  'overlay',
  'coverage',
  'rules',
  'faces',
  'versions',
  'impact',
] as const;
export type Tab = (typeof TABS)[number];

export interface SidePaneProps {
  tab: Tab;
  onTab: (tab: Tab) => void;
  analysis: Analysis;
  preview: Preview;
  /** that is open in the editor */
  file: string;
  /** the item at the cursor */
  itemId: string | null;
  onItem: (itemId: string) => void;
  onRule: (ruleId: string) => void;
  /** fills the form with the case and shows it */
  onExample: (example: RuleExample) => void;
  impact: ImpactRun;
  changes: readonly { file: string; text: string | null }[];
  versionNo: number;
  mayEdit: boolean;
}

export function SidePane(props: SidePaneProps) {
  const { t } = useTranslation('studio');
  const { tab, onTab } = props;
  const { compiled, isBehind } = props.analysis;
  return (
    <aside className={styles.side} aria-label={t('side')}>
      <Tabs
        value={tab}
        onChange={(next) => onTab(next as Tab)}
        keepMounted={false}
        classNames={{ root: styles.tabs, panel: styles.panel }}
      >
        <Tabs.List>
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one} px="sm" py="xs">
              {t(`tabs.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {isBehind && compiled && tab !== 'versions' && (
          <Alert color="yellow" radius={0} p="xs" role="status">
            {t('behind')}
          </Alert>
        )}
        {TABS.map((one) => (
          <Tabs.Panel key={one} value={one}>
            <VisuallyHidden component="h2">{t(`tabs.${one}`)}</VisuallyHidden>
            <ErrorArea kind="panel" resetKey={compiled?.catalogue.version}>
              {/* what a panel waits for must not take the editor away */}
              <Suspense fallback={<LoadingArea />}>
                <Panel {...props} tab={one} />
              </Suspense>
            </ErrorArea>
          </Tabs.Panel>
        ))}
      </Tabs>
    </aside>
  );
}

/** A report is shown as one; other files leave the tab as it is. */
export function useTab(file: string): [Tab, (tab: Tab) => void] {
  const isReport = kindOf(file) === 'reports';
  const [shown, setShown] = useState<{ file: string; tab: Tab }>({ file, tab: isReport ? 'report' : 'form' });
  const tab = file !== shown.file && isReport ? 'report' : shown.tab;
  if (file !== shown.file) setShown({ file, tab });
  return [tab, (next) => setShown({ file, tab: next })];
}

function Panel({ tab, ...props }: SidePaneProps) {
  const { t } = useTranslation('studio');
  const { analysis, preview, file, itemId, onItem, onRule, onExample } = props;
  const { impact, changes, versionNo, mayEdit } = props;
  const { compiled } = analysis;
  const { appendix } = preview.context;
  if (tab === 'versions') return <VersionsPanel versionNo={versionNo} mayEdit={mayEdit} />;
  if (tab === 'impact') return <ImpactPanel run={impact} {...{ changes, mayEdit, onExample }} />;
  if (!compiled) return <LoadingArea label={t('form.compiling')} />;
  switch (tab) {
    case 'form':
      return <FormPanel preview={preview} compiled={compiled} itemId={itemId} onItem={onItem} />;
    case 'report':
      return (
        <ReportPanel
          edited={kindOf(file) === 'reports' ? shortName(file) : null}
          {...{ preview, compiled, itemId, onItem }}
        />
      );
    case 'data':
      return <DataPanel preview={preview} />;
    case 'compiled':
      return <CompiledPanel preview={preview} itemId={itemId} onItem={onItem} />;
    case 'overlay':
      return (
        <OverlayPanel
          compiled={compiled}
          appendix={appendix}
          onAppendix={(next) => preview.show({ appendix: next })}
          onItem={onItem}
        />
      );
    case 'coverage':
      return <CoveragePanel compiled={compiled} appendix={appendix} onItem={onItem} />;
    case 'faces':
      return (
        preview.catalogue && <FacesPanel catalogue={preview.catalogue} {...{ compiled, appendix, itemId }} />
      );
    case 'rules':
      return <RulesPanel compiled={compiled} appendix={appendix} onRule={onRule} onExample={onExample} />;
  }
}
