/** Beside the text of a template: items to insert, and what it writes about a case. */
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressAt } from '../../../../shared/case/itemAddress.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { catalogueQuery } from '../../../catalogue/catalogue.queries.ts';
import { FindItemDialog } from '../../../catalogue/items/FindItemDialog.tsx';
import { Sentences } from '../../../catalogue/narratives/Sentences.tsx';
import { rowName } from '../../../../shared/rules/rowName.ts';
import { inputIdOf, type PageSession } from '../../../engine/index.ts';
import { failureText } from '../../../feedback/showFailure.ts';
import { insertedAtCaret } from './insertAtCaret.ts';
import { PreviewCase } from './PreviewCase.tsx';
import classes from './TemplatePanel.module.css';
import type { OpenTemplate, TemplateItem } from './useTemplate.ts';

interface TemplatePanelProps {
  session: PageSession;
  item: TemplateItem;
  template: OpenTemplate;
}

export function TemplatePanel({ session, item, template }: TemplatePanelProps) {
  const { t } = useTranslation('narrative');
  const headingId = useId();
  const { preview, failure, caseKey, showCase } = template;
  const problems = preview?.problems.filter(({ severity }) => severity === 'error').length ?? 0;
  return (
    <section aria-labelledby={headingId} className={classes.panel}>
      <h2 id={headingId}>{t('template.preview')}</h2>
      <Group gap="sm" align="end">
        <PreviewCase onCase={showCase} />
        {!session.readOnly && <InsertItem session={session} item={item} />}
      </Group>
      <div role="status" className={classes.status}>
        {failure && <Text c="red">{failureText(failure)}</Text>}
        {preview && (problems > 0 ? t('template.problems', { count: problems }) : t('template.fine'))}
      </div>
      {preview?.sentences ? (
        <PreviewText sentences={preview.sentences} />
      ) : (
        caseKey === null && <p className={classes.none}>{t('template.noCase')}</p>
      )}
    </section>
  );
}

function PreviewText({
  sentences,
}: {
  sentences: NonNullable<NonNullable<OpenTemplate['preview']>['sentences']>;
}) {
  const { t } = useTranslation('narrative');
  const { appendix, language } = useRouteContext();
  const { data: catalogue } = useQuery(catalogueQuery(appendix));
  if (!catalogue) return null;
  return (
    <Sentences
      label={t('template.preview')}
      sentences={sentences}
      catalogue={catalogue}
      language={language}
      rowOf={rowName(catalogue, [], language)}
    />
  );
}

/** Finds an item of cases by its label, and writes its placeholder where the caret was. */
function InsertItem({ session, item }: { session: PageSession; item: TemplateItem }) {
  const { t } = useTranslation(['narrative', 'findings']);
  const { appendix } = useRouteContext();
  const { data: catalogue } = useQuery(catalogueQuery(appendix));
  const [isOpen, setOpen] = useState(false);
  const address = addressAt(item.itemId, []);
  const field = () => document.getElementById(inputIdOf(item, address));
  const insert = (itemId: string) => {
    const input = field();
    const isArea = input instanceof HTMLTextAreaElement;
    const caret = isArea ? { start: input.selectionStart, end: input.selectionEnd } : null;
    const inserted = insertedAtCaret(session.get(address).value ?? '', `{${itemId}}`, caret);
    session.closeStep();
    session.setValue(address, inserted.text);
    setOpen(false);
    // after the dialog has given the focus back
    requestAnimationFrame(() => {
      input?.focus();
      if (isArea) input.setSelectionRange(inserted.caret, inserted.caret);
    });
  };
  return (
    <>
      <Button variant="default" disabled={!catalogue} onClick={() => setOpen(true)}>
        {t('template.insert')}
      </Button>
      {isOpen && catalogue && (
        <FindItemDialog
          catalogue={catalogue}
          shown={Object.values(catalogue.pages)}
          title={t('template.insertTitle')}
          hint={t('template.insertHint')}
          onChoose={(found) => insert(found.item.itemId)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
