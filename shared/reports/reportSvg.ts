/** Draws one page of a report as SVG: each run names its box, its item and its rows. */
import type { ReportPage, TextBlock, TextRun } from './report.types.ts';

const LINE_WIDTH = 0.5;
const SHADE = '#e8e8e8';

export function reportSvg({ width, height, fills, strokes, blocks, watermark }: ReportPage): string {
  const shades = fills.map(
    (area) =>
      `<rect x="${round(area.x)}" y="${round(area.y)}" width="${round(area.width)}" height="${round(area.height)}"/>`,
  );
  const lines = strokes.map(
    ({ x1, y1, x2, y2 }) => `<path d="M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}pt" height="${round(height)}pt">`,
    `<g fill="${SHADE}">${shades.join('')}</g>`,
    `<g fill="#dddddd">${watermark.map((run) => textOf(run)).join('')}</g>`,
    `<g stroke="black" stroke-width="${LINE_WIDTH}">${lines.join('')}</g>`,
    ...blocks.map(groupOf),
    '</svg>',
  ].join('\n');
}

const groupOf = ({ box, role, runs }: TextBlock): string =>
  `<g data-box="${escape(box)}" data-role="${role}">${runs.map((run) => textOf(run)).join('')}</g>`;

function textOf({ x, y, size, family, bold, text, width, address }: TextRun): string {
  const origin = address
    ? ` data-item="${escape(address.itemId)}" data-rows="${address.rowNo} ${address.rowNo2} ${address.rowNo3}"`
    : '';
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" font-family="report-${family}" font-weight="${bold ? 700 : 400}" textLength="${round(width)}" xml:space="preserve"${origin}>${escape(text)}</text>`;
}

const round = (length: number): string => String(Math.round(length * 100) / 100);

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
