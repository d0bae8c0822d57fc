/** The whole product as a user meets it: a real server process with its embedded database, and a real Chromium. */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { CHROMIUM } from '../../scripts/chromium.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const READY = /listening on (http:\S+)/;
/** The user has seen the demo's first notice: it does not pop up in front of what a journey does. */
const POPUP_CLOSED = { name: 'NOTICE_POPUP_KR_1', value: '1' };

export interface Product {
  url: string;
  /** a fresh browser profile, with failures of the page kept in `problems` */
  open(viewport?: { width: number; height: number }): Promise<{ page: Page; problems: string[] }>;
  stop(): Promise<void>;
}

/** Starts a server on a free port and an own data directory, with the demo in it; `settings` are environment variables. */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'casewright-journey-'));
  // started as root the database runs under another account, which has to get in
  await chmod(dataDir, 0o755);
  const server = spawn(process.execPath, [join(ROOT, 'server', 'main.ts')], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, DATABASE_URL: '', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await readyUrl(server);
  const browser = await chromium.launch(CHROMIUM);
  return {
    url,
    open: (viewport = { width: 1280, height: 800 }) => openPage(browser, viewport, url),
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

async function openPage(browser: Browser, viewport: { width: number; height: number }, url: string) {
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
