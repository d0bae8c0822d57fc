/** The case as a report beside its form: each shows what the other is at, and edits are drawn at once. */
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import type { CasePages } from '../case.queries.ts';
import type { CaseEdits } from '../unsaved/caseEdits.ts';
import { ReportPane } from './ReportPane.tsx';
import classes from './ReportPane.module.css';
import { useDrawnCase } from './useDrawnCase.ts';
import { useFocusedValue } from './useFocusedValue.ts';
import { useOpenValue } from './useOpenValue.ts';

export interface ReportPanelProps {
  pages: Pick<CasePages, 'caseKey' | 'versionNo'>;
  /** of the region on the screen */
  catalogue: Catalogue;
  edits: CaseEdits;
  onClose: () => void;
}

export function ReportPanel({ pages: { caseKey, versionNo }, catalogue, edits, onClose }: ReportPanelProps) {
  const { drawn, failed } = useDrawnCase(caseKey, catalogue, edits);
  const lit = useFocusedValue();
  const onOpen = useOpenValue(catalogue, drawn?.catalogue ?? null);
  return (
    <aside className={classes.panel}>
      <ReportPane {...{ caseKey, drawn, failed, versionNo, lit, onOpen, onClose }} />
    </aside>
  );
}
