import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

interface Person {
  readonly name?: string;
  readonly preferred_username?: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly roles?: readonly string[];
  readonly groups?: readonly string[];
}

export interface IdentityProvider extends AsyncDisposable {
  readonly issuer: string;
  /** By login name, which is also the subject. Tests may change it between sign-ons. */
  readonly people: Map<string, Person>;
  /** While true, every response is 503. */
  isUnavailable: boolean;
  /** The sent back-channel logout tokens, with the status of each answer. */
  readonly sentLogouts: { readonly token: string; readonly status: number }[];
}

export const CLIENT_ID = 'gwanje';
export const CLIENT_SECRET = 'secret-of-the-login-site';

/**
 * The certified server on a free port. Its requests to the login site's back channel go through `deliver`,
 * because the login site under test has no port.
 */
export async function startIdentityProvider(
  loginUrl: string,
  deliver: (path: string, body: string) => Promise<number>,
): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://localhost:${port}`;
  const people = new Map<string, Person>();
  const sentLogouts: { token: string; status: number }[] = [];
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${loginUrl}/oidc/callback`],
        post_logout_redirect_uris: [`${loginUrl}/oidc/logged-out`],
        backchannel_logout_uri: `${loginUrl}/oidc/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    cookies: { keys: ['a key of the tests'] },
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
      work: ['roles', 'groups'],
    },
    scopes: ['openid', 'profile', 'email', 'work'],
    features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
    findAccount: (_ctx, id) => {
      const person = people.get(id);
      return person && { accountId: id, claims: () => ({ sub: id, ...structuredClone(person) }) };
    },
    ttl: {
      Session: 3600,
      Interaction: 600,
      Grant: 3600,
      IdToken: 600,
      AccessToken: 600,
      AuthorizationCode: 60,
    },
    fetch: async (url, options) => {
      const body = String(options?.body);
      const status = await deliver(new URL(url).pathname, body);
      sentLogouts.push({ token: new URLSearchParams(body).get('logout_token') ?? '', status });
      return new Response(null, { status });
    },
  });
  const handle = provider.callback();
  const running: IdentityProvider = {
    issuer,
    people,
    isUnavailable: false,
    sentLogouts,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on('request', (request, response) => {
    if (running.isUnavailable) response.writeHead(503).end();
    else handle(request, response);
  });
  return running;
}
