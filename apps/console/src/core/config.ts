import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';

/** Without a trailing slash. */
const SiteUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

const ConsoleConfig = z.object({
  loginUrl: SiteUrl,
  portalUrl: SiteUrl,
  cookieDomain: z.string().nullable(),
  /** Names this browser to the login site, where the session cookie is shared with other hosts. */
  browserKey: z.string().nullable(),
  copyright: z.string(),
  version: z.string(),
  isDemo: z.boolean(),
  /** The demo's charts are still being filled. Absent: the server is older. */
  demoPast: z.object({ remainingSec: z.number().nullable() }).nullable().default(null),
});
export type ConsoleConfig = z.infer<typeof ConsoleConfig>;

const CONFIG_TIMEOUT_MS = 30_000;
let loading: Promise<ConsoleConfig> | null = null;

/** Loaded once; after a failure the next caller tries again. */
export function loadConfig(): Promise<ConsoleConfig> {
  loading ??= fetchConfig().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: loadConfig,
  staleTime: Number.POSITIVE_INFINITY,
});

const DEMO_PAST_EVERY_MS = 5000;

/** How far the demo's past is written now. Asked again until it is written. */
export const demoPastQuery = queryOptions({
  queryKey: ['demoPast'],
  queryFn: async () => (await fetchConfig()).demoPast,
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data === null ? false : DEMO_PAST_EVERY_MS),
});

/** For tests: the next caller loads again. */
export function forgetConfig(): void {
  loading = null;
}

async function fetchConfig(): Promise<ConsoleConfig> {
  const response = await fetch('/config.json', {
    credentials: 'include',
    signal: AbortSignal.timeout(CONFIG_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`config.json answered ${response.status}`);
  return ConsoleConfig.parse(await response.json());
}
