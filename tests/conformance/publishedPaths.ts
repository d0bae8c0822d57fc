/** Paths as they are published, made ready for libxml2. */

/** Prefixes of the paths that `query` makes. */
export const NAMES = { h: 'urn:hl7-org:v3', xsi: 'http://www.w3.org/2001/XMLSchema-instance' };
const ROWS = /\[(r\d*|i|k)\]/g;

/** A published path for one message: names get their namespace, row indexes are taken away, so that it finds all rows. */
export function query(xpath: string, message: number): string {
  const inner = /^\s*substring\((.*),\s*\d+\s*\)\s*$/s.exec(xpath)?.[1] ?? xpath;
  return inner
    .replace('/PORR_IN049016UV[r]', `/PORR_IN049016UV[${message}]`)
    .replace(ROWS, '')
    .split(/('[^']*')/)
    .map((part) =>
      part.startsWith("'")
        ? part
        : part.replace(
            /(^|[/[(]|\band |\bor )(?=[A-Za-z])(?!text\(\)|xsi:|starts-with|and |or |not\()/g,
            '$1h:',
          ),
    )
    .join('');
}
