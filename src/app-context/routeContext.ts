/** Where in the product the user is, as the address says. */
import { useLocation, useParams } from 'react-router-dom';
import { DEFAULT_LANGUAGE, isLanguage, storedLanguage, type Language } from '../i18n/index.ts';
import { useSession, type Session } from '../session/sessionStore.ts';

/** Stands in the address where a sponsor has no sender. */
export const NO_SENDER = '-1';

export interface RouteContext {
  sponsorKey: number;
  /** `-1` where there is none */
  sessionSenderKey: string;
  language: Language;
  appendix: string;
}

/** Where the user is: in the system administration, or in the main area. */
export interface CurrentRouteContext extends RouteContext {
  isAdmin: boolean;
}

/** Pattern of the prefix that all main routes share (specification section 2). */
export const PREFIX = '/:sponsorKey/:sessionSenderKey/:language/:appendix';
/** The prefix of the system administration, which names no place: it has always the same one. */
export const ADMIN_PREFIX = '/system-admin';

const ADMIN_PLACE: CurrentRouteContext = {
  sponsorKey: 1,
  sessionSenderKey: NO_SENDER,
  language: 'en',
  appendix: '',
  isAdmin: true,
};
/** Specification section 9. */
const ADMIN_TIME_ZONE = 'Asia/Seoul';

/** An address below the prefix of a place in the main area. */
export const pathIn = (place: RouteContext, below: string): string =>
  `/${place.sponsorKey}/${place.sessionSenderKey}/${place.language}/${place.appendix}/${below}`;

/** What stands below the prefix in an address of the main area. */
export const belowPrefix = (pathname: string): string => pathname.split('/').slice(5).join('/');

/** Where in the main area a user works by default, in his language. */
export const defaultContextOf = ({ sponsorKey, senderKey, defaultAppendix }: Session): RouteContext => ({
  sponsorKey,
  sessionSenderKey: senderKey === null ? NO_SENDER : String(senderKey),
  language: storedLanguage(),
  appendix: defaultAppendix,
});

/** Is an address in the system administration? */
export const isAdminPath = (pathname: string): boolean =>
  pathname === ADMIN_PREFIX || pathname.startsWith(`${ADMIN_PREFIX}/`);

/** The place of the current address; only inside the frame. */
export function useRouteContext(): CurrentRouteContext {
  const { pathname } = useLocation();
  const { sponsorKey, sessionSenderKey, language, appendix } = useParams();
  if (isAdminPath(pathname)) return ADMIN_PLACE;
  return {
    sponsorKey: Number(sponsorKey),
    sessionSenderKey: sessionSenderKey ?? NO_SENDER,
    language: isLanguage(language) ? language : DEFAULT_LANGUAGE,
    appendix: appendix ?? '',
    isAdmin: false,
  };
}

/** Makes addresses below the current prefix: `to('case/list')`. */
export function usePathTo(): (below: string) => string {
  const place = useRouteContext();
  return (below) => (place.isAdmin ? `${ADMIN_PREFIX}/${below}` : pathIn(place, below));
}

/** The zone times are shown in: the user's, in the system administration that of its provider. */
export function useTimeZone(): string {
  const { timeZone } = useSession();
  return useRouteContext().isAdmin ? ADMIN_TIME_ZONE : timeZone;
}
