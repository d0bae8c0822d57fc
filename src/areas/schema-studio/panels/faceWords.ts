/** Faces in words: the sentence that is spoken, and what is wrong. */
import type { TFunction } from 'i18next';
import type { SheetFault } from '../../../../shared/faces/faceFault.types.ts';
import type { Speech } from '../../../faces/index.ts';
import { LANGUAGE_NAMES, type Language } from '../../../i18n/index.ts';

/** As screen readers say it: name, role, value, states, description; `t` of the language of the sentence. */
export function sentenceOf(speech: Speech, t: TFunction<'studio'>): string {
  const { name, role, value, description, isRequired, isInvalid, isReadOnly } = speech;
  return [
    name,
    t(`faces.roles.${role}`),
    value || (role === 'button' ? '' : t('faces.blank')),
    isRequired && t('faces.required'),
    isInvalid && t('faces.invalid'),
    isReadOnly && t('faces.readOnly'),
    description,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Says the sentence in a voice of the language; an earlier one stops. */
export function speak(sentence: string, language: Language): void {
  const utterance = new SpeechSynthesisUtterance(sentence);
  utterance.lang = language;
  speechSynthesis.cancel();
  speechSynthesis.speak(utterance);
}

/** What is wrong, where, and what to do. */
function faultText(fault: SheetFault, t: TFunction<'studio'>): string {
  const { itemId, language, state, kind, what, width } = fault;
  return t(`faces.fault.${kind}`, {
    item: itemId,
    what: kind === 'unheard' ? t(`faces.parts.${what}`) : what,
    language: LANGUAGE_NAMES[language],
    state: t(`faces.states.${state}`),
    width: width === null ? t('faces.eachWidth') : `${Math.round(width)} px`,
  });
}

/** The same fault of an item is one to mend, in however many states and widths it shows: the text names the first. */
export const faultTexts = (faults: readonly SheetFault[], t: TFunction<'studio'>): string[] =>
  [
    ...Map.groupBy(faults, ({ itemId, language, kind, what }) =>
      [itemId, language, kind, what].join('\n'),
    ).values(),
  ].flatMap(([first]) => (first ? faultText(first, t) : []));
