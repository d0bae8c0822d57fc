/** A text in another language, by the service the operator has set up. */
import type { DataOf } from '../../../shared/contract/call.ts';
import type { translate } from '../../../shared/contract/items.ts';
import type { Deps } from '../../deps.ts';
import type { Language } from '../../http/language.ts';
import { translationFailed, translatorNotConfigured } from '../../problems.ts';

/** Throws TRANSLATOR_NOT_CONFIGURED where there is no service, 502 TRANSLATION_FAILED where it does not answer. */
export async function translated(
  { translator, log }: Deps,
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
