import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Resource } from '../kinds/object/records.ts';
import { isResource, KINDS } from '../kinds/registry.ts';
import { answerKubelet } from '../kubelet/answer.ts';
import type { Cluster } from '../world/cluster.ts';
import { type Account, authenticate, requireAccess, type User } from './access.ts';
import { listText, parseListQuery } from './list.ts';
import { served } from './objects.ts';
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
/** Group and resource. */
const LIST = /^\/(?:api|apis\/([^/]+))\/v1\/([^/]+)$/;

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
  const [group = '', resource = ''] = partsOf(LIST, url.pathname) ?? [];
  if (!isResource(resource) || KINDS[resource].group !== group) throw notFound();
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

function partsOf(pattern: RegExp, path: string): string[] | undefined {
  try {
    return pattern
      .exec(path)
      ?.slice(1)
      .map((part) => decodeURIComponent(part ?? ''));
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
