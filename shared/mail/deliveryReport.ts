/** Reads delivery status notifications (RFC 3464), by which mail servers report what became of a mail. Pure. */

/** The worst that a notification reports of its recipients; a mail that only went on to another server is none of them. */
export type Delivery = 'delivered' | 'delayed' | 'bounced';

export interface DeliveryReport {
  /** ids by which the mail may be known: its envelope id, and its Message-ID without angle brackets */
  mailIds: string[];
  delivery: Delivery | null;
  /** status and diagnostic of the mail server, e.g. `5.1.1 550 user unknown` */
  note: string;
}

interface Part {
  /** names in lower case */
  headers: Map<string, string>;
  body: string;
}

const STATUS_TYPE = /^message\/(?:global-)?delivery-status\b/i;
const RETURNED_TYPE = /^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/global-headers)\b/i;
const DELIVERIES: Record<string, Delivery> = {
  failed: 'bounced',
  delayed: 'delayed',
  delivered: 'delivered',
};
const WORST_FIRST: readonly Delivery[] = ['bounced', 'delayed', 'delivered'];

/** `raw` is the mail as it was transferred, one character for each byte. Null: it is no notification. */
export function readDeliveryReport(raw: string): DeliveryReport | null {
  const { headers, body } = partOf(raw);
  const boundary = boundaryOf(headers.get('content-type') ?? '');
  if (boundary === null) return null;
  const parts = partsOf(body, boundary);
  const status = parts.find((part) => STATUS_TYPE.test(typeOf(part)));
  if (!status) return null;
  const [ofMail, ...ofRecipients] = status.body
    .split(/\r?\n[ \t]*\r?\n/)
    .filter((group) => group.trim() !== '')
    .map(fieldsOf);
  const returned = parts.find((part) => RETURNED_TYPE.test(typeOf(part)));
  const messageId = returned && fieldsOf(returned.body.split(/\r?\n\r?\n/)[0] ?? '').get('message-id');
  const ids = [ofMail?.get('original-envelope-id'), messageId];
  const delivery = WORST_FIRST.find((one) => ofRecipients.some((fields) => deliveryOf(fields) === one));
  const worst = ofRecipients.find((fields) => deliveryOf(fields) === delivery);
  return {
    mailIds: ids.flatMap((id) => id?.replaceAll(/^<|>$/g, '').trim() || []),
    delivery: delivery ?? null,
    note: worst ? noteOf(worst) : '',
  };
}

const typeOf = ({ headers }: Part): string => headers.get('content-type') ?? '';

const deliveryOf = (fields: Map<string, string>): Delivery | undefined =>
  DELIVERIES[(fields.get('action') ?? '').toLowerCase()];

/** The diagnostic without the name of its protocol (`smtp; 550 ...`). */
function noteOf(fields: Map<string, string>): string {
  const diagnostic = (fields.get('diagnostic-code') ?? '').replace(/^[\w-]+;\s*/, '');
  return [fields.get('status') ?? '', diagnostic].filter((text) => text !== '').join(' ');
}

function boundaryOf(contentType: string): string | null {
  if (!/^multipart\//i.test(contentType)) return null;
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  return quoted ?? bare ?? null;
}

function partsOf(body: string, boundary: string): Part[] {
  const parts: string[][] = [];
  for (const line of body.split(/\r?\n/)) {
    if (line.trimEnd() === `--${boundary}--`) break;
    if (line.trimEnd() === `--${boundary}`) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.map((lines) => partOf(lines.join('\n')));
}

function partOf(text: string): Part {
  const [head = '', ...rest] = text.split(/\r?\n\r?\n/);
  const headers = fieldsOf(head);
  const body = rest.join('\n\n');
  return { headers, body: decoded(body, headers.get('content-transfer-encoding') ?? '7bit') };
}

/** A field may continue in lines that begin with a space. */
function fieldsOf(text: string): Map<string, string> {
  const lines = text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const [, name, value] = /^([!-9;-~]+):[ \t]*(.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value.trim()]];
    }),
  );
}

function decoded(body: string, encoding: string): string {
  if (/^quoted-printable$/i.test(encoding))
    return body
      .replaceAll(/[ \t]*=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  if (!/^base64$/i.test(encoding)) return body;
  const packed = body.replaceAll(/[^A-Za-z0-9+/]/g, '');
  return packed.length % 4 === 1 ? body : atob(packed);
}
