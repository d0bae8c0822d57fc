/** Takes a mail apart (MIME). One character for each byte. Pure. */

export interface MailPart {
  /** names in lower case */
  headers: Map<string, string>;
  body: string;
}

export const typeOf = ({ headers }: MailPart): string => headers.get('content-type') ?? '';

/** Levels of parts; the body of each is read once more. */
const MAX_LEVELS = 8;

/** All texts of the mail, one after the other, also those of a mail that it returns. What is nested deeper is one text. */
export const textOf = (mail: MailPart, levels = MAX_LEVELS): string => {
  const parts = levels === 0 ? [] : partsOf(mail);
  return parts.length === 0 ? mail.body : parts.map((part) => textOf(part, levels - 1)).join('\n');
};

function boundaryOf(contentType: string): string | null {
  if (!/^multipart\//i.test(contentType)) return null;
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  return quoted ?? bare ?? null;
}

/** The parts of a mail or of one of its parts; none if it is a single text. */
export function partsOf({ headers, body }: MailPart): MailPart[] {
  const boundary = boundaryOf(headers.get('content-type') ?? '');
  if (boundary === null) return [];
  const parts: string[][] = [];
  for (const line of body.split(/\r?\n/)) {
    if (line.trimEnd() === `--${boundary}--`) break;
    if (line.trimEnd() === `--${boundary}`) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.map((lines) => mailOf(lines.join('\n')));
}

/** Headers and body of a mail or a part. */
export function mailOf(text: string): MailPart {
  const [head = '', ...rest] = text.split(/\r?\n\r?\n/);
  const headers = fieldsOf(head);
  const body = rest.join('\n\n');
  return { headers, body: decoded(body, headers.get('content-transfer-encoding') ?? '7bit') };
}

/** A field may continue in lines that begin with a space. */
export function fieldsOf(text: string): Map<string, string> {
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
    // a line that goes on ends with the sign, and may have been padded on its way (RFC 2045 6.7)
    return body
      .replaceAll(/=[ \t]*\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  if (!/^base64$/i.test(encoding)) return body;
  const packed = body.replaceAll(/[^A-Za-z0-9+/]/g, '');
  return packed.length % 4 === 1 ? body : atob(packed);
}
