import { describe, expect, it } from 'vitest';
import { SetupProblem } from '../settings.ts';
import { mailSettings } from './mailSettings.ts';

const SET = {
  CASEWRIGHT_MAIL_URL: 'smtp://me:secret@mail.example',
  CASEWRIGHT_MAIL_FROM: 'Casewright <safety@casewright.example>',
  CASEWRIGHT_PUBLIC_URL: 'https://safety.example',
};

describe('mailSettings', () => {
  it('are none where no mail server is named', () => {
    expect(mailSettings({ CASEWRIGHT_MAIL_FROM: 'safety@casewright.example' })).toBeNull();
  });

  it.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false, login: null }],
    ['smtps://mail.example', { host: 'mail.example', port: 465, secure: true, login: null }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, secure: false, login: null }],
    ['smtp://a%40b:c%3Ad@mail.example', { login: { user: 'a@b', password: 'c:d' } }],
  ])('are read from %s', (url, settings) => {
    expect(mailSettings({ ...SET, CASEWRIGHT_MAIL_URL: url })).toMatchObject(settings);
  });

  it.each([
    ['pop3s://a%40b:c@h', { host: 'h', port: 995, secure: true, login: { user: 'a@b', password: 'c' } }],
    ['pop3://a:c@127.0.0.1:1100', { host: '127.0.0.1', port: 1100, secure: false }],
  ])('name the mailbox of reports: %s', (url, reports) => {
    const given = { ...SET, CASEWRIGHT_MAIL_REPORTS_URL: url, CASEWRIGHT_MAIL_REPORTS_TO: 'r@host.example' };
    expect(mailSettings(given)?.reports).toMatchObject({ ...reports, address: 'r@host.example' });
  });

  it.each([
    [{ CASEWRIGHT_MAIL_URL: 'mail.example:25' }, /^CASEWRIGHT_MAIL_URL must look like/],
    [{ CASEWRIGHT_MAIL_URL: 'https://me:secret@mail.example' }, /^CASEWRIGHT_MAIL_URL must look like/],
    [{ CASEWRIGHT_MAIL_URL: 'smtp://me:secret%@mail.example' }, /^CASEWRIGHT_MAIL_URL holds a %/],
    [{ CASEWRIGHT_MAIL_FROM: '' }, /^CASEWRIGHT_MAIL_FROM is '', but must be an address/],
    [{ CASEWRIGHT_MAIL_FROM: 'safety' }, /^CASEWRIGHT_MAIL_FROM is 'safety'/],
    [{ CASEWRIGHT_MAIL_FROM: 'Casewright <safety@host' }, /^CASEWRIGHT_MAIL_FROM/],
    [{ CASEWRIGHT_MAIL_FROM: 'a@host.example, b@host.example' }, /^CASEWRIGHT_MAIL_FROM/],
    [{ CASEWRIGHT_MAIL_REPORTS_URL: 'imaps://a:secret@h' }, /^CASEWRIGHT_MAIL_REPORTS_URL must look like/],
    [{ CASEWRIGHT_MAIL_REPORTS_URL: 'pop3s://host' }, /^CASEWRIGHT_MAIL_REPORTS_URL must look like/],
    // a password goes over TLS
    [{ CASEWRIGHT_MAIL_REPORTS_URL: 'pop3://a:secret@h' }, /^CASEWRIGHT_MAIL_REPORTS_URL must look like/],
    [
      { CASEWRIGHT_MAIL_REPORTS_URL: 'pop3s://a:secret@h', CASEWRIGHT_MAIL_REPORTS_TO: 'x' },
      /^CASEWRIGHT_MAIL_REPORTS_TO is 'x'/,
    ],
    // a link in a mail must not lead where the head of some request says
    [{ CASEWRIGHT_PUBLIC_URL: '' }, /^CASEWRIGHT_MAIL_URL needs CASEWRIGHT_PUBLIC_URL/],
  ])('are refused with %o, without a password in the message', (env, why) => {
    const read = () => mailSettings({ ...SET, ...env });
    expect(read).toThrow(SetupProblem);
    expect(read).toThrow(why);
    expect(read).toThrow(/^(?!.*secret)/);
  });
});
