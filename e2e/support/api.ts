import {
  API_PREFIX,
  type BodyIn,
  buildPath,
  type Endpoint,
  type ParamsIn,
  type ResponseOf,
} from '@gwanje/contract/definition/endpoint';
import { Envelope, errors } from '@gwanje/contract/definition/errors';
import { proveIdentity } from '@gwanje/contract/users/proof';
import { deleteUser, insertUser } from '@gwanje/contract/users/users';
import { onTestFinished } from 'vitest';
import { DEMO_PASSWORD, sameBrowser, stack } from './browser.ts';

interface CallInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const ofDemoAccount = new Map<string, Api>();

/** Calls the API as another user, without a browser. */
export class Api {
  readonly #cookie: string;

  private constructor(cookie: string) {
    this.#cookie = cookie;
  }

  /** The tests of a worker share the session of a demo account. */
  static async as(userId: string, password = DEMO_PASSWORD): Promise<Api> {
    if (password !== DEMO_PASSWORD) return Api.#signedIn(userId, password);
    const api = ofDemoAccount.get(userId) ?? (await Api.#signedIn(userId, password));
    ofDemoAccount.set(userId, api);
    return api;
  }

  static async #signedIn(userId: string, password: string): Promise<Api> {
    const { loginUrl } = stack();
    const { name, value } = sameBrowser();
    const answer = await fetch(`${loginUrl}/api/session`, {
      method: 'POST',
      headers: { origin: loginUrl, 'content-type': 'application/json', cookie: `${name}=${value}` },
      body: JSON.stringify({ userId, password }),
    });
    if (!answer.ok) throw new Error(`signing in as ${userId}: ${answer.status}`);
    const pairs = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
    return new Api(pairs.join('; '));
  }

  call<E extends Endpoint>(
    endpoint: E,
    input?: { params?: ParamsIn<E>; query?: Readonly<Record<string, string>>; body?: BodyIn<E> },
  ): Promise<ResponseOf<E>>;
  async call(endpoint: Endpoint, input: CallInput = {}): Promise<unknown> {
    const { code, data } = Envelope.parse(await (await this.#send(endpoint, input)).json());
    if (code < 200 || code > 299) throw new Error(`${endpoint.path}: ${code} ${JSON.stringify(data)}`);
    return endpoint.response.parse(data);
  }

  async download<E extends Endpoint>(
    endpoint: E,
    input: { params?: ParamsIn<E>; body?: BodyIn<E> },
  ): Promise<ArrayBuffer> {
    const answer = await this.#send(endpoint, input);
    if (!answer.ok) throw new Error(`${endpoint.path}: ${await answer.text()}`);
    return answer.arrayBuffer();
  }

  async #send(endpoint: Endpoint, input: CallInput): Promise<Response> {
    const answer = await this.#sendOnce(endpoint, input);
    if (answer.ok) return answer;
    const { code } = Envelope.parse(await answer.clone().json());
    if (code !== errors.proofNeeded.code) return answer;
    // The shared session of a demo account grows older than a proof of identity.
    await this.call(proveIdentity, { body: { password: DEMO_PASSWORD } });
    return this.#sendOnce(endpoint, input);
  }

  #sendOnce(endpoint: Endpoint, { params = {}, query, body }: CallInput): Promise<Response> {
    const { consoleUrl } = stack();
    const json = body === undefined ? undefined : JSON.stringify(body);
    const search = query ? `?${new URLSearchParams(query)}` : '';
    return fetch(consoleUrl + API_PREFIX + buildPath(endpoint.path, params) + search, {
      method: endpoint.method,
      headers: {
        cookie: this.#cookie,
        origin: consoleUrl,
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(json && { body: json }),
    });
  }
}

export const NEW_PASSWORD = 'correct horse battery';

export interface OwnUser {
  readonly userId: string;
  readonly userNo: number;
  readonly password: string;
}

let made = 0;

/** A user for one test, deleted after it. */
export async function ownUser(
  admin: Api,
  grants: readonly { readonly metaGroupId: number; readonly subGroupId: number }[],
  email: string | null = null,
): Promise<OwnUser> {
  made += 1;
  const userId = `e2e-${Date.now().toString(36)}-${made}`;
  const { userNo } = await admin.call(insertUser, {
    body: { userId, name: '시험 사용자', email, password: NEW_PASSWORD, role: 2, grantList: [...grants] },
  });
  onTestFinished(async () => {
    await admin.call(deleteUser, { params: { userNo } });
  });
  return { userId, userNo, password: NEW_PASSWORD };
}
