import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Resource } from '../kinds/object/records.ts';
import { isResource, KINDS } from '../kinds/registry.ts';
import { answerKubelet } from '../kubelet/answer.ts';
import type { Cluster } from '../world/cluster.ts';
import { type Account, authenticate, requireAccess, type User } from './access.ts';
import { listText, parseListQuery } from './list.ts';
import { answerLog } from './logs.ts';
import { objectText, served } from './objects.ts';
import { sendText } from './responses.ts';
import { ApiError, badRequest, notFound } from './status.ts';
import { startWatch } from './watch.ts';

export interface ApiContext {
  readonly cluster: Cluster;
  readonly accounts: readonly Account[];
  readonly bookmarkMs: number;
  /** Called with the function that ends a started watch. */
  watchStarted(end: () => void, response: ServerResponse): void;
}

const JSON_TYPE = 'application/json';
const PROXY = /^\/api\/v1\/nodes\/([^/]+)\/proxy(\/.*)$/;
/** Namespace, name and subresource. */
const POD = /^\/api\/v1\/namespaces\/([^/]+)\/pods\/([^/]+)(?:\/(log))?$/;
/** Group, version and resource. */
const LIST = /^\/(?:api|apis\/([^/]+))\/(v\d+)\/([^/]+)$/;

/** Handles a request: authenticates, parses the path, checks the rights and answers. */
export async function handleRequest(
  context: ApiContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { cluster } = context;
  const known = authenticate(request.headers.authorization, context.accounts);
  const hasRoles = cluster.timeline.nowMs() >= cluster.faults.rolesUnreadUntilMs;
  const user = hasRoles ? known : { ...known, rules: [] };
  if (request.method !== 'GET')
    throw new ApiError(
      405,
      'MethodNotAllowed',
      'the server does not allow this method on the requested resource',
      {},
    );
  const url = URL.parse(request.url ?? '/', 'http://cluster');
  if (!url) throw badRequest('the path is not well formed');
  if (url.pathname === '/version')
    return sendText(request, response, 200, JSON_TYPE, versionText(cluster.spec.flavour.version));
  const proxied = partsOf(PROXY, url.pathname);
  if (proxied) return answerProxy(cluster, user, proxied, request, response);
  const pod = partsOf(POD, url.pathname);
  if (pod) return answerPod(context, user, pod, url.searchParams, request, response);
  const [group = '', version = '', resource = ''] = partsOf(LIST, url.pathname) ?? [];
  if (!isResource(resource) || !isServed(KINDS[resource], group, version)) throw notFound();
  const query = parseListQuery(url.searchParams);
  requireAccess(user, { verb: query.isWatch ? 'watch' : 'list', group, resource });
  const source = served<Resource>(cluster.store, resource);
  if (query.isWatch) {
    const end = startWatch(cluster, source, query, context.bookmarkMs, response);
    context.watchStarted(end, response);
    return;
  }
  return sendText(request, response, 200, JSON_TYPE, listText(cluster, source, query));
}

function isServed(
  kind: Pick<(typeof KINDS)[Resource], 'group' | 'version'>,
  group: string,
  version: string,
): boolean {
  return kind.group === group && (kind.version ?? 'v1') === version;
}

function partsOf(pattern: RegExp, path: string): string[] | undefined {
  try {
    return pattern
      .exec(path)
      ?.slice(1)
      .map((part: string | undefined) => decodeURIComponent(part ?? ''));
  } catch {
    throw badRequest('the path is not well formed');
  }
}

function versionText(gitVersion: string): string {
  const [, major = '1', minor = '0'] = /^v(\d+)\.(\d+)/.exec(gitVersion) ?? [];
  return JSON.stringify({
    major,
    minor,
    gitVersion,
    gitCommit: '9e644106593f3f4aa98f8a84b23db5fa378900bd',
    gitTreeState: 'clean',
    buildDate: '2025-05-15T08:27:33Z',
    goVersion: 'go1.23.8',
    compiler: 'gc',
    platform: 'linux/amd64',
  });
}

async function answerPod(
  { cluster, watchStarted }: ApiContext,
  user: User,
  [namespace = '', name = '', subresource = '']: readonly string[],
  params: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = { verb: 'get', group: '', resource: 'pods', name };
  requireAccess(user, subresource === '' ? asked : { ...asked, subresource });
  const key = `${namespace}/${name}`;
  if (subresource === 'log') {
    watchStarted(answerLog(cluster, key, params, response), response);
    return;
  }
  const { kind, objects } = served(cluster.store, 'pods');
  const pod = objects.get(key);
  if (!pod) throw notFound(`pods "${name}" not found`);
  return sendText(request, response, 200, JSON_TYPE, objectText(kind, pod, cluster));
}

async function answerProxy(
  cluster: Cluster,
  user: User,
  [nodeName = '', path = '']: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  requireAccess(user, { verb: 'get', group: '', resource: 'nodes', subresource: 'proxy', name: nodeName });
  const node = cluster.store.nodes.get(nodeName);
  if (!node) throw notFound(`nodes "${nodeName}" not found`);
  if (cluster.faults.silentNodes.has(nodeName)) {
    const address = `${node.machine.internalIp}:10250`;
    const text = `error trying to reach service: dial tcp ${address}: connect: connection refused`;
    return sendText(request, response, 503, 'text/plain; charset=utf-8', text);
  }
  const answer = answerKubelet(cluster, nodeName, path);
  return sendText(request, response, answer.status, answer.contentType, answer.body);
}
