import { describe, expect, it } from 'vitest';
import { openTransports } from './openTransports.ts';
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

  it('sends reports to the internet encrypted only, and to the network of the operator as that has it', () => {
    const open = (external: string) => () => requireAllowedHosts(null, { settings: { external } });
    expect(open('http://api.gateway.example/v1')).toThrow('api.gateway.example');
    expect(open('HTTP://8.8.8.8/v1')).toThrow('https://');
    for (const address of [
      'https://api.gateway.example/v1',
      'http://127.0.0.1:81',
      'http://10.0.0.7/x',
      'http://gateway:8080',
      'http://[::1]:8080',
    ])
      expect(open(address), address).not.toThrow();
  });

  it('is not let through by another port, a user or upper case in an address', () => {
    const settings = { external: 'HTTP://allowed.example:80@169.254.169.254:8080/x' };
    expect(() => requireAllowedHosts(['allowed.example'], { settings })).toThrow('169.254.169.254');
  });
});

describe('a connection where any host is allowed', () => {
  const probing = (host: string, transportHosts: string[] | null = null) =>
    openTransports({ submissionDir: null, transportHosts })
      .remote({
        adapter: 'fdaApi',
        environment: 'test',
        settings: { external: `https://${host}`, upload: 'https://upload.example' },
        secrets: {},
      })
      .probe();

  it.each(['169.254.169.254', '[fe80::1]', '[::ffff:169.254.169.254]', '0xA9FEA9FE', '168.63.129.16:443'])(
    'does not lead to %s, where a cloud tells the server its settings',
    async (host) => {
      await expect(probing(host)).rejects.toMatchObject({
        fault: 'settings',
        message: expect.stringContaining('CASEWRIGHT_TRANSPORT_HOSTS'),
      });
    },
  );

  it('leads to a machine of the network: nothing listens there', async () => {
    await expect(probing('127.0.0.1:1')).rejects.toMatchObject({ fault: 'passing' });
  });
});
