/** The whole product as a user meets it: a real server process with its embedded database, and a real Chromium. */
import { spawn, type ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { CHROMIUM } from '../../scripts/chromium.ts';
import { COMPILED } from '../api/program.ts';
import { demoDataDir } from '../demoData.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const READY = /listening on (http:\S+)/;
/** The user has seen the demo's first notice: it does not pop up in front of what a journey does. */
const POPUP_CLOSED = { name: 'NOTICE_POPUP_KR_1', value: '1' };

interface Size {
  width: number;
  height: number;
}

interface Opened {
  page: Page;
  problems: string[];
}

/** What a tab remembers of who is signed in in it, and where he works. */
export interface SignedInTab {
  prefix: string;
  remembered: Record<string, string>;
}

export interface Product {
  url: string;
  /** a fresh browser profile, with failures of the page kept in `problems` */
  open(viewport?: Size): Promise<Opened>;
  /**
   * The same for somebody who is signed in, at a path below `prefixOf`. He signs in once for all his profiles: not for
   * journeys that end a session.
   */
  openAs(userId: string, path: string, viewport?: Size): Promise<Opened>;
  stop(): Promise<void>;
}

/**
 * Starts a server on a free port and an own data directory, with the demo in it; `settings` are environment variables.
 * `prepare` works on the directory before the server does.
 */
export async function startProduct(
  settings: Record<string, string> = {},
  prepare: (dataDir: string) => Promise<void> = () => Promise.resolve(),
): Promise<Product> {
  const dataDir = demoDataDir(settings);
  await prepare(dataDir);
  const server = spawn(process.execPath, [join(ROOT, 'server', 'main.ts')], {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: COMPILED,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await readyUrl(server);
  const browser = await chromium.launch(CHROMIUM);
  const tabs = new Map<string, SignedInTab>();
  return {
    url,
    open: (viewport = DESK) => openPage(browser, viewport, url),
    async openAs(userId, path, viewport = DESK) {
      const opened = await openPage(browser, viewport, url);
      const { page } = opened;
      const tab = tabs.get(userId);
      if (tab) {
        await goOnAs(tab, page, url, path);
      } else {
        await signIn(page, url, userId);
        tabs.set(userId, await rememberTab(page));
        await page.goto(`${url}${prefixOf(page)}/${path}`);
      }
      return opened;
    },
    async stop() {
      await browser.close();
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await gone;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const readyUrl = (server: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    server.stdout?.on('data', (piece: Buffer) => {
      said += piece.toString();
      const found = READY.exec(said)?.[1];
      if (found) resolve(found);
    });
    server.once('exit', (code) =>
      reject(new Error(`the server ended with ${code} before it was ready: ${said}`)),
    );
  });

const DESK: Size = { width: 1280, height: 800 };

/** What has to be known of a page of somebody who is signed in, so that another one goes on as he. */
export const rememberTab = async (page: Page): Promise<SignedInTab> => ({
  prefix: prefixOf(page),
  remembered: await page.evaluate(() => ({ ...sessionStorage }) as Record<string, string>),
});

/** Opens a path below the prefix in a new page, as the user of the other one. */
export async function goOnAs(
  { prefix, remembered }: SignedInTab,
  page: Page,
  url: string,
  path: string,
): Promise<void> {
  await page.addInitScript((tab) => {
    // at the first address only: what the page itself forgets stays forgotten
    if (sessionStorage.length === 0 && history.length <= 2) Object.assign(sessionStorage, tab);
  }, remembered);
  await page.goto(`${url}${prefix}/${path}`);
}

async function openPage(browser: Browser, viewport: Size, url: string): Promise<Opened> {
  const context = await browser.newContext({ viewport, acceptDownloads: true, locale: 'en-GB' });
  await context.addCookies([{ ...POPUP_CLOSED, url }]);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return { page, problems };
}

/** Signs in, for the first sponsor and sender offered. */
export async function signIn(page: Page, url: string, userId: string): Promise<void> {
  await page.goto(`${url}/login/en`);
  await page.getByLabel('User ID').fill(userId);
  await page.getByRole('textbox', { name: 'Password' }).fill('Casewright-demo-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/home|\/login/);
  const chooser = page.getByRole('dialog');
  if (
    await chooser.waitFor({ timeout: 3_000 }).then(
      () => true,
      () => false,
    )
  ) {
    await chooser.getByRole('button', { name: 'OK' }).click();
  }
  await page.waitForURL(/\/home/);
}

/** Prefix of all routes of the signed-in user: /sponsor/sender/language/appendix. */
export const prefixOf = (page: Page): string => new URL(page.url()).pathname.split('/').slice(0, 5).join('/');

/** Ends the session on the server, as an administrator or another device does; the browser is not told. */
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
