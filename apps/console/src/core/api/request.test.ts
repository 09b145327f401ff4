import {
  listClusterNames,
  listClusters,
  listClustersOfSubGroup,
  renameCluster,
  updateClusters,
} from '@gwanje/contract/clusters/clusters';
import { getViewOption, saveViewOption } from '@gwanje/contract/dashboard/view-options';
import type { Endpoint } from '@gwanje/contract/definition/endpoint';
import { insertLogo } from '@gwanje/contract/settings/logos';
import {
  deleteSubGroups,
  insertMetaGroup,
  insertSubGroup,
  listSubGroups,
  moveSubGroups,
} from '@gwanje/contract/users/groups';
import { getUser, insertUser, listUsers } from '@gwanje/contract/users/users';
import { endpoints } from '@gwanje/kinds/endpoints';
import { getNode } from '@gwanje/kinds/node/calls';
import { getPod, listPods } from '@gwanje/kinds/pod/calls';
import { describe, expect, test } from 'vitest';
import { missingParameter, prepareRequest, type RequestInput } from './request.ts';

const SELECTED = [11, 12];

function prepared(endpoint: Endpoint, input: RequestInput = {}, ids: readonly number[] | null = SELECTED) {
  return prepareRequest(endpoint, input, ids, null);
}

function bodyOf(endpoint: Endpoint, input: RequestInput, ids: readonly number[] | null = SELECTED): unknown {
  const { body } = prepared(endpoint, input, ids);
  return typeof body === 'string' ? JSON.parse(body) : body;
}

describe('the sub-group list', () => {
  test('is comma-joined in the query of a GET and a DELETE', () => {
    expect(prepared(listClusterNames).url).toBe('/api/v1/cluster/name-list?subGroupIdList=11,12');
    expect(prepared(deleteSubGroups, { params: { ids: [3, 4] } }).url).toBe(
      '/api/v1/group/sub/delete/3,4?subGroupIdList=11,12',
    );
  });

  test('is in the query if the body is an array or has a field of that name', () => {
    const list = prepared(updateClusters, { body: [{ hostId: 1 }] });
    expect([list.url, list.body]).toEqual(['/api/v1/cluster/update?subGroupIdList=11,12', '[{"hostId":1}]']);
    const move = prepared(moveSubGroups, { body: { metaGroupId: 1, subGroupIdList: [5] } });
    expect(move.url).toBe('/api/v1/group/sub/meta/update?subGroupIdList=11,12');
    expect(move.body).toBe('{"metaGroupId":1,"subGroupIdList":[5]}');
  });

  test('is an array in other bodies', () => {
    const write = prepared(insertSubGroup, { body: { metaGroupId: 1, name: 'n' } });
    expect(write.url).toBe('/api/v1/group/sub/insert');
    expect(write.body).toBe('{"metaGroupId":1,"name":"n","subGroupIdList":[11,12]}');
  });

  test('is absent from endpoints that ignore it', () => {
    expect(prepared(getViewOption, { params: { type: 'list' } }).url).toBe('/api/v1/viewoption/list');
    expect(bodyOf(saveViewOption, { params: { type: 'list' }, body: { a: 1 } })).toEqual({ a: 1 });
  });

  test.each(Object.entries(endpoints))('is never sent empty (%s)', (_name, endpoint) => {
    const params = new Proxy(
      {},
      {
        get: () => '1',
        ownKeys: () => pathParts(endpoint),
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: '1' }),
      },
    );
    const request = prepared(endpoint, { params, body: {} }, []);
    expect(`${request.url} ${String(request.body)}`).not.toContain('subGroupIdList');
  });
});

function pathParts(endpoint: Endpoint): string[] {
  return [...endpoint.path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => name);
}

describe('the body of a list request', () => {
  test('has _method: get', () =>
    expect(bodyOf(listUsers, { params: { pageNo: 1, pageCnt: 20 } }, null)).toEqual({ _method: 'get' }));

  test('drops empty values, empty strings, empty arrays and empty filter entries', () => {
    const filter = { name: '', metaGroupId: null, subGroupId: undefined, id: 3, ids: [], zero: 0, no: false };
    const body = { pageNo: 1, pageCnt: undefined, orderBy: [], filter };
    const expected = { _method: 'get', pageNo: 1, filter: { id: 3, zero: 0, no: false } };
    expect(bodyOf(listClusters, { body }, null)).toEqual(expected);
  });

  test('drops an empty filter', () => {
    const found = bodyOf(listClusters, { body: { filter: { name: '' }, orderBy: ['-name'] } }, null);
    expect(found).toEqual({ _method: 'get', orderBy: ['-name'] });
  });
});

test('a write is sent unchanged, with empty values and without _method', () => {
  const body = { userId: 'abcd', name: '', email: null, grantList: [] };
  expect(bodyOf(insertUser, { body }, null)).toEqual(body);
});

test('empty values of a query are dropped', () => {
  expect(prepared(endpoints.loginCheck, { query: { keepAlive: undefined } }).url).toBe('/api/v1/loginCheck');
  expect(prepared(endpoints.loginCheck, { query: { keepAlive: 'Y' } }).url).toBe(
    '/api/v1/loginCheck?keepAlive=Y',
  );
});

test('path parameters are escaped', () => {
  expect(prepared(insertMetaGroup, { params: { name: '서울/가?#' } }, null).url).toBe(
    `/api/v1/group/meta/insert/${encodeURIComponent('서울/가?#')}`,
  );
});

test('only a JSON body sets its content type: the browser sets that of a form', () => {
  const form = new FormData();
  form.set('file', new Blob(['x']));
  const upload = prepareRequest(insertLogo, { form }, null, 'key-of-this-request');
  expect(upload.body).toBe(form);
  expect(upload.headers).toEqual({ accept: 'application/json', 'idempotency-key': 'key-of-this-request' });
  const expected = { accept: 'application/json', 'content-type': 'application/json' };
  expect(prepared(insertSubGroup, { body: {} }).headers).toEqual(expected);
  expect(prepared(insertMetaGroup, { params: { name: 'a' } }).headers).toEqual({
    accept: 'application/json',
  });
});

describe('a required parameter', () => {
  const page = { pageNo: 1, pageCnt: 20 };
  const cases: readonly [name: string, endpoint: Endpoint, input: RequestInput][] = [
    ['subGroupId', listClustersOfSubGroup, { params: { subGroupId: undefined } }],
    ['metaGroupId', listSubGroups, { params: { ...page } }],
    ['pageNo', listSubGroups, { params: { metaGroupId: 1, pageCnt: 20 } }],
    ['pageCnt', listSubGroups, { params: { metaGroupId: 1, pageNo: 1 } }],
    ['pageNo', listPods, { params: { pageCnt: 20 } }],
    ['pageCnt', listPods, { params: { pageNo: 1, pageCnt: Number.NaN } }],
    ['hostId', endpoints.getCluster, {}],
    ['hostId', endpoints.getClusterAlarmSetting, { params: { hostId: null } }],
    ['hostId', renameCluster, { body: { name: 'n' } }],
    ['hostId', updateClusters, { body: [{ hostId: 1 }, { name: 'n' }] }],
    ['nodeId', getNode, { params: { nodeId: '' } }],
    ['podId', getPod, { params: {} }],
    ['userNo', getUser, { params: {} }],
    ['type', getViewOption, { params: { type: '' } }],
    ['ids', deleteSubGroups, { params: { ids: [] } }],
    ['metaGroupId', insertSubGroup, { body: { name: 'n' } }],
    ['metaGroupId', insertSubGroup, {}],
  ];

  test.each(cases)('%s is reported if it is missing', (name, endpoint, input) =>
    expect(missingParameter(endpoint, input)).toBe(name),
  );

  test('is not reported if it is present, and an optional one never', () => {
    expect(missingParameter(listSubGroups, { params: { metaGroupId: 1, ...page } })).toBeNull();
    expect(missingParameter(listUsers, { params: page, body: {} })).toBeNull();
    expect(missingParameter(listUsers, { params: page })).toBeNull();
    const user = { userId: 'abcd', name: '', email: null, password: '', role: 2 };
    expect(missingParameter(insertUser, { body: user })).toBeNull();
  });
});
