/** A sheet of faces as the engine draws it, in a language, at a width, a zoom and in a theme of its own. */
import { use, useMemo, type CSSProperties, type Ref } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { CodeList } from '../../schemas/compile/catalogue.types.ts';
import { ALL_ITEMS } from '../../shared/access/userItemRights.ts';
import type { Theme } from '../../shared/faces/faceList.ts';
import { FACE_PAGE, type FaceSheet } from '../../shared/faces/faceSheet.ts';
import { changedValue } from '../../shared/faces/sampleValues.ts';
import { createPageSession, PageForm } from '../engine/index.ts';
import { wordsOf, type Language } from '../i18n/index.ts';
import { schemeVariables } from '../theme/index.ts';
import { faceServices } from './faceServices.ts';
import styles from './faces.module.css';

interface FaceFormProps {
  sheet: FaceSheet;
  appendix: string;
  language: Language;
  codeLists: Readonly<Record<string, CodeList>>;
  /** of the form, in CSS pixels */
  pane: number;
  /** in percent */
  zoom?: number;
  theme: Theme;
  ref?: Ref<HTMLDivElement>;
}

/** Suspends until the words of the language are there. */
export function FaceForm({
  sheet,
  appendix,
  language,
  codeLists,
  pane,
  zoom = 100,
  theme,
  ref,
}: FaceFormProps) {
  const words = use(wordsOf(language));
  const session = useMemo(() => sessionOf(sheet, codeLists, language), [sheet, codeLists, language]);
  const services = useMemo(() => faceServices(sheet, codeLists, language), [sheet, codeLists, language]);
  const rights = useMemo(
    () => ({
      ...ALL_ITEMS,
      unblind: false,
      readOnlyItems: sheet.faces.flatMap(({ state, item }) => (state === 'readOnly' ? [item.itemId] : [])),
    }),
    [sheet],
  );
  const style = {
    ...schemeVariables[theme],
    colorScheme: theme,
    width: pane,
    zoom: zoom / 100,
  } as CSSProperties;
  return (
    <div ref={ref} lang={language} className={styles.faces} style={style}>
      <I18nextProvider i18n={words}>
        <PageForm
          session={session}
          catalogue={sheet.catalogue}
          page={FACE_PAGE}
          language={language}
          appendix={appendix}
          services={services}
          readOnly={false}
          rights={rights}
          findings={sheet.findings}
        />
      </I18nextProvider>
    </div>
  );
}

function sessionOf(sheet: FaceSheet, codeLists: FaceFormProps['codeLists'], language: Language) {
  const { catalogue, content, faces } = sheet;
  const session = createPageSession({ content, catalogue, page: FACE_PAGE, rowNo: 0, readOnly: false });
  for (const { state, item, address } of faces) {
    if (state !== 'changed') continue;
    const { value, properties } = changedValue(item, { codeLists, language });
    session.setValue(address, value, properties);
  }
  return session;
}
