import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeDashboardObjects } from '@gwanje/contract/dashboard/dashboard-objects';
import type { Endpoint } from '@gwanje/contract/definition/endpoint';
import { endpoints } from '@gwanje/kinds/endpoints';
import { noObjects } from '../../apps/console/src/core/testing/dashboard-objects.ts';
import { type SampleOptions, sampleOf } from '../../apps/console/src/core/testing/sample.ts';

const STUB_SERVER = readFileSync(join(import.meta.dirname, 'in-page/stub-server.js'), 'utf8');

/** A total admin. */
const USER = { userNo: 1, role: 1, isKeyUser: 'Y' };
/** What every page needs before it can show anything. */
const SHELL: ReadonlyMap<Endpoint, object> = new Map<Endpoint, object>([
  [endpoints.getUser, { user: { ...sampleUser(), ...USER }, grantList: [] }],
  [endpoints.listClusterNames, { clusterList: [{ hostId: 1, name: 'c1', metaGroupId: 1, subGroupId: 11 }] }],
  [
    endpoints.listGroupNames,
    {
      groupNameList: [
        {
          metaGroupId: 1,
          metaGroupName: 'meta',
          subGroupNameList: [{ subGroupId: 11, subGroupName: 'first' }],
        },
      ],
    },
  ],
]);
/** Their object is loaded before the page opens. */
const GUARDS: readonly Endpoint[] = [
  endpoints.getNode,
  endpoints.getPod,
  endpoints.getContainer,
  endpoints.getWorkload,
  endpoints.getNamespace,
  endpoints.getService,
  endpoints.getIngress,
  endpoints.getAutoscaler,
  endpoints.getDisruptionBudget,
  endpoints.getQuota,
  endpoints.getNodeHistory,
  endpoints.getVolumeAlarmSetting,
  endpoints.getClaimAlarmSetting,
  endpoints.getSubGroup,
];

function sampleUser(): object {
  return Object.assign({}, sampleOf(endpoints.loginCheck.response.shape.user, { rowCnt: 1, isSparse: true }));
}

function kindOf(endpoint: Endpoint): string | undefined {
  if (endpoint === endpoints.loginCheck) return 'session';
  if (endpoint === endpoints.openStream || endpoint === endpoints.openLog) return 'silent';
  if (endpoint === endpoints.getDashboardObjects) return 'binary';
  if (endpoint === endpoints.getClusterSummary) return 'summary';
  if (SHELL.has(endpoint)) return 'shell';
  return GUARDS.includes(endpoint) ? 'guard' : undefined;
}

function answerOf(endpoint: Endpoint, rowCnt: SampleOptions['rowCnt']): object {
  const answer = Object.assign({}, sampleOf(endpoint.response, { rowCnt, isSparse: true }));
  return 'totalCnt' in answer ? { ...answer, totalCnt: rowCnt } : answer;
}

/** Every call of the console with answers made from its schema. */
function stubbedCalls() {
  return Object.values<Endpoint>(endpoints)
    .toSorted((one, other) => one.path.split(':').length - other.path.split(':').length)
    .map((endpoint) => {
      const kind = kindOf(endpoint);
      return {
        kind,
        method: endpoint.method,
        path: `^${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`,
        code: endpoint.success,
        ...(kind === 'binary' && {
          bytes: [
            ...new Uint8Array(encodeDashboardObjects({ ...noObjects, serverTime: new Date().toISOString() })),
          ],
        }),
        ...(kind !== 'binary' && kind !== 'silent' && answers(endpoint)),
      };
    });
}

function answers(endpoint: Endpoint) {
  if (endpoint === endpoints.loginCheck)
    return { withRow: { user: { ...sampleUser(), ...USER }, wallboard: null } };
  return { withRow: SHELL.get(endpoint) ?? answerOf(endpoint, 1), empty: answerOf(endpoint, 0) };
}

/** A script for the console's window, before its own: the window asks no server any more. */
export function stubServer(): string {
  return `globalThis.stubbedCalls = ${JSON.stringify(stubbedCalls())};\n${STUB_SERVER}`;
}

/** A script for the loaded console: checks its pages in the situation of the stubs. */
export const PAGE_STATES = readFileSync(join(import.meta.dirname, 'in-page/page-states.js'), 'utf8');
