import { vi } from 'vitest';

export interface SentRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  readonly headers: Headers;
  readonly credentials: RequestCredentials | undefined;
  readonly body: string | FormData | null;
}

export type Responder = (request: SentRequest) => Response | Promise<Response>;

export interface FakeNetwork {
  /** All requests to the API in order, without `config.json`. */
  readonly requests: SentRequest[];
  /** Sets the response for a path. */
  readonly on: (path: string, responder: Responder) => void;
  /** Sets the response for all other paths. */
  readonly onOther: (responder: Responder) => void;
  readonly requestsOf: (path: string) => SentRequest[];
}

export function envelope(code: number, data?: unknown, status = 200, message = 'server words'): Response {
  return new Response(JSON.stringify({ code, message, ...(data !== undefined && { data }) }), { status });
}

export function networkDown(): never {
  throw new TypeError('Failed to fetch');
}

/** A response that never arrives; only an abort ends the wait. */
export function silence(): Promise<Response> {
  return new Promise(() => undefined);
}

export const testConfig = {
  loginUrl: 'https://login.example.test',
  portalUrl: 'https://login.example.test/portal',
  cookieDomain: null,
  browserKey: null,
  copyright: '',
  version: '0.0.0',
  isDemo: false,
  demoPast: null,
};

const subGroupNameList = [
  { subGroupId: 11, subGroupName: 'first' },
  { subGroupId: 12, subGroupName: 'second' },
];
export const twoGroups = [{ metaGroupId: 1, metaGroupName: 'meta', subGroupNameList }];

/** Replaces `fetch`: records the requests, and returns the responses that the test sets. */
export function fakeNetwork(): FakeNetwork {
  const requests: SentRequest[] = [];
  let other: Responder | undefined;
  const responders = new Map<string, Responder>([
    ['/config.json', () => new Response(JSON.stringify(testConfig))],
    ['/api/v1/group-name/list', () => envelope(200, { groupNameList: twoGroups })],
    ['/api/v1/cluster/name-list', () => envelope(200, { clusterList: [] })],
  ]);

  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const { body = null, signal } = init;
    if (body !== null && typeof body !== 'string' && !(body instanceof FormData)) throw new Error('odd body');
    const request: SentRequest = {
      method: init.method ?? 'GET',
      url,
      headers: new Headers(init.headers),
      credentials: init.credentials,
      body,
    };
    const [path = ''] = url.split('?');
    if (path !== '/config.json') requests.push(request);
    const responder = responders.get(path) ?? other;
    return new Promise<Response>((resolve, reject) => {
      if (signal?.aborted) reject(signal.reason);
      signal?.addEventListener('abort', () => reject(signal.reason));
      if (!responder) throw new Error(`nobody answers ${path}`);
      Promise.resolve()
        .then(() => responder(request))
        .then(resolve, reject);
    });
  });

  return {
    requests,
    on: (path, responder) => responders.set(path, responder),
    onOther: (responder) => {
      other = responder;
    },
    requestsOf: (path) => requests.filter(({ url }) => url.split('?')[0] === path),
  };
}
