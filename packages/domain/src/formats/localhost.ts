/**
 * True when browsers treat a host as the local machine, and so trust it over plain HTTP. The name comes from
 * a URL parser: lower case, IPv6 in brackets.
 */
export function isLocalhost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(name)
  );
}

/** True when only programs on the same machine reach this address. */
export function isLocalUrl(url: string): boolean {
  const hostname = URL.parse(url)?.hostname ?? '';
  return isLocalhost(hostname) || hostname === '0.0.0.0' || hostname === '[::]';
}
