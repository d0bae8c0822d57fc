/** A case that is drawn as a report and as a message. */
import type { ItemAddress } from '../../../../shared/case/itemAddress.ts';
import type { DrawnCase } from '../../../report-view/useReportLayout.ts';

export interface ShownCase {
  caseKey: number;
  /** null until it is read */
  drawn: DrawnCase | null;
  failed: boolean;
  versionNo: number;
  /** key of the value whose places are lit */
  lit: string | null;
  /** keys of values that are marked as changed */
  changed?: ReadonlySet<string>;
  onOpen: (address: ItemAddress) => void;
}
