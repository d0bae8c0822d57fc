/** What must be heard of a face, from the metadata of its item, and is not. */
import type { TFunction } from 'i18next';
import { emptyMeansNoInformation } from '../../shared/case/emptyItem.ts';
import type { Face, FaceSheet } from '../../shared/faces/faceSheet.ts';
import type { SpokenPart } from '../../shared/faces/faceFault.types.ts';
import { conformanceOf } from '../engine/index.ts';
import type { Language } from '../i18n/index.ts';
import { notationSpeechOf, speechOf, type Speech } from './speech.ts';

export interface HeardWorld {
  sheet: FaceSheet;
  appendix: string;
  language: Language;
  /** of the engine, in the language */
  t: TFunction<'engine'>;
}

/** The parts that are missing from the spoken sentence of the field. */
export function unheardParts(field: Element, face: Face, world: HeardWorld): SpokenPart[] {
  const speech = speechOf(field);
  if (!speech) return ['label'];
  return (Object.keys(PARTS) as SpokenPart[]).filter((part) => !PARTS[part](face, speech, field, world));
}

type IsHeard = (face: Face, speech: Speech, field: Element, world: HeardWorld) => boolean;

const FILLED = new Set<Face['state']>(['value', 'changed', 'notation', 'readOnly']);
const OUTPUTS = new Set<Face['item']['control']>(['readOnly', 'rowReference']);

const PARTS: Record<SpokenPart, IsHeard> = {
  label: ({ item }, { name }, _field, { language }) => name.includes(item.label[language]),
  value: ({ item, state }, { role, value, description }, field) => {
    // the name of a file is before its buttons; a reference is to a row that a sheet does not have
    if (!FILLED.has(state) || item.control === 'rowReference') return true;
    if (item.control === 'attachment') return /\.pdf/.test(field.textContent);
    // what a button changes is what describes it
    if (role === 'button') return description !== '';
    return value !== '' || (state === 'changed' && item.control === 'trueOnly');
  },
  required: (face, { isRequired, description }, _field, { t, ...world }) =>
    !isBinding(face, world) || isRequired || description.includes(t('required.M')),
  error: ({ state }, { isInvalid, description }, _field, { t }) =>
    state !== 'error' || isInvalid || description.includes(t('severity.error')),
  finding: ({ address }, { description }, _field, { sheet, language }) =>
    sheet.findings
      .filter(({ itemId }) => itemId === address.itemId)
      .every(({ message }) => description.includes(message[language])),
  nullFlavor: ({ item, state }, { value, description }, _field, { t }) =>
    state !== 'nullFlavor' || `${value} ${description}`.includes(t(`nullFlavor.${item.nullFlavors[0]}`)),
  notation: ({ item, state }, _speech, field, { language }) => {
    if (state !== 'notation') return true;
    const notation = notationSpeechOf(field);
    return notation !== null && notation.value !== '' && notation.name.includes(item.label[language]);
  },
  readOnly: ({ item, state }, { isReadOnly }) =>
    state !== 'readOnly' || item.control === 'attachment' || isReadOnly,
  blinded: ({ state }, { value }, _field, { t }) => state !== 'blinded' || value.includes(t('blinded.word')),
};

/** Must the user fill it in? */
function isBinding({ item, state }: Face, { sheet, appendix }: Omit<HeardWorld, 't'>): boolean {
  if (state === 'readOnly' || state === 'blinded' || OUTPUTS.has(item.control)) return false;
  return conformanceOf(sheet.catalogue, item, appendix) === 'M' && !emptyMeansNoInformation(item);
}
