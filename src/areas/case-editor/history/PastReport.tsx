/** A case at a moment as a report: what the moment changed is marked, and each place leads to its field. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { addressKey } from '../../../../shared/case/itemAddress.ts';
import { checksQuery } from '../findings/checks.queries.ts';
import { ReportPane } from '../report/ReportPane.tsx';
import classes from '../report/ReportPane.module.css';
import { useFocusedValue } from '../report/useFocusedValue.ts';
import { useOpenValue } from '../report/useOpenValue.ts';
import { momentQuery, type Moment } from './history.queries.ts';

export interface PastReportProps {
  caseKey: number;
  moment: Moment;
  /** of now */
  catalogue: Catalogue;
  onClose: () => void;
}

export function PastReport({ caseKey, moment, catalogue, onClose }: PastReportProps) {
  const world = useQuery(checksQuery(catalogue.version));
  const past = useQuery(momentQuery(caseKey, moment.saveNo));
  const whole = world.data?.catalogue;
  const content = past.data?.content;
  const drawn = useMemo(() => (whole && content ? { catalogue: whole, content } : null), [whole, content]);
  const changed = useMemo(() => new Set(past.data?.replaced.values.map(addressKey)), [past.data]);
  const lit = useFocusedValue();
  const onOpen = useOpenValue(catalogue, whole ?? null, moment.saveNo);
  return (
    <aside className={classes.panel}>
      <ReportPane
        {...{ caseKey, drawn, lit, changed, onOpen, onClose }}
        failed={world.isError || past.isError}
        versionNo={moment.versionNo}
      />
    </aside>
  );
}
