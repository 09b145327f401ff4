import type { Db } from '@gwanje/backend/database/schema';
import { acceptJsonAs } from '@gwanje/backend/http/base-app';
import { retryAfterOf, toAppError } from '@gwanje/backend/http/error-answers';
import { parsePart } from '@gwanje/backend/http/parse';
import type { SiteCookies } from '@gwanje/backend/http/site-cookies';
import { auditAs } from '@gwanje/backend/identity/audit';
import { AppError } from '@gwanje/contract/definition/errors';
import { ID_TEXT, MAX_ID } from '@gwanje/contract/definition/fields';
import { parseGroupPath } from '@gwanje/domain/access/group-path';
import { isTotalAdmin } from '@gwanje/domain/access/permissions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Work } from '../../../platform/http/call.ts';
import { actorOf, auditDenial } from '../../../platform/http/identity/audit-caller.ts';
import { authenticate, isByToken, type SignedIn } from '../../../platform/http/identity/authenticate.ts';
import { type Rights, type RightsCache, rightsIn } from '../../../platform/http/identity/rights-cache.ts';
import { MAX_RESULTS, resourceTypes, schemas, serviceProviderConfig } from './scim-discovery.ts';
import { ScimError, scimErrorBody, toScimError } from './scim-error.ts';
import { parseScimFilter } from './scim-filter.ts';
import { groupResource, type ScimGroup } from './scim-group-resource.ts';
import {
  createScimGroup,
  deleteScimGroup,
  patchScimGroup,
  replaceScimGroup,
  requireGroup,
} from './scim-groups.ts';
import * as repository from './scim-repository.ts';
import { type ScimAccount, userResource } from './scim-user-resource.ts';
import { createScimUser, deleteScimUser, patchScimUser, replaceScimUser, requireUser } from './scim-users.ts';

const SCIM_PATH = '/scim/v2';
const CONTENT_TYPE = 'application/scim+json';
const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const BODY_BYTES = 1024 * 1024;

export interface ScimDeps {
  readonly db: Db;
  readonly rights: RightsCache;
  readonly cookies: SiteCookies;
  readonly now: () => Date;
  /** The origin of the console. */
  readonly publicUrl: string;
}

/** An identity provider has no page of ours, so it sends no Origin. It never uses a cookie either. */
export function isScim({ url }: Pick<FastifyRequest, 'url'>): boolean {
  return url.startsWith(`${SCIM_PATH}/`);
}

/**
 * SCIM 2.0 (RFC 7643, RFC 7644): an identity provider creates, changes and deactivates users and the members of sub groups. It
 * calls with an access token of a total admin.
 */
export async function registerScim(app: FastifyInstance, deps: ScimDeps): Promise<void> {
  const baseUrl = deps.publicUrl + SCIM_PATH;
  await app.register(
    async (scope) => {
      acceptJsonAs(scope, CONTENT_TYPE);
      answerErrors(scope);
      scope.addHook('onRequest', async (request) => {
        // Before the body is read.
        await authenticateProvider(deps, await deps.rights.current(), request);
      });
      registerDiscovery(scope, baseUrl);
      registerResources<ScimAccount>(scope, deps, '/Users', {
        show: (account) => userResource(account, baseUrl),
        list: listUsers,
        find: requireUser,
        create: createScimUser,
        replace: replaceScimUser,
        patch: patchScimUser,
        remove: deleteScimUser,
      });
      registerResources<ScimGroup>(scope, deps, '/Groups', {
        show: (group) => groupResource(group, baseUrl),
        list: listGroups,
        find: requireGroup,
        create: createScimGroup,
        replace: replaceScimGroup,
        patch: patchScimGroup,
        remove: deleteScimGroup,
      });
    },
    { prefix: SCIM_PATH },
  );
}

/** Only an access token that acts for a total admin, in all groups. */
async function authenticateProvider(
  deps: ScimDeps,
  rights: Rights,
  request: FastifyRequest,
): Promise<SignedIn> {
  if (!isByToken(request)) throw new AppError('sessionFailed');
  const { db, cookies } = deps;
  const sender = { request, cookies, now: deps.now(), whileViewing: 'no' as const };
  const signedIn = await authenticate(db, rights, sender);
  const { user } = signedIn;
  if (!isTotalAdmin(user) || user.onlyMetaGroupIds !== undefined || user.status === 4) {
    const error = new AppError('noPermission', { reason: 'token' });
    await auditDenial(deps.db, 'scim', signedIn, request, error);
    throw error;
  }
  return signedIn;
}

interface Resource {
  readonly id: string;
  readonly meta: { readonly location: string };
}

interface ResourceCalls<Found> {
  show(found: Found): Resource;
  list(db: Db, query: ListQuery): Promise<{ readonly total: number; readonly found: readonly Found[] }>;
  find(work: Pick<Work, 'db'>, id: number): Promise<Found>;
  create(work: Work, body: unknown): Promise<Found>;
  replace(work: Work, id: number, body: unknown): Promise<Found>;
  patch(work: Work, id: number, body: unknown): Promise<Found>;
  remove(work: Work, id: number): Promise<void>;
}

function registerResources<Found>(
  scope: FastifyInstance,
  deps: ScimDeps,
  path: '/Users' | '/Groups',
  calls: ResourceCalls<Found>,
): void {
  const options = { bodyLimit: BODY_BYTES };
  scope.get(path, async (request, reply) => {
    const query = parsePart(ListQuery, request.query);
    const { total, found } = await calls.list(deps.db, query);
    const resources = found.map((one) => selected(calls.show(one), query));
    return send(reply, listResponse(resources, total, query.startIndex));
  });
  scope.get(`${path}/:id`, async (request, reply) => {
    const query = parsePart(ListQuery, request.query);
    return send(reply, selected(calls.show(await calls.find(deps, idOf(request))), query));
  });
  scope.post(path, options, async (request, reply) => {
    const created = calls.show(await write(deps, request, (work) => calls.create(work, request.body)));
    return send(reply.code(201).header('location', created.meta.location), created);
  });
  scope.put(`${path}/:id`, options, async (request, reply) => {
    const id = idOf(request);
    return send(
      reply,
      calls.show(await write(deps, request, (work) => calls.replace(work, id, request.body))),
    );
  });
  scope.patch(`${path}/:id`, options, async (request, reply) => {
    const id = idOf(request);
    return send(reply, calls.show(await write(deps, request, (work) => calls.patch(work, id, request.body))));
  });
  scope.delete(`${path}/:id`, async (request, reply) => {
    const id = idOf(request);
    await write(deps, request, (work) => calls.remove(work, id));
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}

function registerDiscovery(scope: FastifyInstance, baseUrl: string): void {
  scope.get('/ServiceProviderConfig', async (_request, reply) => send(reply, serviceProviderConfig(baseUrl)));
  for (const [path, resources] of [
    ['/ResourceTypes', resourceTypes(baseUrl)],
    ['/Schemas', schemas(baseUrl)],
  ] as const) {
    scope.get(path, async (_request, reply) => send(reply, listResponse(resources, resources.length, 1)));
    scope.get<{ Params: { id: string } }>(`${path}/:id`, async ({ params }, reply) => {
      const found = resources.find(({ id }) => id === params.id);
      if (!found) throw new AppError('notFound');
      return send(reply, found);
    });
  }
}

/** One transaction, in which the token is checked again: its owner may have been suspended while the body arrived. */
async function write<Result>(
  deps: ScimDeps,
  request: FastifyRequest,
  change: (work: Work) => Promise<Result>,
): Promise<Result> {
  const now = deps.now();
  const signedIn = await authenticateProvider(deps, await deps.rights.current(), request);
  await deps.rights.noteActivity(signedIn, now);
  try {
    return await deps.db.transaction().execute(async (trx) => {
      const { user } = await authenticateProvider({ ...deps, db: trx }, rightsIn(trx), request);
      const by = actorOf(signedIn, request);
      const audit = auditAs(trx, { ...by, detail: { ...by.detail, source: 'scim' } });
      return change({ db: trx, user, now, audit });
    });
  } catch (error) {
    await auditDenial(
      deps.db,
      `scim ${request.method} ${request.routeOptions.url}`,
      signedIn,
      request,
      error,
    );
    throw error;
  }
}

const Names = z
  .string()
  .max(1000)
  .transform((text) => text.split(',').map((name) => name.trim().toLowerCase()))
  .optional();
const ListQuery = z.object({
  filter: z.string().optional(),
  startIndex: z.coerce.number().pipe(z.int()).catch(1).default(1),
  count: z.coerce.number().pipe(z.int()).catch(MAX_RESULTS).default(MAX_RESULTS),
  attributes: Names,
  excludedAttributes: Names,
});
type ListQuery = z.output<typeof ListQuery>;

/** Values that are too small or too large are brought into range, as RFC 7644 wants it. */
function sliceOf({ startIndex, count }: ListQuery): repository.Slice {
  return {
    offset: Math.min(Math.max(startIndex, 1) - 1, MAX_ID),
    count: Math.min(Math.max(count, 0), MAX_RESULTS),
  };
}

async function listUsers(db: Db, query: ListQuery) {
  const filter = parseScimFilter(query.filter, ['id', 'userName', 'externalId', 'displayName']);
  const wanted = {
    ...(filter.has('id') && { userNo: idNumber(filter.get('id')) ?? 0 }),
    ...optional('userName', filter.get('userName')),
    ...optional('externalId', filter.get('externalId')),
    ...optional('displayName', filter.get('displayName')),
  };
  return {
    total: await repository.countUsers(db, wanted),
    found: await repository.listUsers(db, wanted, sliceOf(query)),
  };
}

async function listGroups(db: Db, query: ListQuery) {
  const filter = parseScimFilter(query.filter, [
    'id',
    'displayName',
    'externalId',
    'members',
    'members.value',
  ]);
  const member = filter.get('members') ?? filter.get('members.value');
  const displayName = filter.get('displayName');
  const name = displayName === undefined ? undefined : parseGroupPath(displayName);
  // The server stores no external ids of groups, and no group has a name without its meta group.
  if (filter.has('externalId') || (displayName !== undefined && !name)) return { total: 0, found: [] };
  const wanted = {
    ...(filter.has('id') && { subGroupId: idNumber(filter.get('id')) ?? 0 }),
    ...(name && { name }),
    ...(member !== undefined && { memberUserNo: idNumber(member) ?? 0 }),
  };
  return {
    total: await repository.countGroups(db, wanted),
    found: await repository.listGroups(db, wanted, sliceOf(query)),
  };
}

function optional<Key extends string>(key: Key, value: string | undefined) {
  return value === undefined ? {} : ({ [key]: value } as Record<Key, string>);
}

function idNumber(text: string | undefined): number | undefined {
  return text !== undefined && ID_TEXT.test(text) && Number(text) <= MAX_ID ? Number(text) : undefined;
}

/** A text that is no id names no resource. */
function idOf({ params }: FastifyRequest): number {
  const id = idNumber(Reflect.get(Object(params), 'id'));
  if (id === undefined) throw new AppError('notFound');
  return id;
}

/** The attributes that a provider asks for; `id` and the schema are always there. */
function selected(resource: Resource, { attributes, excludedAttributes }: ListQuery): Partial<Resource> {
  const isShown = (name: string) => {
    if (name === 'id' || name === 'schemas') return true;
    const key = name.toLowerCase();
    if (attributes) return attributes.some((wanted) => wanted === key || wanted.startsWith(`${key}.`));
    return !excludedAttributes?.includes(key);
  };
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isShown(name)));
}

function listResponse(resources: readonly object[], total: number, startIndex: number) {
  return {
    schemas: [LIST_SCHEMA],
    totalResults: total,
    startIndex: Math.max(startIndex, 1),
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

function send(reply: FastifyReply, body: object): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .type(`${CONTENT_TYPE}; charset=utf-8`)
    .send(JSON.stringify(body));
}

function answerErrors(scope: FastifyInstance): void {
  scope.setErrorHandler((error, request, reply) => {
    if (error instanceof ScimError) return send(reply.code(error.status), scimErrorBody(error));
    const known = toAppError(error);
    if (known.errorName === 'unknown') request.log.error({ err: error }, 'unexpected error');
    const retryAfter = retryAfterOf(known);
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    if (known.errorName === 'sessionFailed') reply.header('www-authenticate', 'Bearer');
    return send(reply.code(known.spec.status), scimErrorBody(toScimError(known)));
  });
  const notFound = () => {
    throw new AppError('notFound');
  };
  scope.setNotFoundHandler(notFound);
  // Else the console would answer.
  scope.get('/*', notFound);
}
