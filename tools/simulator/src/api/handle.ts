import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StoredObject } from '../kinds/object/records.ts';
import { answerKubelet } from '../kubelet/answer.ts';
import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';
import { type Account, authenticate, requireAccess, requirePath, reviewAccess, type User } from './access.ts';
import { discoveryOf, leaseOf } from './discovery.ts';
import { listTable, listText } from './list.ts';
import {
  columnDefinitions,
  type IncludeObject,
  objectText,
  type Served,
  served,
  tableRow,
} from './objects.ts';
import { parseListQuery } from './query.ts';
import { readJson, sendJson, sendText } from './responses.ts';
import { parseRoute, type Route } from './route.ts';
import { badRequest, methodNotAllowed, notFound, notFoundPath } from './status.ts';
import { startWatch } from './watch.ts';

export interface ApiContext {
  readonly cluster: Cluster;
  readonly accounts: readonly Account[];
  readonly bookmarkMs: number | undefined;
  /** Called with the function that ends a started watch. */
  watchStarted(end: () => void, response: ServerResponse): void;
}

const JSON_TYPE = 'application/json';

/** Handles a request: authenticates, parses the route, checks the rights and answers. */
export async function handleRequest(
  context: ApiContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { cluster, accounts } = context;
  const user = authenticate(request.headers.authorization, accounts);
  const url = URL.parse(request.url ?? '/', 'http://cluster');
  if (!url) throw badRequest('the path is not well formed');
  const route = parseRoute(url.pathname);
  const method = request.method ?? 'GET';
  switch (route.kind) {
    case 'path':
      return answerPath(cluster, user, method, route.path, request, response);
    case 'accessReview': {
      requireAccess(user, {
        ...NOWHERE,
        verb: verbOf(method, '', false),
        group: 'authorization.k8s.io',
        resource: 'selfsubjectaccessreviews',
      });
      if (method !== 'POST') throw methodNotAllowed();
      return sendJson(request, response, 201, reviewAccess(user, await readJson(request)));
    }
    case 'nodeProxy':
      return answerProxy(cluster, user, method, route, request, response);
    case 'unknown': {
      const { kind: _, ...asked } = route;
      requireAccess(user, { ...asked, verb: verbOf(method, route.name, false) });
      const isLease =
        route.resource === 'leases' && route.namespace === 'kube-node-lease' && method === 'GET';
      const lease = isLease ? leaseOf(cluster, route.name) : undefined;
      if (!lease) throw notFoundPath();
      return sendJson(request, response, 200, lease);
    }
    case 'resource':
      return answerResource(context, user, method, route, url.searchParams, request, response);
  }
}

const NOWHERE = { subresource: '', namespace: '', name: '' };

function verbOf(method: string, name: string, isWatch: boolean): string {
  switch (method) {
    case 'GET':
    case 'HEAD':
      return isWatch ? 'watch' : name === '' ? 'list' : 'get';
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return name === '' ? 'deletecollection' : 'delete';
    default:
      return method.toLowerCase();
  }
}

const PROBES = new Set(['/healthz', '/livez', '/readyz']);

async function answerPath(
  cluster: Cluster,
  user: User,
  method: string,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  requirePath(user, method === 'HEAD' ? 'get' : method.toLowerCase(), path);
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed();
  if (PROBES.has(path)) return sendText(request, response, 200, 'text/plain; charset=utf-8', 'ok');
  const found = discoveryOf(cluster, path, request.headers.host ?? 'localhost');
  if (!found) throw notFoundPath();
  return sendJson(request, response, 200, found);
}

async function answerProxy(
  cluster: Cluster,
  user: User,
  method: string,
  route: Extract<Route, { kind: 'nodeProxy' }>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = { group: '', resource: 'nodes', subresource: 'proxy', namespace: '', name: route.nodeName };
  const verb = method === 'GET' || method === 'HEAD' ? 'get' : verbOf(method, route.nodeName, false);
  requireAccess(user, { ...asked, verb });
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed();
  // The name may have a port.
  const nodeName = route.nodeName.replace(/:\d*$/, '');
  const node = cluster.store.nodes.get(nodeName);
  if (!node) throw notFound('nodes', '', nodeName);
  if (cluster.faults.silentNodes.has(nodeName)) {
    const address = `${node.machine.internalIp}:${node.kubeletPort}`;
    const text = `error trying to reach service: dial tcp ${address}: connect: connection refused`;
    return sendText(request, response, 503, 'text/plain; charset=utf-8', text);
  }
  const answer = answerKubelet(cluster, nodeName, route.path);
  return sendText(request, response, answer.status, answer.contentType, answer.body);
}

/** The client asks for a table instead of objects: rows, with or without their objects. */
function wantedTable(request: IncomingMessage, query: URLSearchParams): IncludeObject | undefined {
  const accept = String(request.headers.accept ?? '');
  if (!/as=Table/.test(accept.split(',')[0] ?? '')) return undefined;
  const include = query.get('includeObject');
  return include === 'Object' || include === 'None' ? include : 'Metadata';
}

async function answerResource(
  context: ApiContext,
  user: User,
  method: string,
  route: Extract<Route, { kind: 'resource' }>,
  parameters: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { cluster } = context;
  const { resource, namespace, name } = route;
  const source = served(cluster.store, resource);
  const isReading = method === 'GET' || method === 'HEAD';
  const query = isReading ? parseListQuery(parameters) : undefined;
  requireAccess(user, {
    verb: verbOf(method, name, query?.isWatch ?? false),
    group: source.kind.group,
    resource,
    subresource: '',
    // For access rules, a namespace belongs to itself.
    namespace: resource === 'namespaces' ? name : namespace,
    name,
  });
  if (!query) throw methodNotAllowed();
  const table = wantedTable(request, parameters);
  if (query.isWatch) {
    const end = startWatch(
      cluster,
      source,
      { namespace, name },
      query,
      { table, bookmarkMs: context.bookmarkMs },
      response,
    );
    context.watchStarted(end, response);
    return;
  }
  if (name !== '') {
    const text = oneText(cluster, source, namespace, name, table);
    return sendText(request, response, 200, JSON_TYPE, text);
  }
  const target = { namespace, name: '' };
  const text = table
    ? listTable(cluster, source, target, query, table)
    : listText(cluster, source, target, query);
  return sendText(request, response, 200, JSON_TYPE, text);
}

function oneText<R extends StoredObject>(
  cluster: Cluster,
  { kind, objects }: Served<R>,
  namespace: string,
  name: string,
  table: IncludeObject | undefined,
): string {
  const record = objects.get(keyOf({ namespace, name }));
  if (!record) throw notFound(kind.resource, kind.group, name);
  const view = cluster.view();
  if (table === undefined) return objectText(kind, record, view);
  return JSON.stringify({
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata: { resourceVersion: String(record.rv) },
    columnDefinitions: columnDefinitions(kind),
    rows: [tableRow(kind, record, view, table)],
  });
}
