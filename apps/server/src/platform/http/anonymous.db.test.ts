import { Readable } from 'node:stream';
import { WALLBOARD_SIGN_IN_PATH } from '@gwanje/contract/dashboard/wallboards';
import { API_PREFIX, buildPath, type Endpoint } from '@gwanje/contract/definition/endpoint';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';
import { type EndpointName, endpoints } from '@gwanje/kinds/endpoints';
import { expect, it, vi } from 'vitest';
import { describeWithSharedApp } from '../../testing/describe-with-app.ts';

const names = Object.keys(endpoints) as EndpointName[];
const withBody = names.filter((name) => endpoints[name].bodyKind === 'json');
/** Arrays at the deepest level that is accepted: one megabyte took half a second of a processor. */
const MEGABYTE = `${'['.repeat(31)}${'[],'.repeat(349_000)}[]${']'.repeat(31)}`;

describeWithSharedApp('an anonymous client', (app) => {
  function post(url: string, payload: string | Readable, cookie?: string) {
    return app().app.inject({
      method: 'POST',
      url,
      headers: { origin: app().origin, 'content-type': 'application/json', ...(cookie && { cookie }) },
      payload,
    });
  }

  it.each([WALLBOARD_SIGN_IN_PATH, '/nothing', '/ingest/v1/batch/nothing'])(
    'may send at most 4 kB to %s',
    async (url) => {
      expect((await post(url, MEGABYTE)).json().code).toBe(8006);
      expect((await post(url, `"${'x'.repeat(4095)}"`)).json().code).toBe(8006);
      expect((await post(url, Readable.from([MEGABYTE]))).json().code).toBe(8006);
    },
  );

  it.each(withBody)('is refused by %s before a large body is read', async (name) => {
    const { method, path }: Endpoint = endpoints[name];
    const params = Object.fromEntries((path.match(/(?<=:)\w+/g) ?? []).map((key) => [key, '1']));
    const url = `${API_PREFIX}${buildPath(path, params)}`;
    for (const cookie of [undefined, `${SESSION_COOKIE}=${'x'.repeat(43)}`]) {
      const unread = vi.fn();
      const body = new Readable({ read: unread });
      const answer = await app().app.inject({
        method,
        url,
        headers: {
          origin: app().origin,
          'content-type': 'application/json',
          'transfer-encoding': 'chunked',
          ...(cookie && { cookie }),
        },
        payload: body,
      });
      expect(answer.json().code).toBe(9999);
      expect(unread).not.toHaveBeenCalled();
    }
  });

  it('without a credential causes no query', async () => {
    const query = vi.spyOn(app().db, 'selectFrom');
    for (const cookie of ['', `${SESSION_COOKIE}=x`, `${SESSION_COOKIE}=${'x'.repeat(44)}`]) {
      const answer = await app().app.inject({ url: `${API_PREFIX}/loginCheck`, headers: { cookie } });
      expect(answer.json().code).toBe(9999);
    }
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
  });
});
