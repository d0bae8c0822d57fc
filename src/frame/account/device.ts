/** Names of browser and system out of a User-Agent header, as far as people would know them. */

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  // Browsers that imitate another one come first.
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bWhale\//, 'Whale'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: typeof BROWSERS, agent: string): string | undefined =>
  names.find(([sign]) => sign.test(agent))?.[1];

/** `Chrome, Windows`; the header as it is where neither is known, null where there is none. */
export function deviceOf(agent: string | null): string | null {
  if (!agent) return null;
  const known = [nameIn(BROWSERS, agent), nameIn(SYSTEMS, agent)].filter((name) => name !== undefined);
  return known.length > 0 ? known.join(', ') : agent;
}
