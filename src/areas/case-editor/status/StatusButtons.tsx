/** Review, lock and deletion of the case; a disabled button explains why, and who can change that. */
import { IconLock, IconRubberStamp, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { statusEvent } from '../../../../machines/case-status/caseStatus.machine.ts';
import { GuardedButton } from '../../../components/index.ts';
import type { CasePages } from '../case.queries.ts';
import { useEditorDialogs } from '../dialogs/useEditorDialogs.tsx';
import { useActionsInPalette } from '../components/useActionsInPalette.ts';
import { useWhyNot } from './useWhyNot.ts';

const TOGGLES = [
  { statusId: 'REVIEW', flag: 'reviewed', Sign: IconRubberStamp },
  { statusId: 'LOCK', flag: 'locked', Sign: IconLock },
  { statusId: 'DELETE', flag: 'deleted', Sign: IconTrash },
] as const;

export interface StatusButtonsProps {
  pages: CasePages;
  /** does something with the case once nothing is unsaved */
  whenSaved: (act: () => void) => void;
}

export function StatusButtons({ pages, whenSaved }: StatusButtonsProps) {
  const { t } = useTranslation('status');
  const { status } = pages;
  const whyNot = useWhyNot(pages);
  const { show } = useEditorDialogs();
  const toggles = TOGGLES.map(({ statusId, flag, Sign }) => {
    const next = status[flag] ? ('N' as const) : ('Y' as const);
    return {
      statusId,
      Sign,
      label: t(`to.${statusId}.${next}`),
      why: whyNot(statusEvent(statusId, next)),
      run: () => whenSaved(() => show('status', { statusId, next })),
    };
  });
  useActionsInPalette(toggles.map(({ statusId, ...toggle }) => ({ key: statusId, ...toggle })));
  return (
    <>
      {toggles.map(({ statusId, Sign, label, why, run }) => (
        <GuardedButton
          key={statusId}
          variant="default"
          leftSection={<Sign size={15} aria-hidden />}
          why={why}
          onClick={run}
        >
          {label}
        </GuardedButton>
      ))}
    </>
  );
}
