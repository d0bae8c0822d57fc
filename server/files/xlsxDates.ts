/** Dates in spreadsheets: numbers of days whose cell style shows them as dates. */

/** Formats of dates that every spreadsheet knows by number (ECMA-376 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Has letters of dates outside of quoted texts and of brackets such as [Red]. */
const isDateFormat = (code: string): boolean =>
  /[dmyhs]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''));

/** Follows the elements of `styles.xml`; `styles` has an entry for each cell style. */
export function dateFormats() {
  const own = new Map<number, boolean>();
  const styles: boolean[] = [];
  let inCellStyles = false;
  return {
    styles,
    open: (local: string, attributes: Readonly<Record<string, string>>) => {
      const id = Number(attributes['numFmtId'] ?? 0);
      if (local === 'numFmt') own.set(id, isDateFormat(attributes['formatCode'] ?? ''));
      if (local === 'cellXfs') inCellStyles = true;
      if (local === 'xf' && inCellStyles) styles.push(own.get(id) ?? isBuiltInDate(id));
    },
    close: (local: string) => {
      if (local === 'cellXfs') inCellStyles = false;
    },
  };
}

const DAY_MS = 86_400_000;
/** Day 0: serial 60 is 29 February 1900, which was no day, so that later days count from a day earlier. */
const DAY_0 = Date.UTC(1899, 11, 30);
const DAY_0_OF_1904 = Date.UTC(1904, 0, 1);

/** `2024-03-05`, with the time if there is one: `2024-03-05 14:30`. */
export function dateOfSerial(serial: number, is1904: boolean): string {
  const before = !is1904 && serial < 60 ? 1 : 0;
  const time = (is1904 ? DAY_0_OF_1904 : DAY_0) + Math.round((serial + before) * 86_400) * 1000;
  if (!(Math.abs(time) < 100_000_000 * DAY_MS)) return String(serial);
  const [date = '', clock = ''] = new Date(time).toISOString().split('T');
  return serial % 1 === 0 ? date : `${date} ${clock.slice(0, 5)}`;
}
