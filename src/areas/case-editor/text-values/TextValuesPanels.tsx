/** The values that the texts of the open page state: a panel for each text, read when it is opened. */
import { Button, Group } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { addressAt } from '../../../../shared/case/itemAddress.ts';
import type { PageSession } from '../../../engine/index.ts';
import type { CaseEdits } from '../unsaved/caseEdits.ts';
import { ProposedValues } from './ProposedValues.tsx';
import classes from './textValues.module.css';

interface PanelsProps {
  catalogue: Catalogue;
  session: PageSession;
  edits: CaseEdits;
}

export function TextValuesPanels(props: PanelsProps) {
  const { catalogue, session } = props;
  const itemIds = useMemo(
    () =>
      Object.values(catalogue.items).flatMap(({ itemId, page, fromText }) =>
        page === session.page && fromText === 'text' ? itemId : [],
      ),
    [catalogue, session.page],
  );
  if (session.readOnly) return null;
  return itemIds.map((itemId) => <TextValuesPanel key={itemId} {...props} itemId={itemId} />);
}

function TextValuesPanel({ catalogue, session, edits, itemId }: PanelsProps & { itemId: string }) {
  const { t } = useTranslation('textValues');
  const headingId = useId();
  const [isOpen, setOpen] = useState(false);
  const view = useMemo(() => session.settledView(addressAt(itemId, [])), [session, itemId]);
  const { current, changed } = useAtomValue(view, { store: session.store });
  if ((current.value ?? '') === '') return null;
  return (
    <section aria-labelledby={headingId} className={classes.panel}>
      <Group gap="xs" justify="space-between">
        <h2 id={headingId}>{t('title')}</h2>
        <Button size="compact-sm" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('hide') : t('show')}
        </Button>
      </Group>
      {isOpen && <ProposedValues {...{ catalogue, edits, itemId }} isTextSaved={!changed} />}
    </section>
  );
}
