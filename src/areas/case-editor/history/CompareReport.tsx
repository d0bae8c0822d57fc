/** The newer side of a comparison as a report, with marks at what differs. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../../../shared/case/caseContent.ts';
import { addressKey, type ItemAddress } from '../../../../shared/case/itemAddress.ts';
import type { Side } from '../../../../shared/contract/index.ts';
import { withChanges } from '../../../../shared/replay/contents.ts';
import type { Difference } from '../../../page-editor/differences/DifferenceTables.tsx';
import { checksQuery, wholeCaseQuery } from '../findings/checks.queries.ts';
import { ReportPane } from '../report/ReportPane.tsx';
import { useOpenValue } from '../report/useOpenValue.ts';
import type { Version } from '../status/versions.queries.ts';
import classes from './history.module.css';
import { momentQuery, momentsQuery } from './history.queries.ts';

export interface CompareReportProps {
  caseKey: number;
  side: Side;
  differences: readonly Difference[];
  versions: readonly Version[];
  catalogue: Catalogue;
  /** called when the user goes to a field */
  onLeave: () => void;
}

export function CompareReport(props: CompareReportProps) {
  const { caseKey, side, differences, catalogue, onLeave } = props;
  const world = useQuery(checksQuery(catalogue.version));
  const { content, failed } = useSideContent(caseKey, side);
  const versionNo = useVersionNo(props);
  const whole = world.data?.catalogue;
  const drawn = useMemo(() => (whole && content ? { catalogue: whole, content } : null), [whole, content]);
  const changed = useMemo(
    () => new Set(differences.filter(({ kind }) => kind !== 'same').map(addressKey)),
    [differences],
  );
  const open = useOpenValue(catalogue, whole ?? null);
  const onOpen = (address: ItemAddress) => {
    onLeave();
    open(address);
  };
  return (
    <div className={classes.report}>
      <ReportPane
        {...{ caseKey, drawn, changed, onOpen, versionNo }}
        lit={null}
        failed={world.isError || failed}
      />
    </div>
  );
}

/** What a side of a comparison contains; null until it is read. */
function useSideContent(caseKey: number, side: Side): { content: CaseContent | null; failed: boolean } {
  const isMoment = side.kind === 'moment';
  const stored = useQuery({
    ...wholeCaseQuery(side.kind === 'version' ? side.caseKey : caseKey),
    enabled: !isMoment,
  });
  const past = useQuery({ ...momentQuery(caseKey, isMoment ? side.saveNo : 0), enabled: isMoment });
  const content = useMemo(() => {
    if (isMoment) return past.data?.content ?? null;
    if (!stored.data) return null;
    return side.kind === 'draft' ? withChanges(stored.data, side) : stored.data;
  }, [isMoment, past.data, stored.data, side]);
  return { content, failed: isMoment ? past.isError : stored.isError };
}

function useVersionNo({ caseKey, side, versions }: CompareReportProps): number {
  const moments = useQuery(momentsQuery(caseKey));
  if (side.kind === 'moment')
    return moments.data?.listInfo.find(({ saveNo }) => saveNo === side.saveNo)?.versionNo ?? 1;
  const key = side.kind === 'version' ? side.caseKey : caseKey;
  return versions.find((version) => version.caseKey === key)?.versionNo ?? 1;
}
