import { describe, expect, it } from 'vitest';
import { readDeliveryReport } from './deliveryReport.ts';

const ID = '7d0e@safety.example';

interface Given {
  action?: string;
  status?: string;
  encoding?: string;
  envelopeId?: string;
  further?: string;
}

/** A notification as a mail server writes it. */
function notification({ action = 'failed', status = '5.1.1', further = '', ...given }: Given = {}): string {
  const { encoding = '7bit', envelopeId = `Original-Envelope-Id: ${ID}` } = given;
  const ofDelivery = [
    'Reporting-MTA: dns; mx.partner.example',
    envelopeId,
    '',
    'Final-Recipient: rfc822; qa@partner.example',
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1 no such',
    '  user here',
    further,
  ].join('\r\n');
  const body = encoding === 'base64' ? btoa(ofDelivery) : ofDelivery;
  return [
    'From: MAILER-DAEMON@partner.example',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="limit 1"',
    '',
    '--limit 1',
    'Content-Type: text/plain',
    '',
    'Your message could not be delivered.',
    '--limit 1',
    'Content-Type: message/delivery-status',
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    body,
    '--limit 1',
    'Content-Type: text/rfc822-headers',
    '',
    'Subject: A report',
    `Message-ID: <${ID}>`,
    '--limit 1--',
    '',
  ].join('\r\n');
}

describe('a delivery status notification', () => {
  it.each([
    ['failed', 'bounced'],
    ['Delayed', 'delayed'],
    ['delivered', 'delivered'],
    ['relayed', null],
    ['expanded', null],
  ])('%s is %s', (action, delivery) => {
    expect(readDeliveryReport(notification({ action }))?.delivery).toBe(delivery);
  });

  it('names its mail by the envelope, or by what it returns', () => {
    expect(readDeliveryReport(notification())?.mailIds).toEqual([ID, ID]);
    expect(readDeliveryReport(notification({ envelopeId: 'Arrival-Date: today' }))?.mailIds).toEqual([ID]);
  });

  it('tells why, also in a folded line', () => {
    expect(readDeliveryReport(notification())?.note).toBe('5.1.1 550 5.1.1 no such user here');
  });

  it('reports the worst of several recipients', () => {
    const further = '\r\nFinal-Recipient: rfc822; b@partner.example\r\nAction: failed\r\nStatus: 5.2.2';
    const report = readDeliveryReport(notification({ action: 'delivered', further }));
    expect(report).toMatchObject({ delivery: 'bounced', note: '5.2.2' });
  });

  it('is read from base64, and with line feeds alone', () => {
    expect(readDeliveryReport(notification({ encoding: 'base64' }))?.delivery).toBe('bounced');
    expect(readDeliveryReport(notification().replaceAll('\r\n', '\n'))?.delivery).toBe('bounced');
  });

  it.each([
    ['an answer of a person', `In-Reply-To: <${ID}>\r\nContent-Type: text/plain\r\n\r\nI am on leave.`],
    ['a mail with a file', 'Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n\r\nx\r\n--a--'],
    [
      'an automatic answer',
      `From: a@partner.example\r\nReturn-Path: <>\r\nIn-Reply-To: <${ID}>\r\n\r\nCode 5.0.0, I am on leave.`,
    ],
    ['nothing', ''],
  ])('is not %s', (_, raw) => expect(readDeliveryReport(raw)).toBeNull());
});

/** Bounces as mail servers of several makers write them, without `message/delivery-status`. */
const POSTFIX = `From: MAILER-DAEMON@mx.partner.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
Content-Type: text/plain

This is the mail system at host mx.partner.example.

<qa@partner.example>: host mail.partner.example[192.0.2.7] said: 550 5.1.1
    <qa@partner.example>: Recipient address rejected (in reply to RCPT TO)

Received: from safety.example by mx.partner.example
Message-ID: <${ID}>
Subject: A report

Grade 4.2.1 of the comment.
`;
const EXIM = `X-Failed-Recipients: qa@partner.example
From: Mail Delivery System <Mailer-Daemon@partner.example>
References: <${ID}>

A message that you sent could not be delivered to all of its recipients.
  qa@partner.example
    all relevant MX records point to non-existent hosts
`;
const EXCHANGE = `From: <postmaster@partner.example>
Content-Type: multipart/mixed; boundary="x1"

--x1
Content-Type: multipart/alternative; boundary=x2

--x2
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: base64

${btoa('Delivery has failed to these recipients.\n#550 5.1.10 RESOLVER.ADR.RecipientNotFound ##')}
--x2--
--x1
Content-Type: message/rfc822

Subject: A report
Message-ID:
 <${ID}>

The text.
--x1--
`;
const QMAIL = `From: MAILER-DAEMON@partner.example

Hi. This is the qmail-send program at partner.example.
<qa@partner.example>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.
> Message-ID: <${ID}>
`;
const SENDMAIL = `From: Mail Delivery Subsystem <MAILER-DAEMON@partner.example>
In-Reply-To: <${ID}>

   ----- Transcript of session follows -----
451 4.4.1 reply: read error from mail.partner.example.
Warning: message still undelivered after 4 hours
`;
const ANSWER_ALONE = `From: postmaster@partner.example
In-Reply-To: <${ID}>

The server answered: 552 mailbox full
`;

describe('a bounce that is a text', () => {
  it.each([
    ['Postfix', POSTFIX, 'bounced', /said: 550 5\.1\.1$/],
    ['Exim', EXIM, 'bounced', /^$/],
    ['Exchange', EXCHANGE, 'bounced', /5\.1\.10/],
    ['qmail', QMAIL, 'bounced', /#5\.1\.1/],
    ['Sendmail, while it still tries', SENDMAIL, 'delayed', /^451 4\.4\.1/],
    ['an answer without a status', ANSWER_ALONE, 'bounced', /552 mailbox full/],
  ])('is read from %s', (_, raw, delivery, note) => {
    for (const lines of [raw, raw.replaceAll('\n', '\r\n')]) {
      const report = readDeliveryReport(lines);
      expect(report).toMatchObject({ delivery, note: expect.stringMatching(note) as string });
      expect(report?.mailIds).toContain(ID);
    }
  });

  it('is read from lines that go on, of which the spaces stay', () => {
    const packed = (body: string) =>
      `From: postmaster@a.example\nReferences: <${ID}>\nContent-Transfer-Encoding: quoted-printable\n\n${body}`;
    const raw = packed('550 5.1.1 no such =\nuser= \t\n here');
    expect(readDeliveryReport(raw)?.note).toBe('550 5.1.1 no such user here');
    // in time proportional to the mail, which anybody may send
    const long = packed(`${' '.repeat(2_000_000)}\n550 5.1.1 nobody`);
    expect(readDeliveryReport(long)?.note).toBe('550 5.1.1 nobody');
  });

  it('is read where the mail has parts in parts without end', () => {
    const nested = Array.from(
      { length: 20_000 },
      (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\n\n--b${level}\n`,
    );
    const raw = `From: postmaster@a.example\nReferences: <${ID}>\n${nested.join('')}\n550 5.1.1 nobody`;
    expect(readDeliveryReport(raw)?.delivery).toBe('bounced');
  });

  it('has no character that the database cannot hold', () => {
    const raw = `From: postmaster@a.example\nContent-Transfer-Encoding: quoted-printable\n\n550 5.1.1 no=00body\n\nMessage-ID: <7d=000e@a.example>`;
    expect(readDeliveryReport(raw)).toEqual({
      mailIds: ['7d0e@a.example'],
      delivery: 'bounced',
      note: '550 5.1.1 nobody',
    });
  });

  it.each([
    [
      'does not say whether the mail is tried again',
      `From: postmaster@a.example\nReferences: <${ID}>\n\nA problem.`,
    ],
    ['names no mail', 'From: mailer-daemon@a.example\n\n550 5.1.1 nobody'],
  ])('is left alone if it %s', (_, raw) => expect(readDeliveryReport(raw)).toBeNull());
});
