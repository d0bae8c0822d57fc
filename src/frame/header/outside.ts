/** Rules of what lies outside of the product and is reached from its header (specification section 2). */
import type { DataOf } from '../../../shared/contract/call.ts';
import type { readEnvironment } from '../../../shared/contract/environment.ts';
import type { Language } from '../../i18n/index.ts';

export type OutsideLinks = DataOf<typeof readEnvironment>['links'];

/** The facts about the product in the help popover. */
export const RELEASE = { version: '1.1', lastReleaseDate: '20250907' } as const;

/** 12:00 in Seoul: from then on the newer manual is opened. */
const MANUAL_V2_FROM = Date.parse('2024-12-22T12:00:00+09:00');

/** The locale by which outside pages know a language: by its country where they do so. */
const OUTSIDE_LOCALE: Readonly<Record<Language, string>> = { en: 'en', ko: 'ko', ja: 'jp', zh: 'cn' };

/** An address outside with one thing more in its query. */
export function withParam(address: string, name: string, value: string): string {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
}

/** The manual that holds now, in the user's language where it has languages; an installation may have the older one only. */
export function manualAddress(
  { manual, manualV2 }: OutsideLinks,
  now: number,
  language: Language,
): string | null {
  if (now < MANUAL_V2_FROM || manualV2 === null) return manual;
  return withParam(manualV2, 'language', language);
}

export const privacyAddress = ({ privacy }: OutsideLinks, language: Language): string | null =>
  privacy && withParam(privacy, 'locale', OUTSIDE_LOCALE[language]);

/** The installations for China have neither help center nor privacy policy. */
export const isOfChina = (hostName: string): boolean => hostName.toLowerCase().includes('cn');

/** Measures of a window of its own. */
export interface WindowSize {
  width: number;
  height: number;
}

export const POLICY_WINDOW: WindowSize = { width: 580, height: 650 };

const TALL_SCREEN = 1000;
export const chatbotWindow = (outerHeight: number): WindowSize => ({
  width: 460,
  height: outerHeight >= TALL_SCREEN ? 850 : 784,
});

/** Message of the policy window after the user has agreed; any other message means that they did not. */
export const POLICY_AGREED = 'POLICY_AGREED';
/** Message of the chatbot window when it is ready to receive the user's identity. */
export const CHATBOT_READY = 'CHATBOT_READY';
/** The kind of the message it then gets. */
export const CHATBOT_SESSION = 'CHATBOT_SESSION';
