/** Finds a Chromium for the browser tests, and installs one where this machine allows it. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Of Debian. It has no windows, and takes a fifth less processor time than a Chromium that hides its own. */
const SHELL = 'chromium-headless-shell';
const BEST = [process.env.CHROMIUM_PATH, `/usr/bin/${SHELL}`];
const USUAL = [
  ...BEST,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const firstOf = (paths) => paths.find((path) => path && existsSync(path)) ?? null;
const runs = (command, args) =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
const mayInstall = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

function install(name) {
  console.error(`Installing ${name} …`);
  return runs('apt-get', ['install', '-y', '-qq', name, 'fonts-noto-cjk']);
}

/**
 * Path of a Chromium, or null where there is none and none can be installed. CI gets the one without windows even where
 * there is another; a machine that somebody works on gets no second browser.
 */
export function chromium() {
  const found = firstOf(process.env.CI ? BEST : USUAL);
  if (found || !mayInstall()) return found ?? firstOf(USUAL);
  if (runs('apt-get', ['update', '-qq']) && !install(SHELL) && !firstOf(USUAL)) install('chromium');
  return firstOf(USUAL);
}
