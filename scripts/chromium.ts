import { existsSync } from 'node:fs';

/** The first takes less processor time: it has no windows that it would have to hide. */
const USUAL = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/**
 * Chromium takes only the last list, so this one repeats what Playwright leaves out for the sake of the pages. What follows
 * are pages and processes beside each window, which nobody sees: popups of the address bar, spare renderers.
 */
const WITHOUT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AimEnabled',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** How every test and benchmark starts Chromium. `npm test` names the browser it found in CHROMIUM_PATH. */
export const CHROMIUM = {
  executablePath: process.env.CHROMIUM_PATH ?? USUAL.find((path) => existsSync(path)),
  // without the last four Chromium looks for its maker's hosts at every start
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    `--disable-features=${WITHOUT.join()}`,
  ],
};
