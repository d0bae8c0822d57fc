/**
 * Decides which parts of an error may leave the browser, and which parts of a report the server stores. It works by
 * allow-list: only content known to be harmless passes, so no text of a case, no name, no address and no token can.
 */
import { PUBLIC, ROUTES } from '../access/routes.ts';
import { VOCABULARY } from './vocabulary.ts';

/** Replaces omitted content. */
const ELLIPSIS = '…';
const MAX_WORDS = 60;
const MAX_POSITIONS = 20;

const ERROR_NAME = /^(?:[A-Z][a-z]{1,14}){0,4}Error$|^CallFailure$/;

/** The name of an error's class, or `Error`. */
export const redactedName = (name: string): string => (ERROR_NAME.test(name) ? name : 'Error');

/** The technical words of a message, and names of errors. */
export function redactedMessage(message: string): string {
  const words = message
    .split(/\s+/)
    // punctuation around a word: quotes, parentheses, a full stop
    .map((word) => word.replace(/^[('"`[{]+|[)'"`\]},.:;!?]+$/g, ''))
    .filter((word) => word !== '')
    .map((word) => (VOCABULARY.has(word) || ERROR_NAME.test(word) ? word : ELLIPSIS));
  return words
    .filter((word, index) => word !== ELLIPSIS || words[index - 1] !== ELLIPSIS)
    .slice(0, MAX_WORDS)
    .join(' ');
}

/** A file of the build (`CasePage-DkX3_a2b.js`) or of the sources, with line and column. */
const FILE = String.raw`[A-Za-z][A-Za-z0-9_.]{0,40}(?:-[A-Za-z0-9_-]{8})?\.(?:js|mjs|ts|tsx)(?::\d{1,7}){1,2}`;
/** A line of a stack: `    at open (https://host/assets/x.js:1:2)`, `open@https://host/assets/x.js:1:2`. */
const FRAME = new RegExp(String.raw`^(?:\s+at .*|[\w$.<>/]*@)\(?https?://[^\s()]*/(${FILE})\)?$`);
const POSITION = new RegExp(`^${FILE}$`);

/** The source positions in a stack, nearest first, and nothing else of it. */
export const positionsOf = (stack: string): string[] =>
  stack
    .split('\n')
    .flatMap((line) => FRAME.exec(line)?.[1] ?? [])
    .slice(0, MAX_POSITIONS);

/** Positions as received by the server, which does not trust the sender. */
export const redactedPositions = (lines: string): string[] =>
  lines
    .split('\n')
    .filter((line) => POSITION.test(line))
    .slice(0, MAX_POSITIONS);

/** The version of a build, `1.2.0+3f2a9c01d4e5`; empty if malformed. */
export const redactedBuild = (build: string): string =>
  /^\d{1,4}\.\d{1,4}\.\d{1,4}(?:\+[0-9a-f]{6,40})?$/.test(build) ? build : '';

/** Known values: the paths of calls as the contract writes them, and the error codes of the server. */
export interface KnownValues {
  calls: ReadonlySet<string>;
  codes: ReadonlySet<string>;
}

const ROUTE_NAMES: ReadonlySet<string> = new Set([...ROUTES, ...PUBLIC].map(({ name }) => name));
const LANGUAGES = ['en', 'ko', 'ja', 'zh'];
const APPENDICES = ['KR', 'JP', 'EU', 'US', 'CN'];
const PAGES = ['CI', 'RP', 'SD', 'LR', 'SI', 'DM', 'DH', 'AE', 'LB', 'DG', 'NR', 'RE', 'WF', 'AT'];

const isKey = (text: string): boolean => /^-?\d{1,9}$/.test(text);
const isSmall = (text: string): boolean => /^\d{1,4}$/.test(text);

const RULES: Record<string, (text: string, known: KnownValues) => boolean> = {
  // the name of a page, never its address
  route: (text) => ROUTE_NAMES.has(text),
  call: (text, { calls }) => calls.has(text),
  status: (text) => /^(?:0|[1-5]\d\d)$/.test(text),
  errCode: (text, { codes }) => codes.has(text),
  language: (text) => LANGUAGES.includes(text),
  appendix: (text) => APPENDICES.includes(text),
  page: (text) => PAGES.includes(text),
  pageNo: isSmall,
  rowCount: isSmall,
  rowNo: isSmall,
};

/** Route parameters that may be reported: numbers of records, and values of closed lists. All others are omitted. */
export function redactedParams(
  params: Readonly<Record<string, string | undefined>>,
  known: KnownValues,
): Record<string, string> {
  const allowed = Object.entries(params).flatMap(([name, text]) => {
    if (text === undefined) return [];
    const rule = Object.hasOwn(RULES, name) ? RULES[name] : /^[a-z][A-Za-z]{0,20}Key$/.test(name) && isKey;
    return rule && rule(text, known) ? [[name, text] as const] : [];
  });
  return Object.fromEntries(allowed);
}
