import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOf } from '../testing/costOf.ts';
import type { Acknowledgement } from './acknowledgement.types.ts';
import { correctionDay } from './correction.ts';
import { DELAYED_AFTER_MS, isChangeable, isDelayed } from './delayed.ts';
import { kindOfReport } from './kindOfReport.ts';
import { itemsNamedIn, messageAnswers, unknownNumbers } from './messageAnswers.ts';
import { readAcknowledgement } from './readAcknowledgement.ts';
import { isOtherwise, predictAnswer } from './predictAnswer.ts';
import { hasDisposition, readReceipt } from './readReceipt.ts';
import { writeAcknowledgement } from './writeAcknowledgement.ts';
import { writeR2Acknowledgement } from './writeR2Acknowledgement.ts';

const ACK: Acknowledgement = {
  number: 'A1',
  sender: 'ZZFDA',
  receiver: 'ACME',
  sentAt: '20260102030405+0000',
  batchNumber: 'B1',
  batchSentAt: '20260101120000+0000',
  code: 'AE',
  text: 'some messages need further action',
  messages: [
    {
      messageNumber: 'uuid-1 US-ACME-1',
      localNumber: '77',
      code: 'CA',
      text: 'Report Loaded Successfully',
      createdAt: '20260101',
    },
    {
      messageNumber: 'US-ACME-2',
      localNumber: null,
      code: 'CR',
      text: 'With Tag Id FDA.C.1.12 is Mandatory.',
      createdAt: null,
    },
  ],
};
const SENT = [1, 2, 3].map((seq) => ({ seq, messageNumber: `uuid-${seq}`, caseNumber: `US-ACME-${seq}` }));

describe('the day until which to correct a report', () => {
  const at = (due: string | null, days: number | null) => correctionDay({ due, today: '20260310', days });

  it('is the day of the report, or the one that the sponsor demands earlier', () => {
    expect(at('20260320', null)).toBe('20260320');
    expect(at('20260320', 3)).toBe('20260313');
    expect(at('20260311', 3)).toBe('20260311');
  });

  it('is counted from the answer where the day of the report is over', () => {
    expect(at('20260309', null)).toBe('20260310');
    expect(at('20260309', 3)).toBe('20260313');
    expect(at(null, 3)).toBe('20260313');
  });
});

describe('an acknowledgement', () => {
  it('is the same after writing and reading', () => {
    expect(readAcknowledgement(writeAcknowledgement(ACK))).toEqual(ACK);
  });

  it('is the same in the form of E2B(R2), where the answered batch has a time of its own', () => {
    const text = writeR2Acknowledgement({ ...ACK, batchSentAt: '202601' });
    expect(readAcknowledgement(text)).toEqual({
      ...ACK,
      sentAt: '20260102030405',
      batchSentAt: '20260101000000',
      messages: ACK.messages.map((message) => ({ ...message, createdAt: null })),
    });
    expect(text).toContain('<icsrmessagesenderidentifier>ACME</icsrmessagesenderidentifier>');
  });

  it('survives any text', () => {
    const line = fc.stringMatching(/^[!-~가-힣]{1,60}$/);
    const text = fc.option(line, { nil: null });
    fc.assert(
      fc.property(line, text, line, (batchNumber, why, messageNumber) => {
        const [message] = ACK.messages;
        const ack = { ...ACK, batchNumber, text: why, messages: [{ ...message, messageNumber } as never] };
        expect(readAcknowledgement(writeAcknowledgement(ack))).toEqual(ack);
      }),
    );
  });

  it('can be read whatever was pasted into its texts', () => {
    const text = 'not our case\u000bsee mail\u0007 😀'.padEnd(248, '😀');
    const read = readAcknowledgement(writeAcknowledgement({ ...ACK, text })).text;
    expect(read).toMatch(/^not our case\nsee mail 😀/);
    expect(readAcknowledgement(writeR2Acknowledgement({ ...ACK, text })).text).toBe(read);
  });

  it('is cut to the length of its field', () => {
    const text = 'x'.repeat(400);
    expect(readAcknowledgement(writeAcknowledgement({ ...ACK, text })).text).toHaveLength(250);
  });

  it.each<[string, string]>([
    ['attributes', `<a ${Array.from({ length: 500_000 }, (_, at) => `a${at}=""`).join(' ')}/>`],
    ['elements', '<a/>'.repeat(250_000)],
    ['messages', '<MCCI_IN000002UV01/>'.repeat(10_001)],
  ])('with more %s than a batch can have is refused', (_, inside) => {
    const text = writeAcknowledgement(ACK).replace('<responseModeCode', `${inside}<responseModeCode`);
    expect(() => readAcknowledgement(text)).toThrow('too large for an acknowledgement');
  });

  it('has every detail that a receiver writes, and the time of a batch by its old name', () => {
    const detail = (text: string): string =>
      `<acknowledgementDetail><text>${text}</text></acknowledgementDetail>`;
    const text = writeAcknowledgement(ACK)
      .replace(
        /<acknowledgementDetail.*?<\/acknowledgementDetail>/s,
        detail('C.1.1 &eacute;') + detail('D.5'),
      )
      .replace('code="3"', 'code="dateOfIcsrBatchTransmission"');
    const read = readAcknowledgement(`\n${text}`);
    expect([read.messages[0]?.text, read.text].filter((one) => one?.includes('\n'))).toEqual([
      'C.1.1 é\nD.5',
    ]);
    expect(read.batchSentAt).toBe(ACK.batchSentAt);
  });

  it('has values of a length that can be stored for each message', () => {
    const text = writeAcknowledgement(ACK).replace('Report Loaded', 'x'.repeat(100_000));
    expect(readAcknowledgement(text).messages[0]?.text).toHaveLength(4000);
  });

  it('may be of E2B(R2), with and without leading zeros', () => {
    const r2 = (code: string, report: string) => `<?xml version="1.0"?>
      <!DOCTYPE ichicsrack SYSTEM "http://eudravigilance.ema.europa.eu/dtd/icsrack11xml.dtd">
      <ichicsrack lang="en"><ichicsrmessageheader><messagenumb>A2</messagenumb>
      <messagesenderidentifier>PMDA</messagesenderidentifier><messagereceiveridentifier>ACME</messagereceiveridentifier>
      <messagedate>20260102</messagedate></ichicsrmessageheader><acknowledgment><messageacknowledgment>
      <icsrmessagenumb>B1</icsrmessagenumb><transmissionacknowledgmentcode>${code}</transmissionacknowledgmentcode>
      </messageacknowledgment><reportacknowledgment><safetyreportid>US-ACME-1</safetyreportid>
      <reportacknowledgmentcode>${report}</reportacknowledgmentcode><errormessagecomment>bad</errormessagecomment>
      </reportacknowledgment></acknowledgment></ichicsrack>`;
    expect(readAcknowledgement(r2('02', '02'))).toMatchObject({
      batchNumber: 'B1',
      code: 'AE',
      messages: [{ messageNumber: 'US-ACME-1', code: 'CR', text: 'bad' }],
    });
    expect(readAcknowledgement(r2('1', '1'))).toMatchObject({ code: 'AA', messages: [{ code: 'CA' }] });
    // PMDA has taken what a batch that it took refuses
    expect(readAcknowledgement(r2('01', '02')).messages).toMatchObject([{ code: 'CA', text: 'bad' }]);
    expect(readAcknowledgement(r2('01', '02').replaceAll('PMDA', 'EVHUMAN')).messages).toMatchObject([
      { code: 'CR' },
    ]);
  });

  it.each([
    ['', 'empty'],
    ['garbage', 'garbage'],
    ['<MCCI_IN200101UV01 xmlns="urn:hl7-org:v3"/>', 'without a code'],
    ['<MCCI_IN200100UV01 xmlns="urn:hl7-org:v3"/>', 'a report'],
    ['<!DOCTYPE a [<!ENTITY b "c">]><ichicsrack/>', 'with entities'],
    [writeAcknowledgement(ACK).slice(0, 400), 'cut off'],
    [writeAcknowledgement(ACK).replace('"AE"', '"XX"'), 'with an unknown code'],
  ])('is refused where it is %2$s', (text) => {
    expect(() => readAcknowledgement(text)).toThrow();
  });
});

describe('a receipt', () => {
  it.each([
    [
      '\r\nDisposition: automatic-action/MDN-sent; processed/error: decryption-failed \r\n',
      'processed/error: decryption-failed',
    ],
    ['  Core Id :  123 \n', null],
    [
      'Disposition: automatic-action/MDN-sent-automatically;\r\n  processed/error: decryption-failed\r\nTo: x\r\n',
      'processed/error: decryption-failed',
    ],
    [
      'Disposition: x; processed/error: not ours; see the agreement',
      'processed/error: not ours; see the agreement',
    ],
  ])('is read from %j', (text, refusal) => {
    expect(readReceipt(text)).toMatchObject({ refusal });
  });

  it.each([
    ['lines', '\n'.repeat(100_000)],
    ['blanks', `Core Id:${' '.repeat(100_000)}x`.repeat(2)],
    ['blanks before a name', ' '.repeat(100_000)],
    ['folded lines', `Disposition:${'\n  x'.repeat(100_000)}`],
  ])('is looked for in time proportional to the text: %s', async (_, text) => {
    expect(await costOf(() => readReceipt(text))).toBeLessThan(40);
  });
});

describe('answers to messages', () => {
  it('follow the parts of the messages, and are left to a user where an AE does not name one', () => {
    expect(messageAnswers(ACK, SENT).map(({ verdict }) => verdict)).toEqual([
      'accepted',
      'rejected',
      'undecided',
    ]);
    expect(unknownNumbers(ACK, SENT.slice(0, 1))).toEqual(['US-ACME-2']);
  });

  it('are of the first part that names the message, or else its case and no message, however many there are', async () => {
    const name = fc.constantFrom(...SENT.flatMap((one) => [one.messageNumber, one.caseNumber]), 'other');
    const named = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join(' '));
    fc.assert(
      fc.property(fc.array(named, { maxLength: 8 }), (numbers) => {
        const messages = numbers.map((messageNumber, at) => ({
          messageNumber,
          localNumber: String(at),
          code: 'CA' as const,
          text: null,
        }));
        for (const { seq, localNumber } of messageAnswers({ ...ACK, messages }, SENT)) {
          const ofMessage = numbers.findIndex((one) => one.includes(`uuid-${seq}`));
          const ofCase = numbers.findIndex((one) => one.includes(`ACME-${seq}`) && !one.includes('uuid'));
          const at = ofMessage < 0 ? ofCase : ofMessage;
          expect(localNumber).toBe(at < 0 ? null : String(at));
        }
      }),
    );
    const parts = Array.from({ length: 10_000 }, (_, at) => ({
      ...ACK.messages[0],
      messageNumber: `x ${at}`,
    }));
    const sent = Array.from({ length: 1000 }, (_, seq) => ({
      seq,
      messageNumber: `m${seq}`,
      caseNumber: `c${seq}`,
    }));
    const cost = await costOf(() => {
      messageAnswers({ ...ACK, messages: parts as never }, sent);
      unknownNumbers({ ...ACK, messages: parts as never }, sent);
    });
    expect(cost).toBeLessThan(100);
  });

  it.each([
    ['AA', 'accepted'],
    ['AR', 'rejected'],
  ] as const)('are those of the batch for %s without parts', (code, verdict) => {
    expect(messageAnswers({ ...ACK, code, messages: [] }, SENT).every((one) => one.verdict === verdict)).toBe(
      true,
    );
  });

  const part = (messageNumber: string, code: 'CA' | 'CR') => ({
    messageNumber,
    localNumber: null,
    code,
    text: null,
  });

  it.each([
    ['AA', 'CR', 'uuid-1', ['undecided', 'accepted', 'accepted']],
    ['AR', 'CA', 'uuid-1', ['undecided', 'rejected', 'rejected']],
    // in other letters: whose refusal it is, is not known
    ['AA', 'CR', 'UUID-1', ['undecided', 'undecided', 'undecided']],
    ['AA', 'CA', 'UUID-1', ['accepted', 'accepted', 'accepted']],
  ] as const)(
    'are left to a user where %s of the batch and %s of %s disagree',
    (code, own, named, verdicts) => {
      const answers = messageAnswers({ ...ACK, code, messages: [part(named, own)] }, SENT);
      expect(answers.map(({ verdict }) => verdict)).toEqual(verdicts);
    },
  );

  it.each([
    ['a part that names the case', ['US-ACME-1'], ['undecided', 'undecided']],
    ['as many parts as messages', ['US-ACME-1', 'US-ACME-1'], ['rejected', 'rejected']],
    ['a part that names one of them', ['uuid-1 US-ACME-1'], ['rejected', 'undecided']],
    ['a part for one, another for the case', ['uuid-2', 'US-ACME-1'], ['rejected', 'rejected']],
  ])('to two messages of one case are not guessed: %s', (_what, named, verdicts) => {
    const sent = ['uuid-1', 'uuid-2'].map((messageNumber, seq) => ({
      seq,
      messageNumber,
      caseNumber: 'US-ACME-1',
    }));
    const messages = named.map((one) => part(one, 'CR'));
    expect(messageAnswers({ ...ACK, messages }, sent).map(({ verdict }) => verdict)).toEqual(verdicts);
  });

  it('are left to a user where one answer accepts and refuses a message', () => {
    const messages = [part('uuid-1', 'CA'), part('uuid-1', 'CR')];
    expect(messageAnswers({ ...ACK, messages }, SENT)[0]?.verdict).toBe('undecided');
  });

  it('are a warning where an accepted report has more than a success text', () => {
    const messages = [{ messageNumber: 'uuid-1', localNumber: null, code: 'CA' as const, text: 'Odd unit' }];
    expect(messageAnswers({ ...ACK, messages }, SENT)[0]?.verdict).toBe('acceptedWithWarning');
  });

  const EMA_COMMENTS =
    'Comments: Parsing process: Correct report;\n  Classification: case number GB-1, Replaced report';
  it.each([
    ['Safety report loaded; Validated against 2.18 business rules;', 'accepted'],
    ['No comments or error', 'accepted'],
    ['None', 'accepted'],
    ['No error in the dates, but the term is not current', 'acceptedWithWarning'],
    [`safety report loaded; Validated against 3.00 business rules;\n  ${EMA_COMMENTS}\n`, 'accepted'],
    [
      'Safety report loaded; Validated against 2.18 business rules;\nWarnings:\n1: FDA.C.5.6.r is invalid.\n',
      'acceptedWithWarning',
    ],
  ])('are read in a text of FDA or EMA: %s', (text, verdict) => {
    const messages = [{ messageNumber: 'uuid-1', localNumber: null, code: 'CA' as const, text }];
    // the FDA answers a batch with AE, whose messages were all loaded
    expect(messageAnswers({ ...ACK, code: 'AE', messages }, SENT)[0]?.verdict).toBe(verdict);
  });

  it('lead to the items that their texts name', () => {
    const known = new Set(['FDA.C.1.7.1', 'FDA.D.12', 'E.i.7']);
    const text =
      'Value With Tag Id FDA.C.1.7.1 is Mandatory.;Ethnicity (FDA.D.12) missing; E.i.7; FDA.D.12; no.item';
    expect(itemsNamedIn(text, (id) => known.has(id))).toEqual(['FDA.C.1.7.1', 'FDA.D.12', 'E.i.7']);
  });
});

describe('a receipt', () => {
  it.each([
    ['Disposition: automatic-action/MDN-sent-automatically; processed', { coreId: null, refusal: null }],
    ['DISPOSITION: x; processed/warning: late', { coreId: null, refusal: null }],
    ['Disposition: x; processed/error: decryption-failed', { refusal: 'processed/error: decryption-failed' }],
    ['Disposition: x; failed/failure: unsupported format', { refusal: 'failed/failure: unsupported format' }],
    ['MessageId: 1\nCoreId: ci-7\nDateTime Receipt Generated: now', { coreId: 'ci-7', refusal: null }],
  ])('is read: %s', (text, expected) => {
    expect(readReceipt(text)).toMatchObject(expected);
  });

  it.each([
    ['automatic-action/MDN-sent-automatically; processed', true],
    ['automatic-action/MDN-sent-automatically; PROCESSED / Warning: late', true],
    ['automatic-action/MDN-sent-automatically;', false],
    ['', false],
    ['manual-action/MDN-sent-manually; displayed', false],
    ['automatic-action/MDN-sent-automatically; processed/', false],
    ['automatic-action/MDN-sent-automatically; processed  /unknown', false],
    ['automatic-action/MDN-sent-automatically; processedish', false],
  ])('proves the hand-over only by a disposition that says so: %j', (disposition, isClear) => {
    const text = `Content-Type: message/disposition-notification\nDisposition: ${disposition}\n`;
    expect(readReceipt(text)).toEqual({ coreId: null, refusal: null, isClear });
  });

  it.each([writeAcknowledgement(ACK), writeR2Acknowledgement(ACK), '<ICHICSRACK><ACKNOWLEDGMENT>'])(
    'is not the acknowledgement behind the lines of a mail that asks for one: %#',
    (ack) => {
      const mail = 'From: gateway@example.com\nDisposition-Notification-To: a@example.com\nCore Id: 5\n\n';
      expect(readReceipt(mail + ack)).toBeNull();
    },
  );

  it('proves nothing where it is a notification without a disposition', () => {
    expect(readReceipt('Content-Type: message/disposition-notification\n\n')).toMatchObject({
      isClear: false,
    });
  });

  it.each([
    ['Disposition: x; processed\n', true],
    ['Disposition: x;\n processed/error: expired\nTo', true],
    ['Disposition: x; processed', false],
    ['Disposition: x;\n proc', false],
    ['Disposition: x;\n', false],
    ['CoreId: ci-7\n', false],
    ['', false],
  ])('may still be written until the line of its disposition ends: %j', (text, isWhole) => {
    expect(hasDisposition(text)).toBe(isWhole);
  });

  it('is no other file', () => {
    expect(readReceipt('<html>504</html>')).toBeNull();
    const comment = 'Rejected.\nDisposition: automatic-action; processed\nCore Id: ci1';
    for (const before of ['', '\uFEFF\r\n '])
      expect(readReceipt(`${before}<MCCI_IN200101UV01><text>${comment}</text>`)).toBeNull();
    expect(readReceipt('')).toBeNull();
  });
});

describe('the predicted answer', () => {
  const warning = { checkId: 'rules', severity: 'warning', itemId: 'C.1.4' } as const;
  it('follows from what the receiver sees', () => {
    expect(predictAnswer([])).toEqual({ verdict: 'accepted', items: [] });
    expect(predictAnswer([{ ...warning, checkId: 'privacy' }]).verdict).toBe('accepted');
    // what the file cannot contain
    expect(predictAnswer([{ ...warning, checkId: 'structure' }]).verdict).toBe('accepted');
    expect(predictAnswer([warning, warning])).toEqual({ verdict: 'acceptedWithWarning', items: ['C.1.4'] });
    expect(predictAnswer([warning, { ...warning, severity: 'error', itemId: 'D.1' }])).toEqual({
      verdict: 'rejected',
      items: ['D.1'],
    });
  });

  it('is compared with the true one', () => {
    expect(isOtherwise({ verdict: 'accepted' }, 'rejected')).toBe(true);
    expect(isOtherwise({ verdict: 'accepted' }, 'acceptedWithWarning')).toBe(false);
    expect(isOtherwise({ verdict: 'accepted' }, 'sent')).toBeNull();
  });
});

describe('Delayed', () => {
  const sentAt = new Date('2026-01-01T00:00:00Z');
  const batch = { state: 'sent', sentAt, manualStatus: null };
  const at = (ms: number) => new Date(sentAt.getTime() + ms);

  it('is computed 48 hours after the hand-over', () => {
    expect(isDelayed(batch, at(DELAYED_AFTER_MS))).toBe(false);
    expect(isDelayed(batch, at(DELAYED_AFTER_MS + 1))).toBe(true);
    expect(isDelayed({ ...batch, state: 'acknowledged' }, at(DELAYED_AFTER_MS + 1))).toBe(false);
    expect(isDelayed({ ...batch, sentAt: null }, at(DELAYED_AFTER_MS + 1))).toBe(false);
  });

  it('or a manual status lets a user set another one, until an answer comes', () => {
    expect(isChangeable(batch, at(0))).toBe(false);
    expect(isChangeable(batch, at(DELAYED_AFTER_MS + 1))).toBe(true);
    expect(isChangeable({ ...batch, manualStatus: 'accepted' }, at(0))).toBe(true);
    expect(isChangeable({ ...batch, state: 'acknowledged', manualStatus: 'accepted' }, at(0))).toBe(false);
  });
});

describe('the kind of a report', () => {
  const version = { caseKey: 2, versionNo: 2, nullification: null, serious: true };
  const sent = { caseKey: 1, versionNo: 1, state: 'accepted' as const, serious: true };
  it.each([
    ['initial', version, []],
    ['initial', version, [{ ...sent, state: 'rejected' as const }]],
    ['followUp', version, [sent]],
    ['amendment', { ...version, nullification: '2' }, [sent]],
    ['nullification', { ...version, nullification: '1' }, [sent]],
    ['downgrade', { ...version, serious: false }, [sent]],
    ['resend', version, [{ ...sent, caseKey: 2, state: 'rejected' as const }]],
  ] as const)('is %s', (kind, of, earlier) => {
    expect(kindOfReport(of, earlier)).toBe(kind);
  });
});
