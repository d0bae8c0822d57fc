/** Finds a Chromium for the browser tests, and installs one where this machine allows it. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const USUAL = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const found = () => USUAL.find((path) => path && existsSync(path)) ?? null;
const runs = (command, args) =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;

/** Path of a Chromium, or null where there is none and none can be installed. */
export function chromium() {
  if (found()) return found();
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error('Installing Chromium …');
    if (runs('apt-get', ['update', '-qq']))
      runs('apt-get', ['install', '-y', '-qq', 'chromium', 'fonts-noto-cjk']);
  }
  return found();
}
