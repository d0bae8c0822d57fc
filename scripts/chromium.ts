/** How every test and benchmark starts Chromium. `npm test` names the browser it found in CHROMIUM_PATH. */
export const CHROMIUM = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  // without the last four Chromium looks for its maker's hosts at every start
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};
