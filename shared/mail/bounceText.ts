/** Reads bounces of mail servers that write a text instead of a notification. Pure. */
import type { DeliveryReport } from './deliveryReport.types.ts';

/** Mail servers write from these; people and their automatic answers do not. */
const OF_SERVER = /(?:^|[<"\s])(?:mailer-daemon|postmaster|microsoftexchange[0-9a-f]{10,})@/i;
const OWN_NUMBER = /^[ \t>|]*message-id:\s*<([^<>\s]+)>/im;
/** Status codes (RFC 3463), and answers of SMTP at the beginning of a line or of a quotation. */
const STATUS = /(?:^|[\s(#[])([45])\.\d{1,3}\.\d{1,3}(?![\d.])/m;
const ANSWER = /(?:^|[:#"'])[ \t]*([45])\d\d[ \t-]/m;
const MAX_NOTE = 300;

/**
 * It is recognised by its author and by the number of the mail that it returns, and classified by its codes, never by its
 * words, which are in the language of the server. Null: it is none, or does not say whether the mail is tried again.
 */
export function readBounceText(headers: ReadonlyMap<string, string>, text: string): DeliveryReport | null {
  const failed = headers.get('x-failed-recipients') !== undefined;
  if (!failed && !OF_SERVER.test(headers.get('from') ?? '')) return null;
  const returned = OWN_NUMBER.exec(text);
  const mailIds = [...idsOf(headers), ...(returned?.[1] === undefined ? [] : [returned[1]])];
  if (mailIds.length === 0) return null;
  // what is returned may have codes of its own
  const notice = text.slice(0, returned?.index);
  const code = STATUS.exec(notice) ?? ANSWER.exec(notice);
  if (!code && !failed) return null;
  const isTemporary = code?.[1] === '4' && !failed;
  return { mailIds, delivery: isTemporary ? 'delayed' : 'bounced', note: code ? lineAt(notice, code) : '' };
}

/** Numbers of the mails that it answers. */
const idsOf = (headers: ReadonlyMap<string, string>): string[] =>
  ['in-reply-to', 'references'].flatMap((name) =>
    [...(headers.get(name) ?? '').matchAll(/<([^<>\s]+)>/g)].flatMap(([, id]) => id ?? []),
  );

function lineAt(text: string, { index, 0: found }: RegExpExecArray): string {
  const at = index + found.search(/\d/);
  const end = text.indexOf('\n', at);
  const line = text.slice(text.lastIndexOf('\n', at) + 1, end === -1 ? undefined : end);
  return line.trim().slice(0, MAX_NOTE);
}
