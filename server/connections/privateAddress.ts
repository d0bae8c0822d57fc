/** Addresses that are no part of the public internet: machines of the server's own network, and what clouds tell theirs. */
import { BlockList, isIP } from 'node:net';

const blocked = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // a cloud tells its machines their settings there
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  blocked.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  // with an IPv4 address in its last bits, or in between: relays lead to that
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['2001::', 32],
  // routes of a network of its own
  ['5f00::', 16],
  ['fec0::', 10],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  blocked.addSubnet(network, prefix, 'ipv6');

/** Within one machine and its link. A cloud tells its machines their settings there, with passwords. */
const ofTheMachine = new BlockList();
for (const [network, prefix] of [
  ['168.63.129.16', 32],
  ['100.100.100.200', 32],
  ['192.0.0.192', 32],
  ['169.254.0.0', 16],
] as const) {
  ofTheMachine.addSubnet(network, prefix, 'ipv4');
  // a network of IPv6 alone leads to addresses of IPv4 so
  ofTheMachine.addSubnet(`64:ff9b::${network}`, 96 + prefix, 'ipv6');
}
ofTheMachine.addSubnet('fe80::', 10, 'ipv6');
for (const address of ['fd00:ec2::254', 'fd20:ce::254']) ofTheMachine.addAddress(address, 'ipv6');

/** Where a cloud tells a machine its settings: nobody outside of it has a server there. */
export const isMetadataAddress = (address: string): boolean =>
  ofTheMachine.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** An IPv4 address within one of IPv6 is that of IPv4. */
export function isPrivateAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const family = isIP(mapped ?? address);
  if (family === 0) return true;
  return blocked.check(mapped ?? address, family === 4 ? 'ipv4' : 'ipv6');
}
