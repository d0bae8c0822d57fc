/** Rows of a page from a spreadsheet: looked at first, then stored together, with a reason. */
import { Button } from '@mantine/core';
import { IconClipboardPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FIRST_SAVE_REASON, SAVE_REASONS } from '../../../../machines/save/save.machine.ts';
import type { Catalogue, CatalogueGroup } from '../../../../schemas/compile/catalogue.types.ts';
import { addRows, MAX_ADDED_ROWS, type BodyOf } from '../../../../shared/contract/index.ts';
import { attemptKeys, call } from '../../../api/index.ts';
import { ReasonDialog, showSuccess, useDialog } from '../../../components/index.ts';
import { PasteRows, tableIn, type CopiedTable } from '../../../engine/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { reasonProps } from '../../../feedback/reasonProps.ts';
import { ariaKeys, keyText, useKeys } from '../../../keys/index.ts';
import { pagesQuery, type SummaryRow } from '../case.queries.ts';
import { useFormServices } from '../../../page-editor/useFormServices.ts';
import { useReasons } from '../../../session/ownReasons.ts';
import { useSession } from '../../../session/sessionStore.ts';
import { refreshCase } from '../status/versions.queries.ts';
import { useCaseRights } from '../unblinding/useCaseRights.ts';

type NewRows = BodyOf<typeof addRows>['rows'];

export interface RowsPasteProps {
  caseKey: number;
  catalogue: Catalogue;
  group: CatalogueGroup;
  /** as they are listed, with those that are deleted */
  rows: readonly SummaryRow[];
  onAdded: (rowIds: readonly string[]) => void;
}

/** A button, the key for it, and the paste itself while nothing is written into. */
export function RowsPaste({ caseKey, catalogue, group, rows: listed, onAdded }: RowsPasteProps) {
  const { t } = useTranslation(['paste', 'editor']);
  const { language } = useRouteContext();
  const queries = useQueryClient();
  const { sponsorKey } = useSession();
  const reasons = useReasons(
    'edit',
    SAVE_REASONS.map((reason) => ({ value: reason, label: t(`editor:save.reasons.${reason}`) })),
  );
  const rights = useCaseRights(caseKey);
  const services = useFormServices(sponsorKey, language);
  const pages = useQuery(pagesQuery(caseKey));
  const isFirst = pages.data?.pages.find(({ page }) => page === group.page)?.saved === 'N';
  const [rowIds] = useState(attemptKeys);
  const deleted = listed.filter((row) => row.deleted).map(({ rowId }) => rowId);
  const [pasted, setPasted] = useState<{ table: CopiedTable | null } | null>(null);
  const storing = useDialog<NewRows, string>({
    carryOut: (rows, reason) =>
      call(addRows, { params: { caseKey, page: group.page }, body: { reason, rows } })
        // where only the answer was lost, the rows are there
        .finally(() => void refreshCase(queries, caseKey)),
    afterwards: (rows) => {
      rowIds.done();
      setPasted(null);
      showSuccess(t('added', { count: rows.length }));
      onAdded(rows.map(({ rowId }) => rowId));
    },
  });
  const open = () => setPasted({ table: null });
  useKeys({ pasteTable: open });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      // a dialog takes what is pasted into it
      if (document.querySelector('[role="dialog"]')) return;
      const table = tableIn(event);
      if (table) setPasted({ table });
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconClipboardPlus size={15} aria-hidden />}
        title={keyText('pasteTable')}
        aria-keyshortcuts={ariaKeys(['pasteTable'])}
        onClick={open}
      >
        {t('button')}
      </Button>
      {pasted && (
        <PasteRows
          catalogue={catalogue}
          group={group}
          language={language}
          services={services}
          rights={rights}
          room={Math.min(MAX_ADDED_ROWS, (group.max ?? Infinity) - (listed.length - deleted.length))}
          table={pasted.table}
          onRows={(rows) => {
            // the table stays below the question: cancelling that is no reason to lose it
            storing.show(
              rows.map((changes, index) => ({
                // the same in the next attempt, which adds no row twice; who deletes rows between wants others
                rowId: rowIds.keyOf({ index, changes, deleted }),
                changes: [...changes],
              })),
            );
            if (isFirst) storing.confirm(FIRST_SAVE_REASON);
          }}
          onClose={() => setPasted(null)}
        />
      )}
      {storing.subject && (!isFirst || storing.error !== null) && (
        <ReasonDialog {...reasonProps(storing)} title={t('editor:save.reasonTitle')} options={reasons} />
      )}
    </>
  );
}
