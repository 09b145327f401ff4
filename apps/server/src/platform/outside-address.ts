import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The allocated part of the IPv6 internet. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** Host names and networks that messages may be sent to although they are not public. */
export class AllowList {
  readonly #names = new Set<string>();
  readonly #networks: [Address, number][] = [];

  /** `text` holds names, addresses and networks, separated by commas. Throws on anything else. */
  constructor(text: string) {
    for (const entry of text.split(',').map((part) => part.trim().toLowerCase())) {
      if (entry === '') continue;
      if (isIP(entry)) this.#networks.push([ipaddr.parse(entry), isIP(entry) === 4 ? 32 : 128]);
      else if (entry.includes('/')) this.#networks.push(networkOf(entry));
      else if (/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(entry)) this.#names.add(entry);
      else throw new Error(`${entry} is neither a host name nor an address nor a network`);
    }
  }

  allowsName(host: string): boolean {
    return this.#names.has(host.toLowerCase());
  }

  allowsAddress(address: string): boolean {
    if (!isIP(address)) return false;
    const plain = ipaddr.process(address);
    return this.#networks.some(
      ([network, bits]) => network.kind() === plain.kind() && plain.match([network, bits]),
    );
  }
}

/** False for loopback, private, link-local and cluster addresses, and for text that is no address. */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address)) return false;
  // Unwraps an IPv4 address inside IPv6. Its other notations are not unicast.
  const plain = ipaddr.process(address);
  if (plain.range() !== 'unicast') return false;
  return plain.kind() === 'ipv4' || plain.match(GLOBAL_IPV6);
}

function networkOf(text: string): [Address, number] {
  try {
    return ipaddr.parseCIDR(text);
  } catch {
    throw new Error(`${text} is no network`);
  }
}
