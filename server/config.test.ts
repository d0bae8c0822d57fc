import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, SetupProblem } from './config.ts';

const read = (env: NodeJS.ProcessEnv) => readConfig(env, '/srv');
const DATABASE_URL = 'postgres://user:secret@host:5432/database';

describe('readConfig', () => {
  it('needs nothing', () => {
    expect(read({})).toMatchObject({
      ...{ port: 8080, host: '127.0.0.1', dataDir: resolve('/srv/data'), databaseUrl: null, role: 'all' },
      ...{ demo: true, xsdDir: null, sessionMinutes: 60, behindProxy: false, translator: null },
    });
  });

  it('takes an empty variable for one that is not set', () => {
    expect(read({ PORT: '', DATABASE_URL: ' ' })).toEqual(read({}));
  });

  it.each([
    ['is on with the embedded database', {}, true],
    ['is off in a database that somebody set up', { DATABASE_URL }, false],
    ['can be switched off', { CASEWRIGHT_DEMO: '0' }, false],
    ['can be switched on', { DATABASE_URL, CASEWRIGHT_DEMO: 'yes' }, true],
  ])('leaves the demo as asked: it %s', (_what, env, demo) => {
    expect(read(env).demo).toBe(demo);
  });

  it.each([
    [{ PORT: '65536' }, "PORT is '65536', but must be a whole number from 0 to 65535"],
    [{ PORT: '80.5' }, "PORT is '80.5', but must be a whole number from 0 to 65535"],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL is 'loud', but must be one of fatal, /],
    [{ CASEWRIGHT_SESSION_MINUTES: '0' }, /from 1 to 720/],
    [{ DATABASE_URL: 'host/database' }, /^DATABASE_URL must look like/],
    [{ CASEWRIGHT_TRANSLATOR_URL: 'host' }, /^CASEWRIGHT_TRANSLATOR_URL is 'host', but must be an address/],
  ])('refuses %o', (env, why) => {
    expect(() => read(env)).toThrow(why);
    expect(() => read(env)).toThrow(SetupProblem);
  });

  it('never repeats a database address, which may hold a password', () => {
    expect(() => read({ DATABASE_URL: 'mysql://user:secret@host/database' })).toThrow(/^(?!.*secret)/);
  });
});
