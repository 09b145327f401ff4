import { downloadManifest, listClusterNames } from '@gwanje/contract/clusters/clusters';
import { insertLogo } from '@gwanje/contract/settings/logos';
import { insertMetaGroup, insertSubGroup, listMetaGroups } from '@gwanje/contract/users/groups';
import { stopViewAs } from '@gwanje/contract/users/session';
import { getNode } from '@gwanje/kinds/node/calls';
import { expect, test, vi } from 'vitest';
import { useGroups } from '#core/groups/group-store.ts';
import { useSession } from '#core/session/session-store.ts';
import { envelope, networkDown, silence } from '#core/testing/fake-network.ts';
import { answerDialog, dialogCnt, freshPage, openDialog, settleAll } from '#core/testing/page.ts';
import { testUser } from '#core/testing/users.ts';
import { call, download } from './client.ts';

const INSERT = '/api/v1/group/sub/insert';
const insert = () => call(insertSubGroup, { body: { metaGroupId: 1, name: 'new' } });

test('every request is sent with credentials', async () => {
  const { network } = await freshPage();
  network.on(INSERT, () => envelope(201, { subGroupId: 1 }));
  await insert();
  expect(network.requests.map(({ credentials }) => credentials)).toEqual(['include', 'include']);
});

test('a call without a required parameter is rejected with a logged warning and not sent', async () => {
  const { network, warnings } = await freshPage();
  const failure = await call(getNode, { params: { nodeId: undefined } }).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    kind: 'missingParameter',
    message: '필수 파라미터가 누락되었습니다.',
    detail: { field: 'nodeId' },
  });
  expect(warnings).toHaveBeenCalledWith(expect.stringContaining('필수 파라미터가 누락되었습니다.'));
  expect(network.requests).toEqual([]);
});

test('a write of a restricted user is refused with a message before it is sent; reads are sent', async () => {
  const { network } = await freshPage();
  network.on('/api/v1/group/meta/list/1/20', () => envelope(200));
  useSession.setState({ user: testUser({ status: 4 }), loggedIn: true });
  await expect(insert()).rejects.toMatchObject({
    code: 8005,
    message: '조회만 할 수 있는 계정입니다. 변경이 필요하면 관리자에게 요청해 주세요.',
  });
  expect(network.requestsOf(INSERT)).toEqual([]);
  await call(listMetaGroups, { params: { pageNo: 1, pageCnt: 20 } });
  expect(dialogCnt()).toBe(0);
});

test('an admin who views as a restricted user can end the view', async () => {
  const { network } = await freshPage();
  network.on('/api/v1/view-as', () => envelope(200, {}));
  useSession.setState({ user: testUser({ status: 4 }), loggedIn: true });
  await call(stopViewAs);
  expect(network.requestsOf('/api/v1/view-as')).toHaveLength(1);
});

test('calls with an empty group selection wait for one load of the groups', async () => {
  const { network } = await freshPage();
  network.on('/api/v1/group/meta/list/1/20', () => envelope(200));
  const list = () => call(listMetaGroups, { params: { pageNo: 1, pageCnt: 20 } });
  await Promise.all([list(), list(), call(listClusterNames)]);
  expect(network.requests.map(({ url }) => url)).toEqual([
    '/api/v1/group-name/list',
    '/api/v1/group/meta/list/1/20?subGroupIdList=11,12',
    '/api/v1/group/meta/list/1/20?subGroupIdList=11,12',
    '/api/v1/cluster/name-list?subGroupIdList=11,12',
  ]);
});

test('a read is not sent if the groups fail to load', async () => {
  const { network } = await freshPage();
  network.on('/api/v1/group-name/list', networkDown);
  await expect(call(listClusterNames)).rejects.toMatchObject({ kind: 'transport', transport: 'network' });
  expect(network.requestsOf('/api/v1/cluster/name-list')).toEqual([]);
  expect(dialogCnt()).toBe(0);
});

test('a write whose groups failed to load is sent on retry, with the selection', async () => {
  const { network } = await freshPage();
  network.on('/api/v1/group-name/list', networkDown);
  network.on(INSERT, () => envelope(201, { subGroupId: 9 }));
  const done = insert();
  await settleAll();
  expect(network.requestsOf(INSERT)).toEqual([]);
  const subGroupNameList = [{ subGroupId: 4, subGroupName: 's' }];
  const groupNameList = [{ metaGroupId: 1, metaGroupName: 'm', subGroupNameList }];
  network.on('/api/v1/group-name/list', () => envelope(200, { groupNameList }));
  await answerDialog(true);
  await expect(done).resolves.toEqual({ subGroupId: 9 });
  expect(network.requestsOf(INSERT).map(({ body }) => body)).toEqual([
    '{"metaGroupId":1,"name":"new","subGroupIdList":[4]}',
  ]);
});

test('a user without any group sends no group list and can create the first group', async () => {
  const { network } = await freshPage();
  network.on('/api/v1/group-name/list', () => envelope(200, { groupNameList: [] }));
  network.on('/api/v1/group/meta/insert/first', () => envelope(201, { metaGroupId: 1 }));
  await expect(call(insertMetaGroup, { params: { name: 'first' } })).resolves.toEqual({ metaGroupId: 1 });
  expect(network.requests.at(-1)?.url).toBe('/api/v1/group/meta/insert/first');
});

test('a resend has the group selection of the first request', async () => {
  const { network } = await freshPage();
  network.on(INSERT, networkDown);
  const done = insert();
  await settleAll();
  useGroups.setState({ selectedSubGroupIds: [12] });
  network.on(INSERT, () => envelope(201, { subGroupId: 9 }));
  await answerDialog(true);
  await done;
  const [first, second] = network.requestsOf(INSERT);
  expect(second?.body).toBe(first?.body);
});

test('two writes of the same content have different Idempotency-Keys, reads have none', async () => {
  const { network } = await freshPage();
  network.on(INSERT, () => envelope(201, { subGroupId: 1 }));
  await insert();
  await insert();
  const keys = network.requestsOf(INSERT).map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(2);
  expect(network.requestsOf('/api/v1/group-name/list')[0]?.headers.has('idempotency-key')).toBe(false);
});

test('an abort by the caller rejects with an AbortError, without a dialog', async () => {
  const { network } = await freshPage();
  network.on(INSERT, silence);
  const caller = new AbortController();
  const done = call(insertSubGroup, { body: { metaGroupId: 1, name: 'n' }, signal: caller.signal }).catch(
    (error: unknown) => error,
  );
  await settleAll();
  caller.abort();
  expect(await done).toMatchObject({ name: 'AbortError' });
  expect(dialogCnt()).toBe(0);
});

test('a call that was aborted before is not sent', async () => {
  const { network } = await freshPage();
  const caller = new AbortController();
  caller.abort();
  await expect(call(listClusterNames, { signal: caller.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(network.requestsOf('/api/v1/cluster/name-list')).toEqual([]);
});

test('a call can have its own timeout', async () => {
  const { network } = await freshPage();
  network.on('/api/v1/cluster/name-list', silence);
  const done = call(listClusterNames, { timeoutMs: 2_000 }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await done).toMatchObject({ kind: 'transport', transport: 'timeout' });
});

test('an incomplete response is a transport failure', async () => {
  const { network } = await freshPage();
  network.on('/api/v1/cluster/name-list', () => {
    const response = new Response('');
    vi.spyOn(response, 'text').mockReturnValue(Promise.reject(new TypeError('terminated')));
    return response;
  });
  await expect(call(listClusterNames)).rejects.toMatchObject({ kind: 'transport', transport: 'network' });
});

test('failures show no dialog while the page logs out', async () => {
  const { network, went } = await freshPage();
  useSession.setState({ loggedIn: true, loggingOut: true });
  network.on(INSERT, networkDown);
  await expect(insert()).rejects.toMatchObject({ kind: 'transport' });
  network.on(INSERT, () => envelope(9999, {}, 401));
  await expect(insert()).rejects.toMatchObject({ code: 9999 });
  network.on(INSERT, () => envelope(8109, {}, 403));
  await expect(insert()).rejects.toMatchObject({ code: 8109 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(dialogCnt()).toBe(0);
  expect(went).toEqual([]);
});

test('a resend after the session is lost shows the session dialog, not the retry dialog', async () => {
  const { network } = await freshPage();
  useSession.setState({ loggedIn: true });
  network.on(INSERT, networkDown);
  const done = insert().catch((error: unknown) => error);
  await settleAll();
  network.on(INSERT, () => envelope(9999, {}, 401));
  await answerDialog(true);
  expect(await done).toMatchObject({ code: 9999 });
  expect(openDialog()).toMatchObject({ kind: 'alert', options: { text: '로그인 세션이 만료되었습니다.' } });
});

test('a form is sent as multipart', async () => {
  const { network } = await freshPage();
  network.on('/api/v1/logo', () => envelope(201, { id: 1, imgUrl: '/x' }));
  const form = new FormData();
  form.set('file', new Blob(['x']), 'logo.png');
  await call(insertLogo, { form });
  expect(network.requests.map(({ url, body }) => [url, body])).toEqual([['/api/v1/logo', form]]);
});

test('a download returns the file and its name', async () => {
  const { network } = await freshPage();
  const names = `filename="a.yaml"; filename*=UTF-8''${encodeURIComponent('에이전트.yaml')}`;
  const headers = { 'content-disposition': `attachment; ${names}` };
  network.on('/api/v1/cluster/download/3', () => new Response('kind: List', { headers }));
  const { blob, fileName } = await download(downloadManifest, { params: { hostId: 3 } });
  expect(fileName).toBe('에이전트.yaml');
  expect(await blob.text()).toBe('kind: List');
});

test.each([
  ['500 with an unknown code', () => envelope(999, {}, 500)],
  ['a lost connection', networkDown],
])(
  'a failed manifest download (%s) is a failed GET: it rejects without a retry dialog',
  async (_name, answer) => {
    const { network } = await freshPage();
    network.on('/api/v1/cluster/download/3', answer);
    const failure = await download(downloadManifest, { params: { hostId: 3 } }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ wasShown: false });
    expect(dialogCnt()).toBe(0);
    expect(network.requestsOf('/api/v1/cluster/download/3')).toHaveLength(1);
  },
);

test('a refused download rejects with the code of its envelope', async () => {
  const { network } = await freshPage();
  network.on('/api/v1/cluster/download/3', () => envelope(8003, {}, 404));
  await expect(download(downloadManifest, { params: { hostId: 3 } })).rejects.toMatchObject({ code: 8003 });
});
