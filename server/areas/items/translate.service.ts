/** A text in another language, by the service the operator has set up. */
import type { DataOf } from '../../../shared/contract/call.ts';
import type { translate } from '../../../shared/contract/items.ts';
import type { LogWorld } from '../../ports/log.ts';
import type { TranslatorWorld } from '../../ports/translator.ts';
import type { Language } from '../../http/language.ts';
import { translationFailed, translatorNotConfigured } from '../../problems.ts';

/** What this module needs of the server. */
type TranslateWorld = LogWorld & TranslatorWorld;

/** What a region's authority reads beside English. */
const REGION_LANGUAGE: Readonly<Record<string, Language>> = { KR: 'ko', JP: 'ja', CN: 'zh' };

/** The language of a notation: the user's own beside English, else the region's, else English. */
export const notationLanguage = (language: Language, appendix: string): Language =>
  language === 'en' ? (REGION_LANGUAGE[appendix] ?? 'en') : language;

/** Throws TRANSLATOR_NOT_CONFIGURED where there is no service, 502 TRANSLATION_FAILED where it does not answer. */
export async function translated(
  { translator, log }: TranslateWorld,
  text: string,
  to: Language,
): Promise<DataOf<typeof translate>> {
  if (!translator) throw translatorNotConfigured();
  try {
    return { translated: await translator.translate(text, to) };
  } catch (err) {
    log.error({ err }, 'the translation service failed');
    throw translationFailed();
  }
}
