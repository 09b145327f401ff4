import { BlockList, isIP, isIPv4 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Whether the text is an address or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [address = '', prefixLength, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefixLength === undefined) return true;
  return /^[0-9]{1,3}$/.test(prefixLength) && Number(prefixLength) <= (family === 4 ? 32 : 128);
}

/** Addresses and networks that a client may come from. */
export function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefixLength] = network.trim().split('/');
    if (prefixLength === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefixLength), familyOf(address));
  }
  return list;
}

export function isInNetworks(address: string, networks: BlockList): boolean {
  const plain = MAPPED.exec(address)?.[1] ?? address;
  return isIP(plain) !== 0 && networks.check(plain, familyOf(plain));
}

/** An empty list allows every address. */
export function isAllowedAddress(address: string, networks: readonly string[]): boolean {
  return networks.length === 0 || isInNetworks(address, networkList(networks.filter(isNetwork)));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}
