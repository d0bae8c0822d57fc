/** Beside the text of a template: items to insert, and what it writes about a case. */
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { addressAt } from '../../../../shared/case/itemAddress.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { catalogueQuery } from '../../../catalogue/catalogue.queries.ts';
import { FindItemDialog } from '../../../catalogue/items/FindItemDialog.tsx';
import { Sentences } from '../../../catalogue/narratives/Sentences.tsx';
import type { WrittenPart } from '../../../../shared/narratives/storedSentences.ts';
import { rowName } from '../../../../shared/rules/rowName.ts';
import { inputIdOf, notationIdOf, type PageSession } from '../../../engine/index.ts';
import { failureText } from '../../../feedback/showFailure.ts';
import { insertedAtCaret } from './insertAtCaret.ts';
import { PreviewCase } from './PreviewCase.tsx';
import classes from './TemplatePanel.module.css';
import type { OpenTemplate, TemplateItem, TemplateText } from './useTemplate.ts';

interface TemplatePanelProps {
  session: PageSession;
  item: TemplateItem;
  template: OpenTemplate;
}

export function TemplatePanel({ session, item, template }: TemplatePanelProps) {
  const { t } = useTranslation('narrative');
  const headingId = useId();
  const { texts, caseKey, showCase } = template;
  return (
    <section aria-labelledby={headingId} className={classes.panel}>
      <h2 id={headingId}>{t('template.previews.value')}</h2>
      <Group gap="sm" align="end">
        <PreviewCase onCase={showCase} />
        {!session.readOnly && <InsertItem session={session} item={item} part="value" />}
      </Group>
      {texts.map((text) => (
        <PreviewOfText key={text.part} session={session} item={item} text={text} hasCase={caseKey !== null} />
      ))}
    </section>
  );
}

interface PreviewOfTextProps {
  session: PageSession;
  item: TemplateItem;
  text: TemplateText;
  hasCase: boolean;
}

function PreviewOfText({ session, item, text: { part, preview, failure }, hasCase }: PreviewOfTextProps) {
  const { t } = useTranslation('narrative');
  const problems = preview?.problems.filter(({ severity }) => severity === 'error').length ?? 0;
  return (
    <>
      {part === 'notation' && (
        <Group gap="sm">
          <h3>{t('template.previews.notation')}</h3>
          {!session.readOnly && <InsertItem session={session} item={item} part={part} />}
        </Group>
      )}
      <div role="status" className={classes.status}>
        {failure && <Text c="red">{failureText(failure)}</Text>}
        {preview && (problems > 0 ? t('template.problems', { count: problems }) : t('template.fine'))}
      </div>
      {preview?.sentences ? (
        <PreviewText part={part} sentences={preview.sentences} />
      ) : (
        !hasCase && part === 'value' && <p className={classes.none}>{t('template.noCase')}</p>
      )}
    </>
  );
}

function PreviewText({
  part,
  sentences,
}: {
  part: WrittenPart;
  sentences: NonNullable<NonNullable<TemplateText['preview']>['sentences']>;
}) {
  const { t } = useTranslation('narrative');
  const { appendix, language } = useRouteContext();
  const { data: catalogue } = useQuery(catalogueQuery(appendix));
  if (!catalogue) return null;
  return (
    <Sentences
      label={t(`template.previews.${part}`)}
      sentences={sentences}
      catalogue={catalogue}
      language={language}
      rowOf={rowName(catalogue, [], language)}
    />
  );
}

interface InsertItemProps {
  session: PageSession;
  item: TemplateItem;
  part: WrittenPart;
}

/** Finds an item of cases by its label, and writes its placeholder where the caret was. */
function InsertItem({ session, item, part }: InsertItemProps) {
  const { t } = useTranslation(['narrative', 'findings']);
  const { appendix } = useRouteContext();
  const { data: catalogue } = useQuery(catalogueQuery(appendix));
  const [isOpen, setOpen] = useState(false);
  const address = addressAt(item.itemId, []);
  const fieldId = (part === 'value' ? inputIdOf : notationIdOf)(item, address);
  const field = () => document.getElementById(fieldId);
  const insert = (itemId: string) => {
    const input = field();
    const isArea = input instanceof HTMLTextAreaElement;
    const caret = isArea ? { start: input.selectionStart, end: input.selectionEnd } : null;
    const inserted = insertedAtCaret(session.get(address)[part] ?? '', `{${itemId}}`, caret);
    session.closeStep();
    if (part === 'value') session.setValue(address, inserted.text);
    else session.setNotation(address, inserted.text);
    // the dialog gives the focus back before the next key arrives, which goes on behind the placeholder
    flushSync(() => setOpen(false));
    input?.focus();
    if (isArea) input.setSelectionRange(inserted.caret, inserted.caret);
  };
  return (
    <>
      <Button variant="default" disabled={!catalogue} onClick={() => setOpen(true)}>
        {t(`template.inserts.${part}`)}
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
