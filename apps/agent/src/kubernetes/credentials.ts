import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ConfigError, type Environment } from '@gwanje/backend/config/env';
import { z } from 'zod';
import { parseProxy, proxyFor } from '../http/proxy.ts';

/** The API server's address and the means to authenticate, from a kubeconfig or a service account. */
export const Credentials = z.object({
  server: z.url({ protocol: /^https?$/ }),
  headers: z.record(z.string(), z.string()),
  ca: z.string().optional(),
  cert: z.string().optional(),
  key: z.string().optional(),
  passphrase: z.string().optional(),
  serverName: z.string().optional(),
  /** Only from outside: inside a cluster the API server is never behind a proxy. */
  proxy: z.string().optional(),
  isInsecure: z.boolean(),
});
export type Credentials = z.infer<typeof Credentials>;

export type ReadCredentials = () => Promise<Credentials>;

const READER = fileURLToPath(new URL(`./read-kubeconfig${extname(import.meta.url)}`, import.meta.url));
const READ_WITHIN_MS = 30_000;
const READ_WITHIN_AT_MOST_MS = 120_000;
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

const run = promisify(execFile);

/**
 * The official client reads the file: contexts, certificates, exec plug-ins, OIDC. It runs in a short-lived
 * process, because importing it takes 83 MiB. Lists and watches do not use it either: its informer reads
 * lists without pages, keeps every object in full, requests no bookmarks and stops at the first error other
 * than 410.
 */
export function fromKubeconfig(
  file: string,
  context: string | undefined,
  readWithinMs = READ_WITHIN_MS,
): ReadCredentials {
  return async () => {
    for (let withinMs = readWithinMs; ; withinMs *= 4) {
      try {
        const { stdout } = await run(process.execPath, [READER, file, ...(context ? [context] : [])], {
          timeout: withinMs,
          maxBuffer: MAX_OUTPUT_BYTES,
        });
        const credentials = Credentials.parse(JSON.parse(stdout));
        // As kubectl does: the proxy of the kubeconfig, otherwise that of the environment.
        const proxy = credentials.proxy ?? proxyFor(credentials.server)?.href;
        if (proxy === undefined) return credentials;
        parseProxy(proxy);
        return { ...credentials, proxy };
      } catch (error) {
        if (error instanceof ConfigError) throw error;
        // A machine that starts many processes at once is slow, so the limit grows.
        if (isTooSlow(error) && withinMs < READ_WITHIN_AT_MOST_MS) continue;
        throw new ConfigError(`cannot use the kubeconfig ${file}: ${reasonOf(error)}`);
      }
    }
  };
}

function isTooSlow(error: unknown): boolean {
  return error instanceof Error && 'killed' in error && error.killed === true;
}

/** The last error line of the child process, never its arguments. */
function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  const errorText =
    error instanceof Error && 'stderr' in error && typeof error.stderr === 'string'
      ? error.stderr.trim()
      : '';
  return errorText.split('\n').at(-1) || 'it could not be read';
}

/** Two variables and two files of a pod have all credentials. The token changes, so it is read each time. */
export function fromServiceAccount(environment: Environment, folder = SERVICE_ACCOUNT): ReadCredentials {
  return async () => {
    const host = environment.KUBERNETES_SERVICE_HOST;
    const port = environment.KUBERNETES_SERVICE_PORT ?? '443';
    if (!host) {
      throw new ConfigError(
        'not inside a cluster (KUBERNETES_SERVICE_HOST is not set): give --kubeconfig or GWANJE_AGENT_KUBECONFIG',
      );
    }
    const [token, ca] = await Promise.all([
      readFile(join(folder, 'token'), 'utf8'),
      readFile(join(folder, 'ca.crt'), 'utf8'),
    ]);
    return {
      server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
      headers: { authorization: `Bearer ${token.trim()}` },
      ca,
      isInsecure: false,
    };
  };
}
