/** The real form of the edited texts, beside them. */
import { Button, NativeSelect } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsIn } from '../../../catalogue/words.ts';
import { EmptyState, LoadingArea } from '../../../components/index.ts';
import { ErrorArea } from '../../../feedback/ErrorArea.tsx';
import { PageForm, type PageSession } from '../../../engine/index.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../i18n/index.ts';
import type { Compiled } from '../analysis/analysis.types.ts';
import type { Preview } from '../preview/usePreview.ts';
import { usePreviewServices } from '../preview/usePreviewServices.ts';
import { PreviewCase } from './PreviewCase.tsx';
import styles from './panels.module.css';

export interface FormPanelProps {
  preview: Preview;
  compiled: Compiled | null;
  /** the item at the cursor: highlighted and scrolled to */
  itemId: string | null;
  /** leads to the definition of an item */
  onItem: (itemId: string) => void;
}

export function FormPanel({ preview, compiled, itemId, onItem }: FormPanelProps) {
  const { t } = useTranslation('studio');
  const { context, catalogue, session } = preview;
  const services = usePreviewServices(compiled, context.language, onItem);
  const form = useMarkedItem(itemId, session);
  if (!compiled || !catalogue) return <LoadingArea label={t('form.compiling')} />;
  return (
    <>
      <FormBar preview={preview} compiled={compiled} />
      <div ref={form} className={styles.form}>
        <ErrorArea
          kind="panel"
          resetKey={`${compiled.catalogue.version} ${context.appendix} ${context.page}`}
        >
          {session ? (
            <PageForm
              session={session}
              catalogue={catalogue}
              page={context.page}
              language={context.language}
              appendix={context.appendix}
              services={services}
              readOnly={false}
            />
          ) : (
            <EmptyState title={t('form.nothing')} />
          )}
        </ErrorArea>
      </div>
    </>
  );
}

/** Marks the field of an item and brings it into sight; the focus stays in the editor. */
function useMarkedItem(itemId: string | null, session: PageSession | null) {
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const find = () =>
      itemId === null ? null : form.current?.querySelector(`[data-item="${CSS.escape(itemId)}"]`);
    // the form draws itself after this panel
    const frame = requestAnimationFrame(() => {
      const field = find();
      field?.setAttribute(MARK, '');
      field?.scrollIntoView({ block: 'nearest' });
    });
    return () => {
      cancelAnimationFrame(frame);
      find()?.removeAttribute(MARK);
    };
  }, [itemId, session]);
  return form;
}

const MARK = 'data-edited';

function FormBar({ preview, compiled }: Pick<FormPanelProps, 'preview'> & { compiled: Compiled }) {
  const { t } = useTranslation('studio');
  const { context, show, catalogue, empty } = preview;
  const pages = (catalogue?.pageOrder ?? []).flatMap((page) => {
    const found = catalogue?.pages[page];
    return found && found.kind !== 'custom'
      ? [{ value: page, label: `${page} ${wordsIn(found.label, context.language)}` }]
      : [];
  });
  return (
    <div className={styles.bar}>
      <NativeSelect
        size="xs"
        label={t('form.appendix')}
        value={context.appendix}
        data={['ICH', ...compiled.catalogue.appendices.map(({ appendix }) => appendix)]}
        onChange={(event) => show({ appendix: event.currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        label={t('form.page')}
        className={styles.wide}
        value={context.page}
        data={pages}
        onChange={(event) => show({ page: event.currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        label={t('form.language')}
        value={context.language}
        data={LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] }))}
        onChange={(event) => show({ language: event.currentTarget.value as typeof context.language })}
      />
      <PreviewCase preview={preview} />
      <Button size="xs" variant="default" onClick={empty}>
        {t('form.clear')}
      </Button>
    </div>
  );
}
