/** Every face of the item at the cursor: drawn in each language and state, measured, and as a screen reader says it. */
import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconVolume } from '@tabler/icons-react';
import { use, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue, CatalogueItem } from '../../../../schemas/compile/catalogue.types.ts';
import { FACE_STATES, ownerOf, paneOf, THEMES, WIDTHS, ZOOMS } from '../../../../shared/faces/faceList.ts';
import type { Theme } from '../../../../shared/faces/faceList.ts';
import { faceSheet } from '../../../../shared/faces/faceSheet.ts';
import { EmptyState } from '../../../components/index.ts';
import { FaceForm, useFaces, type LiveFace } from '../../../faces/index.ts';
import { LANGUAGE_NAMES, LANGUAGES, wordsOf, type Language } from '../../../i18n/index.ts';
import type { Compiled } from '../analysis/analysis.types.ts';
import { faultTexts, sentenceOf, speak } from './faceWords.ts';
import panels from './panels.module.css';
import styles from './FacesPanel.module.css';

interface FacesPanelProps {
  compiled: Compiled;
  /** as the region shows it */
  catalogue: Catalogue;
  appendix: string;
  itemId: string | null;
}

interface Look {
  width: number;
  zoom: number;
  theme: Theme;
}

export function FacesPanel({ compiled, catalogue, appendix, itemId }: FacesPanelProps) {
  const { t } = useTranslation('studio');
  const [look, setLook] = useState<Look>({ width: WIDTHS[0], zoom: ZOOMS[0], theme: THEMES[0] });
  const found = catalogue.items[itemId ?? ''];
  const item = found && catalogue.items[ownerOf(found)];
  if (!item) return <EmptyState title={t('faces.noItem')} />;
  return (
    <>
      <LookBar look={look} onLook={setLook} />
      <div className={panels.scroll} tabIndex={0} role="region" aria-label={t('tabs.faces')}>
        <p className={panels.dim}>{t('faces.explain')}</p>
        {LANGUAGES.map((language) => (
          <LanguageFaces key={language} {...{ compiled, catalogue, appendix, item, language, look }} />
        ))}
      </div>
    </>
  );
}

function LookBar({ look, onLook }: { look: Look; onLook: (look: Look) => void }) {
  const { t } = useTranslation('studio');
  return (
    <div className={panels.bar}>
      <NativeSelect
        size="xs"
        label={t('faces.width')}
        value={look.width}
        data={WIDTHS.map((width) => ({ value: String(width), label: `${width} px` }))}
        onChange={({ currentTarget }) => onLook({ ...look, width: Number(currentTarget.value) })}
      />
      <NativeSelect
        size="xs"
        label={t('faces.zoom')}
        value={look.zoom}
        data={ZOOMS.map((zoom) => ({ value: String(zoom), label: `${zoom} %` }))}
        onChange={({ currentTarget }) => onLook({ ...look, zoom: Number(currentTarget.value) })}
      />
      <NativeSelect
        size="xs"
        label={t('faces.theme')}
        value={look.theme}
        data={THEMES.map((theme) => ({ value: theme, label: t(`faces.themes.${theme}`) }))}
        onChange={({ currentTarget }) => onLook({ ...look, theme: currentTarget.value as Theme })}
      />
    </div>
  );
}

interface LanguageFacesProps extends Omit<FacesPanelProps, 'itemId'> {
  item: CatalogueItem;
  language: Language;
  look: Look;
}

function LanguageFaces({ compiled, catalogue, appendix, item, language, look }: LanguageFacesProps) {
  const { t } = useTranslation('studio');
  const ref = useRef<HTMLDivElement>(null);
  const { codeLists } = compiled;
  const sheet = useMemo(
    () =>
      faceSheet(catalogue, {
        items: [item],
        states: FACE_STATES,
        codeLists,
        language,
        sections: (state) => {
          const word = t(`faces.states.${state}`);
          return { en: word, ko: word, ja: word, zh: word };
        },
      }),
    [catalogue, item, codeLists, language, t],
  );
  const pane = paneOf(look.width, look.zoom);
  const { theme } = look;
  const faces = useFaces(ref, { sheet, appendix, language, pane, theme });
  const faults = faces.flatMap((one) => one.faults);
  const count = faults.length;
  return (
    <section aria-label={LANGUAGE_NAMES[language]}>
      <h3 lang={language}>{LANGUAGE_NAMES[language]}</h3>
      <p role="status" data-faults={count > 0 || undefined} className={styles.count}>
        {faces.length === 0 ? t('faces.drawing') : t('faces.count', { count, faces: faces.length })}
      </p>
      <ul className={panels.plain}>
        {faultTexts(faults, t).map((text) => (
          <li key={text} className={styles.fault}>
            {text}
          </li>
        ))}
      </ul>
      {/* a drawing: what is heard of it is below */}
      <div className={styles.drawing} inert>
        <FaceForm {...{ ref, sheet, appendix, language, codeLists, pane, theme }} zoom={look.zoom} />
      </div>
      <ul className={panels.plain}>
        {faces.map((one) => (
          <FaceLine key={one.face.item.itemId} {...{ language }} live={one} />
        ))}
      </ul>
    </section>
  );
}

function FaceLine({ language, live: { face, speech } }: { language: Language; live: LiveFace }) {
  const { t } = useTranslation('studio');
  const words = use(wordsOf(language));
  const sentence = speech && sentenceOf(speech, words.getFixedT(language, 'studio'));
  const state = t(`faces.states.${face.state}`);
  return (
    <li>
      <strong>{state}</strong> <code>{face.itemId}</code>
      {sentence && (
        <div className={styles.sentence}>
          <span lang={language}>{sentence}</span>
          {'speechSynthesis' in window && (
            <ActionIcon
              size="sm"
              variant="default"
              aria-label={t('faces.speak', { item: face.itemId, state, language: LANGUAGE_NAMES[language] })}
              onClick={() => speak(sentence, language)}
            >
              <IconVolume size={14} aria-hidden />
            </ActionIcon>
          )}
        </div>
      )}
    </li>
  );
}
