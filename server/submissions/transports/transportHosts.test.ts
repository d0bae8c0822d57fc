import { describe, expect, it } from 'vitest';
import { requireAllowedHosts } from './transportHosts.ts';

const FDA = {
  settings: {
    external: 'https://api.gateway.example/v1',
    upload: 'https://upload.gateway.example',
    centre: 'CDER',
  },
};
const SFTP = { settings: { host: 'SFTP.partner.example', port: '22' } };
const check = (allowed: string[] | null, profile: typeof FDA | typeof SFTP) => () =>
  requireAllowedHosts(allowed, profile);

describe('a profile of a transport', () => {
  it('names only hosts that the operator lists', () => {
    expect(check(['sftp.partner.example'], SFTP)).not.toThrow();
    expect(check(['api.gateway.example', 'upload.gateway.example'], FDA)).not.toThrow();
    expect(check(['api.gateway.example'], FDA)).toThrow('upload.gateway.example');
    expect(check([], SFTP)).toThrow('CASEWRIGHT_TRANSPORT_HOSTS');
    expect(check(['example'], SFTP)).toThrow();
  });

  it('names any host where the operator has lifted the limit', () => {
    expect(check(null, SFTP)).not.toThrow();
  });

  it('is not let through by another port, a user or upper case in an address', () => {
    const settings = { external: 'HTTP://allowed.example:80@169.254.169.254:8080/x' };
    expect(() => requireAllowedHosts(['allowed.example'], { settings })).toThrow('169.254.169.254');
  });
});
