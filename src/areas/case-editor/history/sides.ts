/** What of a case can be held beside each other, as choices of a picker. */
import type { TFunction } from 'i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../../../shared/case/caseContent.ts';
import type { Side } from '../../../../shared/contract/index.ts';
import type { PageSession } from '../../../engine/index.ts';
import { formatTime } from '../../../i18n/formatTime.ts';
import type { Version } from '../status/versions.queries.ts';
import type { Moment } from './history.queries.ts';

export interface SideGroup {
  group: string;
  items: { value: string; label: string }[];
}

/** The name of a side in the picker, and back. */
export const sideName = {
  draft: 'draft',
  version: (caseKey: number): string => `version ${caseKey}`,
  moment: (saveNo: number): string => `moment ${saveNo}`,
};

export function sideOf(name: string, draft: CaseContent | null): Side {
  const [kind, number] = name.split(' ');
  if (kind === 'version') return { kind, caseKey: Number(number) };
  if (kind === 'moment') return { kind, saveNo: Number(number) };
  return { kind: 'draft', values: draft?.values ?? [], rows: draft?.rows ?? [] };
}

/** The unsaved edits of the open page as content; null where there are none. The row that a new page is, is one of them. */
export function draftOf(session: PageSession | null, catalogue: Catalogue): CaseContent | null {
  if (!session) return null;
  const { items, rows } = session.changes();
  if (items.length + rows.length === 0) return null;
  const group = catalogue.pages[session.page]?.group ?? null;
  const isNew = group !== null && session.rowNo === 0 && session.rootPath.length > 0;
  const own = { group: group ?? '', rowNo: 0, rowNo2: 0, rowNo3: 0, rowId: NEW_ROW, sort: 0, deleted: false };
  return {
    values: items.map(({ basedOn: _, ...value }) => value),
    rows: [...(isNew ? [own] : []), ...rows.map(({ basedOn: _, ...row }) => row)],
  };
}

/** Names a row that was never stored. */
const NEW_ROW = '00000000-0000-4000-8000-000000000000';

interface SidesInput {
  versions: readonly Version[];
  moments: readonly Moment[];
  draft: CaseContent | null;
  timeZone: string;
}

/** Draft, versions, imported files, and every other moment, newest first. */
export function sideGroups(
  t: TFunction<'history'>,
  { versions, moments, draft, timeZone }: SidesInput,
): SideGroup[] {
  const momentLabel = ({ at, userName, versionNo, reason, kind }: Moment) =>
    t(kind === 'import' ? 'side.file' : 'side.moment', {
      time: formatTime(at, timeZone),
      userName,
      versionNo,
      reason,
    });
  const newest = moments.toReversed();
  const groups = [
    { group: t('side.drafts'), items: draft ? [{ value: sideName.draft, label: t('side.draft') }] : [] },
    {
      group: t('side.versions'),
      items: versions.map(({ caseKey, versionNo }) => ({
        value: sideName.version(caseKey),
        label: t('side.version', { versionNo }),
      })),
    },
    ...(['import', 'moment'] as const).map((kind) => ({
      group: t(kind === 'import' ? 'side.files' : 'side.moments'),
      items: newest
        .filter((moment) => (moment.kind === 'import') === (kind === 'import'))
        .map((moment) => ({ value: sideName.moment(moment.saveNo), label: momentLabel(moment) })),
    })),
  ];
  return groups.filter(({ items }) => items.length > 0);
}
