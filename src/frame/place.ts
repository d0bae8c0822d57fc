/** Where in the product the user is: sponsor, sender, language and appendix, as the address says. */
import { useParams } from 'react-router-dom';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../i18n/index.ts';

/** Stands in the address where a sponsor has no sender. */
export const NO_SENDER = '-1';

export interface Place {
  sponsorKey: number;
  /** `-1` where there is none */
  sessionSenderKey: string;
  language: Language;
  appendix: string;
}

/** Pattern of the prefix that all main routes share (specification section 2). */
export const PREFIX = '/:sponsorKey/:sessionSenderKey/:language/:appendix';

/** An address below the prefix of a place. */
export const pathIn = (place: Place, below: string): string =>
  `/${place.sponsorKey}/${place.sessionSenderKey}/${place.language}/${place.appendix}/${below}`;

/** The place of the current address; only below the main prefix. */
export function usePlace(): Place {
  const { sponsorKey, sessionSenderKey, language, appendix } = useParams();
  return {
    sponsorKey: Number(sponsorKey),
    sessionSenderKey: sessionSenderKey ?? NO_SENDER,
    language: isLanguage(language) ? language : DEFAULT_LANGUAGE,
    appendix: appendix ?? '',
  };
}

/** Makes addresses below the current prefix: `to('case/list')`. */
export function usePathTo(): (below: string) => string {
  const place = usePlace();
  return (below) => pathIn(place, below);
}
