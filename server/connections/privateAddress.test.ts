import { describe, expect, it } from 'vitest';
import { isMetadataAddress, isPrivateAddress } from './privateAddress.ts';

describe('an address', () => {
  it.each(
    '127.0.0.1 10.1.2.3 172.31.0.1 192.168.1.1 169.254.169.254 0.0.0.0 100.64.1.1 ::1 fe80::1 fd00::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::7f00:1 2002:7f00:1:: 2001:0:7f00:1:: 64:ff9b:1::7f00:1 fec0::1 ::ffff:0:7f00:1 168.63.129.16 5f00::1 name'.split(
      ' ',
    ),
  )('%s is not reached for users', (address) => expect(isPrivateAddress(address)).toBe(true));

  it.each(['8.8.8.8', '172.32.0.1', '2001:4860:4860::8888', '::ffff:8.8.8.8'])('%s is', (address) =>
    expect(isPrivateAddress(address)).toBe(false),
  );
});

describe('an address at which a cloud tells a machine its settings', () => {
  it.each(
    '169.254.169.254 169.254.1.1 168.63.129.16 100.100.100.200 fe80::1 fd00:ec2::254 fd20:ce::254 192.0.0.192 ::ffff:169.254.169.254 ::ffff:a9fe:a9fe 64:ff9b::a9fe:a9fe 64:ff9b::6464:64c8'.split(
      ' ',
    ),
  )('is %s', (address) => expect(isMetadataAddress(address)).toBe(true));

  it.each(['10.1.2.3', '127.0.0.1', '::1', 'fd00::1', '8.8.8.8', '::ffff:10.0.0.1', '64:ff9b::a00:1'])(
    'is not %s',
    (address) => expect(isMetadataAddress(address)).toBe(false),
  );
});
