import { isOnLocalhost } from '@gwanje/backend/config/settings';
import { createRemoteJWKSet } from 'jose';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  discovery,
  None,
} from 'openid-client';
import type { OidcSettings } from '../config.ts';

export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

export type ProviderAccess = Awaited<ReturnType<typeof discoverProvider>>;

export interface OidcProvider {
  readonly settings: OidcSettings;
  /** Fetched at first use, so that an unavailable provider blocks neither the start nor local sign-ins. */
  access(): Promise<ProviderAccess>;
}

const TIMEOUT_S = 5;
const FRESH_MS = 60 * 60 * 1000;
/**
 * After a failure the login site sends no request for this time, so that users who retry need not wait for
 * another timeout.
 */
const PAUSE_AFTER_FAILURE_MS = 3_000;

export function createOidcProvider(settings: OidcSettings, now: () => Date): OidcProvider {
  let known: { access: ProviderAccess; atMs: number } | undefined;
  let failedAtMs = Number.NEGATIVE_INFINITY;
  let underWay: Promise<ProviderAccess> | undefined;

  async function discover(): Promise<ProviderAccess> {
    try {
      const access = await discoverProvider(settings);
      known = { access, atMs: now().getTime() };
      return access;
    } catch (cause) {
      failedAtMs = now().getTime();
      // Metadata from an hour ago is better than none.
      if (known) return known.access;
      throw new ProviderUnavailable('discovery of the identity provider failed', { cause });
    } finally {
      underWay = undefined;
    }
  }

  return {
    settings,
    async access() {
      const nowMs = now().getTime();
      const isPaused = nowMs - failedAtMs < PAUSE_AFTER_FAILURE_MS;
      if (known && (isPaused || nowMs - known.atMs < FRESH_MS)) return known.access;
      if (isPaused) throw new ProviderUnavailable('the identity provider failed a moment ago');
      underWay ??= discover();
      return underWay;
    },
  };
}

async function discoverProvider(settings: OidcSettings) {
  const mayUseHttp = isOnLocalhost(settings.issuer);
  const configuration = await discovery(
    new URL(settings.issuer),
    settings.clientId,
    undefined,
    clientAuthentication(settings.clientSecret),
    { timeout: TIMEOUT_S, execute: mayUseHttp ? [allowInsecureRequests] : [] },
  );
  const { issuer, jwks_uri: jwksUri } = configuration.serverMetadata();
  if (jwksUri === undefined) throw new Error('the provider names no keys (jwks_uri)');
  const keysUrl = new URL(jwksUri);
  if (keysUrl.protocol !== 'https:' && !mayUseHttp)
    throw new Error('the provider serves its keys without TLS');
  return {
    configuration,
    /** The issuer as the provider writes it. Accounts and sessions are stored with it. */
    issuer,
    keys: createRemoteJWKSet(keysUrl, { timeoutDuration: TIMEOUT_S * 1000 }),
  };
}

/**
 * Basic is every provider's default. The secret is in the body only for a provider that accepts nothing else.
 */
function clientAuthentication(clientSecret: string | undefined): ClientAuth {
  if (clientSecret === undefined) return None();
  const basic = ClientSecretBasic(clientSecret);
  const post = ClientSecretPost(clientSecret);
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, client, body, headers);
  };
}
