/** The whole product as a user meets it: a real server over HTTP, a real PostgreSQL and a real Chromium. */
import type { BrowserContext, Page } from 'playwright';
import { signIn as signInCall } from '../../shared/contract/auth.ts';
import { listCases } from '../../shared/contract/cases.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { makeCall, startTestServer, type TestServer } from '../api/harness.ts';
import { demoDataDir, ownData } from '../demoData.ts';
import { newProfile, openIn, type OpenedPage, type Size } from './browser.ts';

/** The user has seen the demo's first notice: it does not pop up in front of what a journey does. */
const POPUP_CLOSED = { name: 'NOTICE_POPUP_KR_1', value: '1' };

/** Sender in the address of a sponsor without senders. */
const NO_SENDER = '-1';
/** A page without a script, so that nothing reacts to what is put into the storage; it has no icon to ask the server for. */
const EMPTY_PAGE = { contentType: 'text/html', body: '<!doctype html><link rel="icon" href="data:,">' };

/** The session of a tab, as its storage holds it, and the prefix of its routes. */
export interface SignedInTab {
  prefix: string;
  storage: Record<string, string>;
}

interface OpenedCase extends OpenedPage {
  /** address of the case, to which that of a tab is added */
  tabs: string;
}

interface CaseOptions {
  viewport?: Size;
  /** left out: the region of the user */
  appendix?: string;
}

export interface Product {
  url: string;
  /** what the commands of an operator work with */
  deps: TestServer['deps'];
  /** Opens a page in a browser profile of its own, which ends with the product. */
  open(viewport?: Size): Promise<OpenedPage>;
  /** The same, signed in, at a path below `prefixOf`. */
  openAs(userId: string, path: string, viewport?: Size): Promise<OpenedPage>;
  /** The same, at a tab of the case that is at this place of the list by the last change, the newest at 0. */
  openCase(userId: string, place: number, tab: string, options?: CaseOptions): Promise<OpenedCase>;
  stop(): Promise<void>;
}

/**
 * Starts a server on a free port and a database of its own, with the demo in it; `settings` are environment variables.
 * With `prepare`, which works on the data directory before the server does, the database is embedded there. The server
 * shares the process of the test, and what that has compiled: a process of its own takes more time than many journeys.
 */
export async function startProduct(
  settings: Record<string, string> = {},
  prepare?: (dataDir: string) => Promise<void>,
): Promise<Product> {
  const data = prepare ? ownData(demoDataDir()) : undefined;
  if (data) await prepare?.(data.dir);
  const server = await startTestServer({ env: settings, data });
  const { url } = server;
  const profiles: BrowserContext[] = [];
  const open = async (viewport?: Size): Promise<OpenedPage> => {
    const profile = await newProfile(viewport && { viewport });
    profiles.push(profile);
    await profile.addCookies([{ ...POPUP_CLOSED, url }]);
    return openIn(profile);
  };
  return {
    url,
    deps: server.deps,
    open,
    async openAs(userId, path, viewport) {
      const opened = await open(viewport);
      await signIn(opened.page, url, userId, path);
      return opened;
    },
    async openCase(userId, place, tab, { viewport, appendix } = {}) {
      const opened = await open(viewport);
      const session = await newSession(url, userId);
      const prefix = appendix ? session.prefix.replace(/[^/]+$/, appendix) : session.prefix;
      const tabs = `case/${await caseAt(url, session, place)}/detail`;
      await continueAs({ ...session, prefix }, opened.page, url, `${tabs}/${tab}`);
      return { ...opened, tabs: `${url}${prefix}/${tabs}` };
    },
    async stop() {
      await Promise.all(profiles.map((profile) => profile.close()));
      await server.stop();
    },
  };
}

/** Reads the session of a page, so that another page can go on with it. */
export const rememberTab = async (page: Page): Promise<SignedInTab> => ({
  prefix: prefixOf(page),
  storage: await page.evaluate(() => ({ ...sessionStorage }) as Record<string, string>),
});

/** Opens a path below the prefix in a new page, with the session of a tab. */
export async function continueAs(
  { prefix, storage }: SignedInTab,
  page: Page,
  url: string,
  path: string,
): Promise<void> {
  const script = await page.addInitScript(
    (remembered) => void Object.assign(sessionStorage, remembered),
    storage,
  );
  await page.goto(`${url}${prefix}/${path}`);
  // the session may end: it is not put into the pages that follow
  await script.dispose();
}

/**
 * Logs in by a call of its own, for the user's last sponsor and sender, and opens a path below the prefix. The login
 * page has journeys of its own: `password`, `keyboard`, `frame`, `sso`.
 */
export async function signIn(page: Page, url: string, userId: string, path = 'home'): Promise<void> {
  await continueAs(await newSession(url, userId), page, url, path);
}

/** Logs in like `signIn` and loads no page of the product, for a journey that goes elsewhere first. */
export async function startSession(page: Page, url: string, userId: string): Promise<void> {
  const tab = await newSession(url, userId);
  const emptyUrl = `${url}${tab.prefix}/empty`;
  await page.route(emptyUrl, (route) => route.fulfill(EMPTY_PAGE));
  await continueAs(tab, page, url, 'empty');
  await page.unroute(emptyUrl);
}

/** Key of a case, as the list has it for the user. */
async function caseAt(url: string, { storage }: SignedInTab, place: number): Promise<string> {
  const token = storage['casewright.token'];
  const listed = await makeCall(url, listCases, { token, query: { sort: 'updatedAt', direction: 'desc' } });
  const found = listed.data.listInfo[place];
  if (!found) throw new Error(`the list has no case at ${place}`);
  return found.rowKey;
}

/**
 * Goes to an address as a link of the product does, without loading the page again: it takes a tenth of the time. What
 * was on the page before is there until the next one is drawn: wait for something that only the next one has.
 */
export const follow = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

async function newSession(url: string, userId: string): Promise<SignedInTab> {
  const answer = await makeCall(url, signInCall, { body: { userId, password: DEMO_PASSWORD } });
  if (!answer.success) throw new Error(`${userId} cannot sign in: ${answer.errMsg}`);
  const { token, userKey, sponsorKey, senderKey, defaultAppendix } = answer.data;
  return {
    prefix: `/${sponsorKey}/${senderKey ?? NO_SENDER}/en/${defaultAppendix}`,
    storage: { 'casewright.token': token, 'casewright.userKey': String(userKey) },
  };
}

/** Prefix of all routes of the signed-in user: /sponsor/sender/language/appendix. */
export const prefixOf = (page: Page): string => new URL(page.url()).pathname.split('/').slice(0, 5).join('/');

/** Ends the session on the server, as an administrator or another device does, without informing the browser. */
export const endOnServer = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const [, sponsorKey] = location.pathname.split('/');
    const userKey = sessionStorage.getItem('casewright.userKey');
    await fetch(`/1.0/sponsors/${sponsorKey}/users/${userKey}/logout`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sessionStorage.getItem('casewright.token')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ reason: 'Test' }),
    });
  });
