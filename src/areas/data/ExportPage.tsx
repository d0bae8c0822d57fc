/** A question about cases: its items and conditions, what it answers while it is built, and its file. */
import { Button } from '@mantine/core';
import { IconBooks, IconDownload, IconKey, IconListCheck, IconRestore } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { downloadDictionary } from '../../../shared/contract/index.ts';
import { downloadOrTell } from '../../feedback/downloadOrTell.ts';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { wordsIn } from '../../catalogue/words.ts';
import { useHeldText } from '../../components/heldTexts.ts';
import { GuardedButton, PageHeader } from '../../components/index.ts';
import { ApiTokensDialog } from './ApiTokensDialog.tsx';
import { GroupEditor } from './ConditionEditor.tsx';
import { currentDraft, hasChanges, NEW_QUESTION, setQuery } from './draft.ts';
import { ExportForm } from './ExportForm.tsx';
import { OpenLibrary } from './OpenLibrary.tsx';
import { PreviewSection } from './PreviewSection.tsx';
import { RecentExports } from './RecentExports.tsx';
import { SaveDialog } from './SaveDialog.tsx';
import { useQuestion, type Question } from './useQuestion.ts';
import { useReplaceQuestion } from './useReplaceQuestion.tsx';
import { VersionsSection } from './VersionsSection.tsx';
import classes from './data.module.css';

export function ExportPage() {
  const { t } = useTranslation('data');
  const question = useQuestion();
  const replaceQuestion = useReplaceQuestion();
  // the question outlives the page, but not the document
  useHeldText(() => hasChanges(currentDraft()));
  const [saving, setSaving] = useState(false);
  const [hasTokens, setHasTokens] = useState(false);
  const { query, entry, faults } = question;
  const isEmpty = query.items.length === 0 && query.condition.conditions.length === 0;
  const whyNotSaved =
    query.condition.conditions.length === 0 ? t('why.noCondition') : faults.size > 0 ? t('why.faults') : null;
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('export.title')}
        subtitle={entry && t('export.from', { name: entry.name, version: entry.versionNo })}
        actions={
          <>
            <Button
              variant="subtle"
              leftSection={<IconDownload size={15} aria-hidden />}
              onClick={() => void downloadOrTell(downloadDictionary, { params: {} })}
            >
              {t('dictionary')}
            </Button>
            <Button
              variant="subtle"
              leftSection={<IconKey size={15} aria-hidden />}
              onClick={() => setHasTokens(true)}
            >
              {t('tokens.button')}
            </Button>
            <OpenLibrary />
            <GuardedButton
              variant="default"
              why={isEmpty ? t('why.empty') : null}
              leftSection={<IconRestore size={15} aria-hidden />}
              onClick={() => void replaceQuestion(NEW_QUESTION)}
            >
              {t('clear')}
            </GuardedButton>
            <GuardedButton
              variant="default"
              why={whyNotSaved}
              leftSection={<IconBooks size={15} aria-hidden />}
              onClick={() => setSaving(true)}
            >
              {t('save.button')}
            </GuardedButton>
          </>
        }
      />
      <SelectedItems question={question} />
      <GroupEditor
        question={question}
        group={query.condition}
        path={[]}
        onChange={(condition) => setQuery({ condition })}
      />
      <VersionsSection question={question} />
      <PreviewSection question={question} />
      <ExportForm question={question} />
      <RecentExports />
      {hasTokens && <ApiTokensDialog onClose={() => setHasTokens(false)} />}
      {saving && <SaveDialog question={question} onClose={() => setSaving(false)} />}
    </div>
  );
}

/** The columns of the file, in their order. */
function SelectedItems({ question: { query, catalogue } }: { question: Question }) {
  const { t } = useTranslation('data');
  const { language } = useRouteContext();
  const to = usePathTo();
  const names = query.items.map((itemId) => {
    const item = catalogue.items[itemId];
    return { itemId, name: item ? wordsIn(item.label, language) : itemId };
  });
  return (
    <section className={classes.section} aria-label={t('items.title')}>
      <div className={classes.head}>
        <h2>{t('items.count', { count: names.length })}</h2>
        <Button
          component={Link}
          to={to('data/select-domain')}
          size="xs"
          variant="default"
          leftSection={<IconListCheck size={14} aria-hidden />}
        >
          {t('items.select')}
        </Button>
      </div>
      {names.length === 0 ? (
        <p className={classes.note}>{t('items.none')}</p>
      ) : (
        <ul className={classes.chips}>
          {names.map(({ itemId, name }) => (
            <li key={itemId}>
              {name}
              <button
                type="button"
                aria-label={t('removeOf', { name })}
                onClick={() => setQuery({ items: query.items.filter((one) => one !== itemId) })}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
