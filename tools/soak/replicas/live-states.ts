import { API_PREFIX } from '@gwanje/contract/definition/endpoint';
import { Envelope } from '@gwanje/contract/definition/errors';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';
import { compareReplicas } from './check-history.ts';
import type { ExpectedCluster } from './history.ts';
import { ask } from './workload/http.ts';

interface Viewer {
  readonly cookie: string;
  readonly origin: string;
}

const ANSWER_WITHIN_MS = 10_000;
/** The largest page. All clusters together have fewer objects of each kind. */
const MAX_ROWS = 1000;
/** Part of the names of many pods. */
const SEARCHED = 'api';
const LISTS = [
  'clusters',
  'nodes',
  'namespaces',
  'workloads',
  'pods',
  'containers',
  'volumes',
  'pvcs',
  'alarms',
];

/** All lists and the dashboard of every replica. Returns how the replicas differ from each other and from the agents. */
export async function compareLiveStates(
  replicas: readonly { readonly name: string; readonly url: string }[],
  viewer: Viewer,
  clusters: readonly ExpectedCluster[],
): Promise<string[]> {
  const found: string[] = [];
  const states = await Promise.all(
    replicas.map(async ({ name, url }) => [name, await readState(url, viewer)] as const),
  );
  for (const what of [...LISTS, 'summary', 'search']) {
    const answers = new Map<string, string[]>();
    for (const [name, state] of states) {
      const rows = state.get(what);
      if (rows) answers.set(name, rows);
      else found.push(`${what}: ${name} does not answer`);
    }
    found.push(...compareReplicas(what, answers));
  }
  const wanted = clusters.flatMap(({ hostId, podNames }) => podNames.map((pod) => `${hostId} ${pod}`));
  const pods = states[0]?.[1].get('pods')?.map((row) => {
    const { hostId, name } = JSON.parse(row);
    return `${hostId} ${name}`;
  });
  const actual = new Map([
    ['the agents', wanted],
    ['the replicas', pods ?? []],
  ]);
  return [...found, ...compareReplicas('pods', actual)];
}

async function readState(url: string, viewer: Viewer): Promise<Map<string, string[]>> {
  const state = new Map<string, string[]>();
  for (const list of LISTS) {
    const body = { _method: 'get', ...(list === 'alarms' ? { filter: { confirmLevel: [1, 2, 3] } } : {}) };
    const page = await read(`${url}${API_PREFIX}/${list}/1/${MAX_ROWS}`, viewer, body);
    const rows = page && Array.isArray(page.list) ? page.list : undefined;
    if (rows)
      state.set(
        list,
        rows.map((row: unknown) => JSON.stringify(row)),
      );
  }
  const summary = await read(`${url}${API_PREFIX}/dashboard/summary`, viewer, { isAllCluster: true });
  if (summary) {
    const { serverTime: _, platformList, ...rest } = summary;
    const clusters = Array.isArray(platformList) ? platformList : [];
    state.set(
      'summary',
      [...clusters, rest].map((row) => JSON.stringify(row)),
    );
  }
  const found = await read(`${url}${API_PREFIX}/search?q=${SEARCHED}&gone=without`, viewer);
  if (found) state.set('search', [JSON.stringify(found)]);
  return state;
}

async function read(url: string, { cookie, origin }: Viewer, body?: object) {
  const answer = await ask(url, {
    method: body ? 'POST' : 'GET',
    headers: { cookie: `${SESSION_COOKIE}=${cookie}`, origin, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
    withinMs: ANSWER_WITHIN_MS,
  });
  if (answer?.status !== 200) return undefined;
  return Envelope.parse(JSON.parse(answer.text)).data;
}
