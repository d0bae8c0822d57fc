/** The Chromium of the journeys: one for all files of a worker; each profile of a test is a context of it. */
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright';
import { CHROMIUM } from '../../scripts/chromium.ts';

/** How many times slower than the machine pages are, to find what works only where they are quick (docs/testing.md). */
const SLOWDOWN = Number(process.env.PAGE_SLOWDOWN ?? 1);

/** How long a page may take for anything. Costs nothing where it is quick; a busy machine needs it. */
const MAX_WAIT_MS = 60_000 * SLOWDOWN;

export interface Size {
  width: number;
  height: number;
}

/** A page in a browser profile of its own, with what failed in it. */
export interface OpenedPage {
  page: Page;
  /** uncaught errors, and errors in the console */
  problems: string[];
}

/** A page of a journey lives for seconds: optimising its scripts takes more processor time than it saves. */
const SHORT_LIVED = '--js-flags=--no-opt --no-maglev';

let launched: Promise<Browser> | undefined;
const profiles = new Set<BrowserContext>();

/** A host of this machine that is not its own name: browsers trust that one without https. */
const PLAIN_HOST = 'plain.test';

/** The same address without https, to a browser another machine's. */
export const plainUrl = (url: string): string => Object.assign(new URL(url), { hostname: PLAIN_HOST }).origin;

/** The pages that are open in this worker now. */
export const openPages = (): Page[] => [...profiles].flatMap((profile) => profile.pages());

/** Launches Chromium at the first call; it ends with the worker. Contexts are the caller's to close. */
const sharedBrowser = (): Promise<Browser> =>
  (launched ??= chromium.launch({
    ...CHROMIUM,
    args: [...CHROMIUM.args, SHORT_LIVED, `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`],
  }));

/** Makes an empty browser profile. */
export async function newProfile(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const browser = await sharedBrowser();
  const profile = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // what slides in is there at once: frames that nobody looks at take a tenth of the processor time
    reducedMotion: 'reduce',
    ...options,
  });
  profile.setDefaultTimeout(MAX_WAIT_MS);
  if (SLOWDOWN > 1) profile.on('page', (page) => void slowDown(profile, page));
  profiles.add(profile);
  profile.on('close', () => profiles.delete(profile));
  return profile;
}

async function slowDown(profile: BrowserContext, page: Page): Promise<void> {
  const chromium = await profile.newCDPSession(page);
  await chromium.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

/** Opens a page in a profile and collects its problems. */
export async function openIn(profile: BrowserContext): Promise<OpenedPage> {
  const page = await profile.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return { page, problems };
}
