import type { Endpoint } from '@gwanje/contract/definition/endpoint';
import { errors } from '@gwanje/contract/definition/errors';
import type { Role } from '@gwanje/contract/definition/fields';
import { may, mayCall } from '@gwanje/domain/access/permissions';
import { type EndpointName, endpoints } from '@gwanje/kinds/endpoints';
import { SESSION_IDLE_MS } from '@gwanje/testkit/session-limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RenewableWorld, type World } from './example-world.ts';
import { examples } from './examples.ts';
import {
  type Answer,
  type Caller,
  checksum,
  checksumOfOld,
  startTestApp,
  type TestApp,
  type TestRequest,
  uniqueName,
} from './test-app.ts';
import { addLogo, userNoOf } from './world.ts';

/*
 * Every call is tried on objects of a group that the caller does not see (hidden), sees but does not own
 * (granted), or owns (own). The permission table gives the expected result.
 */

const names = Object.keys(endpoints) as EndpointName[];
const roles: Readonly<Record<'key' | 'total' | 'group' | 'user', { role: Role; isKeyUser: 'Y' | 'N' }>> = {
  key: { role: 1, isKeyUser: 'Y' },
  total: { role: 1, isKeyUser: 'N' },
  group: { role: 3, isKeyUser: 'N' },
  user: { role: 2, isKeyUser: 'N' },
};
type Who = keyof typeof roles;
const allCallers = Object.keys(roles) as Who[];
type Place = 'hidden' | 'granted' | 'own';

let app: TestApp;
const callers = new Map<Who, { caller: Caller; userNo: number }>();

beforeAll(async () => {
  app = await startTestApp();
  for (const who of allCallers)
    callers.set(who, { caller: await app.signIn(who), userNo: await userNoOf(app.db, who) });
});
afterAll(() => app[Symbol.asyncDispose]());

function callerOf(who: Who): { caller: Caller; userNo: number } {
  const found = callers.get(who);
  if (!found) throw new Error(`nobody is signed in as ${who}`);
  return found;
}

const worlds = new Map<string, World>();
const renewable = new Map<string, RenewableWorld>();
/** A logo belongs to no group, so all sets of objects share one until a call changes data. */
let logoId: number | undefined;

interface LastDenial {
  readonly sum: string;
  readonly auditId: number;
}

/** Checksum and audit id after the last denial; undefined after any other call or new data. */
let lastDenial: LastDenial | undefined;

async function readLastDenial(): Promise<LastDenial> {
  const [last] = await app.db
    .selectFrom('audit')
    .select('auditId')
    .orderBy('auditId', 'desc')
    .limit(1)
    .execute();
  return { sum: await checksum(app.db), auditId: last?.auditId ?? 0 };
}

/** One set of objects per caller and place, until a call changes existing data. */
async function worldAt(place: Place, who: Who): Promise<World> {
  const known = worlds.get(`${place} ${who}`);
  const newName = uniqueName('new');
  if (known && logoId !== undefined) return { ...known, logoId, newName };
  lastDenial = undefined;
  if (known) {
    logoId = await addLogo(app.db);
    return { ...known, logoId, newName };
  }
  const places = renewable.get(`${place} ${who}`) ?? newPlace(place, who);
  renewable.set(`${place} ${who}`, places);
  const world = await places.renew();
  worlds.set(`${place} ${who}`, world);
  logoId = world.logoId;
  return world;
}

function newPlace(place: Place, who: Who): RenewableWorld {
  const { userNo } = callerOf(who);
  const { userNo: otherUserNo } = callerOf(who === 'total' ? 'key' : 'total');
  if (place === 'own') return new RenewableWorld(app, userNo);
  return new RenewableWorld(app, otherUserNo, place === 'granted' ? [userNo] : []);
}

async function callIn(place: Place, who: Who, name: EndpointName, request: TestRequest): Promise<Answer> {
  const endpoint: Endpoint = endpoints[name];
  lastDenial = undefined;
  const before = endpoint.read ? '' : await checksumOfOld(app.db);
  const answer = await callerOf(who).caller.call(endpoint, request);
  if (!endpoint.read && answer.code === endpoint.success && (await checksumOfOld(app.db)) !== before) {
    worlds.delete(`${place} ${who}`);
    logoId = undefined;
  }
  // Otherwise the next calls would run as the impersonated user.
  if (name === 'startViewAs') await callerOf(who).caller.ok(endpoints.stopViewAs);
  return answer;
}

type Outcome = 'success' | 'noPermission' | 'hidden';

function expectedOutcome(
  name: EndpointName,
  who: Who,
  userNo: number,
  place: Place,
  world: Pick<World, 'ownerUserNo'>,
): Outcome {
  const actor = { ...roles[who], userNo };
  if (!mayCall(actor, endpoints[name].access)) return 'noPermission';
  const { named } = examples[name];
  if (named === 'nothing' || actor.role === 1) return 'success';
  if (named === 'person') return actor.role === 3 && place === 'own' ? 'noPermission' : 'hidden';
  if (named === 'user') return actor.role === 3 && place === 'own' ? 'success' : 'hidden';
  const isShared = typeof named === 'object' && named.isShared === true;
  if (place === 'hidden' && !isShared) return 'hidden';
  if (named === 'groupContent') return 'success';
  return may(actor, named.manages, world) ? 'success' : 'noPermission';
}

const codes: Readonly<Record<Outcome, (endpoint: Endpoint) => number>> = {
  success: (endpoint) => endpoint.success,
  noPermission: () => errors.noPermission.code,
  hidden: () => errors.notFound.code,
};

/** A denial writes one audit entry and changes nothing else. */
async function expectDenial(name: EndpointName, code: number, act: () => Promise<Answer>): Promise<void> {
  const before = lastDenial ?? (await readLastDenial());
  const answer = await act();
  expect(answer.code, `${name} ${JSON.stringify(answer.data)}`).toBe(code);
  expect(await checksum(app.db)).toBe(before.sum);
  const entries = await app.db
    .selectFrom('audit')
    .selectAll()
    .where('auditId', '>', before.auditId)
    .execute();
  expect(entries).toMatchObject([{ action: name, outcome: 'denied', detail: { code } }]);
  lastDenial = { sum: before.sum, auditId: entries[0]?.auditId ?? 0 };
}

it('there is an example of every call', () => {
  expect(Object.keys(examples).sort()).toEqual([...names].sort());
});

/** The caller and the object of an attempt. */
interface Attempt {
  readonly who: Who;
  readonly place: Place;
}

/**
 * The decision of a handler depends on the objects and the access of the call. Calls with the same objects
 * and access are a class. The first call of a class is tried by every caller on every object.
 */
function classOf(name: EndpointName): string {
  const { access, read }: Endpoint = endpoints[name];
  return JSON.stringify([access, read, examples[name].named]);
}
const firstOfClass = new Map(names.toReversed().map((name) => [classOf(name), name]));

/** Total admins see every group, so a grant is nothing to them. Users own no group. */
const placesOf = (who: Who): Place[] =>
  roles[who].role === 1
    ? ['hidden', 'own']
    : who === 'user'
      ? ['hidden', 'granted']
      : ['hidden', 'granted', 'own'];
const everyAttempt: readonly Attempt[] = allCallers.flatMap((who) =>
  placesOf(who).map((place) => ({ who, place })),
);

/** Other calls: one attempt per possible outcome, by the caller with the fewest rights. */
function attemptsOf(name: EndpointName): readonly Attempt[] {
  if (firstOfClass.get(classOf(name)) === name) return everyAttempt;
  const found = new Map<Outcome, Attempt>();
  for (const attempt of [...everyAttempt].reverse()) {
    const outcome = expectedOutcome(name, attempt.who, ANY_USER_NO, attempt.place, {
      ownerUserNo: attempt.place === 'own' ? ANY_USER_NO : ANY_USER_NO + 1,
    });
    if (!found.has(outcome)) found.set(outcome, attempt);
  }
  return [...found.values()];
}
const ANY_USER_NO = 1;

describe.each(names)('%s', (name) => {
  const endpoint: Endpoint = endpoints[name];

  it.each(attemptsOf(name))('gives $who the expected response on a $place object', async ({ who, place }) => {
    const { userNo } = callerOf(who);
    const world = await worldAt(place, who);
    const request = examples[name].request(world);
    const outcome = expectedOutcome(name, who, userNo, place, world);
    const code = codes[outcome](endpoint);
    if (outcome === 'noPermission' || outcome === 'hidden')
      return expectDenial(name, code, () => callIn(place, who, name, request));
    const answer = await callIn(place, who, name, request);
    expect(answer.code, JSON.stringify(answer.data)).toBe(code);
  });

  if (endpoint.subGroupsIn === 'none') return;
  it('refuses a selected sub group that is not allowed', async () => {
    // The caller with the fewest rights for the call. Total admins see every sub group that exists.
    const who = allCallers.findLast((caller) => mayCall(roles[caller], endpoint.access)) ?? 'key';
    const world = await worldAt('hidden', who);
    const forbiddenId = roles[who].role === 1 ? 2_000_000_000 : world.subGroupId;
    const request = withSelection(endpoint, examples[name].request(world), [forbiddenId]);
    await expectDenial(name, errors.subGroupNotAllowed.code, () => callIn('hidden', who, name, request));
  });
});

it('every call without a session answers 9999 and changes nothing', async () => {
  const world = await worldAt('own', 'total');
  lastDenial = undefined;
  const before = await checksum(app.db);
  const anonymous = app.withToken(undefined);
  const answered: string[] = [];
  for (const name of names) {
    const { code } = await anonymous.call(endpoints[name], examples[name].request(world));
    if (code !== 9999) answered.push(`${name} ${code}`);
  }
  expect(answered).toEqual([]);
  expect(await checksum(app.db)).toBe(before);
});

it('a call without sub groups ignores a selection', async () => {
  const world = await worldAt('hidden', 'user');
  const request = withSelection(endpoints.getUser, examples.getUser.request(world), [world.subGroupId]);
  const { caller } = callerOf('key');
  expect((await caller.call(endpoints.getUser, request)).code).toBe(endpoints.getUser.success);
});

describe('a session', () => {
  it.each([
    ['forged', 'f'.repeat(43)],
    ['far too long', 'x'.repeat(10_000)],
    ['an SQL injection', "' or 1=1 --"],
  ])('that is %s is refused', async (_, token) => {
    expect(
      (
        await app
          .withToken(token)
          .call(endpoints.listMetaGroups, examples.listMetaGroups.request(await worldAt('own', 'total')))
      ).code,
    ).toBe(9999);
  });

  it('that has been idle too long is refused, by a read and by a write', async () => {
    const world = await worldAt('own', 'total');
    const expired = app.withToken(await app.newToken('key'));
    lastDenial = undefined;
    const before = await checksum(app.db);
    app.clock.advance(SESSION_IDLE_MS + 1);
    try {
      for (const name of ['listMetaGroups', 'insertSubGroup'] as const)
        expect((await expired.call(endpoints[name], examples[name].request(world))).code).toBe(9999);
    } finally {
      app.clock.advance(-SESSION_IDLE_MS - 1);
    }
    expect(await checksum(app.db)).toBe(before);
  });
});

function withSelection(endpoint: Endpoint, request: TestRequest, ids: readonly number[]): TestRequest {
  if (endpoint.subGroupsIn !== 'body')
    return { ...request, query: { ...request.query, subGroupIdList: ids.join(',') } };
  const body = typeof request.body === 'object' && request.body !== null ? request.body : {};
  return { ...request, body: { ...body, subGroupIdList: ids } };
}
