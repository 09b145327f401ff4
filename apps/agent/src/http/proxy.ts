import { ConfigError } from '@gwanje/backend/config/env';
import { getProxyForUrl } from 'proxy-from-env';

const LOOPBACK = /^(localhost|127\.[0-9.]+|\[::1\])$/;

/**
 * The proxy to an address by HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY of the process, in upper or lower case. No proxy
 * reaches the agent's own machine.
 */
export function proxyFor(address: string): URL | undefined {
  const { hostname } = new URL(address);
  const proxy = LOOPBACK.test(hostname) ? '' : getProxyForUrl(address);
  return proxy === '' ? undefined : parseProxy(proxy);
}

/** The error has no part of the address, which may contain a password. */
export function parseProxy(proxy: string): URL {
  const url = URL.canParse(proxy) ? new URL(proxy) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConfigError('the address of the proxy must begin with http:// or https://');
  return url;
}

/** Names the proxy, without its credentials, in an error on the way through it. */
export function errorOfProxy(proxy: URL, error: Error): Error {
  const code = 'code' in error ? { code: error.code } : {};
  return Object.assign(new Error(`proxy ${proxy.origin}: ${error.message}`), code);
}
