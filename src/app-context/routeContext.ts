/** The context that the address names: sponsor, sender, language and appendix, or the system administration. */
import { useCallback } from 'react';
import { useLocation, useNavigation, useParams, type Location } from 'react-router-dom';
import { ADMIN_SPONSOR_KEY } from '../../shared/access/systemAdminRoutes.ts';
import { DEFAULT_LANGUAGE, isLanguage, storedLanguage, type Language } from '../i18n/index.ts';
import { useSession, type Session } from '../session/sessionStore.ts';

/** Takes the place of the sender key where a sponsor has no sender. */
export const NO_SENDER = '-1';

export interface RouteContext {
  sponsorKey: number;
  /** `-1` where there is none */
  sessionSenderKey: string;
  language: Language;
  appendix: string;
}

/** The context of the current address, in the system administration or in the main area. */
export interface CurrentRouteContext extends RouteContext {
  isAdmin: boolean;
}

/** Pattern of the prefix that all main routes share (specification section 2). */
export const PREFIX = '/:sponsorKey/:sessionSenderKey/:language/:appendix';
/** The prefix of the system administration. It names no context: there is only one. */
export const ADMIN_PREFIX = '/system-admin';

const ADMIN_CONTEXT: CurrentRouteContext = {
  sponsorKey: ADMIN_SPONSOR_KEY,
  sessionSenderKey: NO_SENDER,
  language: 'en',
  appendix: '',
  isAdmin: true,
};
/** Specification section 9. */
const ADMIN_TIME_ZONE = 'Asia/Seoul';

/** An address below the prefix of a context in the main area. */
export const pathIn = (context: RouteContext, below: string): string =>
  `/${context.sponsorKey}/${context.sessionSenderKey}/${context.language}/${context.appendix}/${below}`;

/** The part of an address of the main area that follows the prefix. */
export const belowPrefix = (pathname: string): string => pathname.split('/').slice(5).join('/');

/** The context a user works in by default, in their language. */
export const defaultContextOf = ({ sponsorKey, senderKey, defaultAppendix }: Session): RouteContext => ({
  sponsorKey,
  sessionSenderKey: senderKey === null ? NO_SENDER : String(senderKey),
  language: storedLanguage(),
  appendix: defaultAppendix,
});

/** Is an address in the system administration? */
export const isAdminPath = (pathname: string): boolean =>
  pathname === ADMIN_PREFIX || pathname.startsWith(`${ADMIN_PREFIX}/`);

/** The context of the current address; only inside the frame. */
export function useRouteContext(): CurrentRouteContext {
  const { pathname } = useLocation();
  const { sponsorKey, sessionSenderKey, language, appendix } = useParams();
  if (isAdminPath(pathname)) return ADMIN_CONTEXT;
  return {
    sponsorKey: Number(sponsorKey),
    sessionSenderKey: sessionSenderKey ?? NO_SENDER,
    language: isLanguage(language) ? language : DEFAULT_LANGUAGE,
    appendix: appendix ?? '',
    isAdmin: false,
  };
}

/** The address the user is on the way to, or else the one shown: what changes the prefix of an address starts from it. */
export function useDestination(): Location {
  const current = useLocation();
  return useNavigation().location ?? current;
}

/** Makes addresses below the current prefix: `to('case/list')`. Keeps its identity while the prefix stays. */
export function usePathTo(): (below: string) => string {
  const context = useRouteContext();
  const prefix = context.isAdmin ? `${ADMIN_PREFIX}/` : pathIn(context, '');
  return useCallback((below) => prefix + below, [prefix]);
}

/** The time zone that times are shown in: the user's, in the system administration that of its provider. */
export function useTimeZone(): string {
  const { timeZone } = useSession();
  return useRouteContext().isAdmin ? ADMIN_TIME_ZONE : timeZone;
}
