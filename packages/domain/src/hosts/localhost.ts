/**
 * Whether browsers take a host for this very machine, and so trust it over plain HTTP. The name is one that a URL parser
 * has made: lower case, IPv6 in brackets.
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
