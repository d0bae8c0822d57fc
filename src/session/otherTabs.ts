/** What tabs of one browser tell each other about a session. Messages stay in the browser's memory. */
type Message =
  | { kind: 'who' }
  | { kind: 'here'; token: string }
  | { kind: 'deadline'; token: string; deadline: number }
  /** `expired`: by itself; else the user logged out */
  | { kind: 'ended'; token: string; expired: boolean }
  | { kind: 'signedIn'; token: string; userKey: number };

/** How long a new tab waits for an older one to answer: one that is busy, or in the background, takes a while. */
const ANSWER_WITHIN_MS = { expected: 2000, otherwise: 120 };
/** In the browser's storage: when the session of a tab ends, and nothing else of it. */
const UNTIL_KEY = 'casewright.signedInUntil';

/** Informs new tabs whether to expect an answer; null: no user is authenticated. */
export function noteSignedIn(until: number | null): void {
  if (until === null) localStorage.removeItem(UNTIL_KEY);
  else localStorage.setItem(UNTIL_KEY, String(until));
}

const isExpected = (): boolean => Number(localStorage.getItem(UNTIL_KEY)) > Date.now();

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('casewright.session');

function listen(take: (message: Message) => void): () => void {
  const onMessage = (event: MessageEvent<Message>) => take(event.data);
  channel?.addEventListener('message', onMessage);
  return () => channel?.removeEventListener('message', onMessage);
}

const post = (message: Message): void => channel?.postMessage(message);

/** The token of a session that another tab has, or null. */
export function askOtherTabs(): Promise<string | null> {
  return new Promise((resolve) => {
    const done = (token: string | null) => {
      stop();
      clearTimeout(timer);
      resolve(token);
    };
    const timer = setTimeout(() => done(null), ANSWER_WITHIN_MS[isExpected() ? 'expected' : 'otherwise']);
    const stop = listen((message) => {
      if (message.kind === 'here') done(message.token);
    });
    post({ kind: 'who' });
  });
}

/** From now on tells new tabs the token of this one. */
export const answerOtherTabs = (token: () => string | null): (() => void) =>
  listen((message) => {
    const own = token();
    if (message.kind === 'who' && own) post({ kind: 'here', token: own });
  });

export function announceDeadline(token: string, deadline: number): void {
  noteSignedIn(deadline);
  post({ kind: 'deadline', token, deadline });
}
export const announceEnd = (token: string, expired: boolean): void => post({ kind: 'ended', token, expired });
export const announceSignIn = (token: string, userKey: number): void =>
  post({ kind: 'signedIn', token, userKey });

/** Calls back when another tab extends or ends the session of the token. Answers how to stop. */
export const watchOtherTabs = (
  token: string,
  on: { deadline: (deadline: number) => void; ended: (expired: boolean) => void },
): (() => void) =>
  listen((message) => {
    if (message.kind === 'deadline' && message.token === token) on.deadline(message.deadline);
    if (message.kind === 'ended' && message.token === token) on.ended(message.expired);
  });

/** Calls back with the token when the user logs in in another tab. Returns the function that stops it. */
export const watchSignIns = (userKey: number, signedIn: (token: string) => void): (() => void) =>
  listen((message) => {
    if (message.kind === 'signedIn' && message.userKey === userKey) signedIn(message.token);
  });
