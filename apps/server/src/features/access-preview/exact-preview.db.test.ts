import { listClusterNames, updateClusters } from '@gwanje/contract/clusters/clusters';
import type { Endpoint } from '@gwanje/contract/definition/endpoint';
import type { Role, UserStatus } from '@gwanje/contract/definition/fields';
import { previewAccess } from '@gwanje/contract/users/access-preview';
import {
  deleteMetaGroup,
  deleteSubGroups,
  grantSubGroups,
  moveSubGroups,
  revokeSubGroup,
  updateMetaGroup,
} from '@gwanje/contract/users/groups';
import { loginCheck } from '@gwanje/contract/users/session';
import { deleteUser, listUsers, updateUsers } from '@gwanje/contract/users/users';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeWithOwnApp } from '../../testing/describe-with-app.ts';
import type { Caller, TestApp, TestRequest } from '../../testing/test-app.ts';
import { addCluster, addMember, addMetaGroup, addSubGroup, addUser } from '../../testing/world.ts';

/*
 * Compares each preview with the lists of all users before and after the real calls make the change. When the
 * preview is refused, the change must be refused with the same code.
 */

const people: readonly { readonly role: Role; readonly status: UserStatus }[] = [
  { role: 3, status: 1 },
  { role: 3, status: 1 },
  { role: 3, status: 4 },
  { role: 1, status: 1 },
  { role: 2, status: 1 },
  { role: 2, status: 1 },
  { role: 2, status: 2 },
];
const META_CNT = 3;
const SUB_CNT = 5;
const CLUSTER_CNT = 6;
/** The key admin comes first, then the users who are admins at the start. */
const CALLER_CNT = 3;

interface Scene {
  readonly users: readonly { readonly userNo: number; readonly userId: string }[];
  readonly metaGroupIds: readonly number[];
  readonly subGroupIds: readonly number[];
  readonly hostIds: readonly number[];
}

type Member = readonly [user: number, subGroup: number];

async function build({ db }: TestApp, members: readonly Member[]): Promise<Scene> {
  const users = [];
  for (const person of people) users.push(await addUser(db, person));
  const metaGroupIds = [];
  for (let at = 0; at < META_CNT; at++) metaGroupIds.push(await addMetaGroup(db, pick(users, at).userNo));
  const subGroupIds = [];
  for (let at = 0; at < SUB_CNT; at++) subGroupIds.push(await addSubGroup(db, pick(metaGroupIds, at)));
  for (const [user, subGroup] of members)
    await addMember(db, pick(users, user).userNo, pick(subGroupIds, subGroup));
  const hostIds = [];
  // The last sub group stays empty, so that it can be deleted.
  for (let at = 0; at < CLUSTER_CNT; at++)
    hostIds.push(await addCluster(db, pick(subGroupIds, at % (SUB_CNT - 1))));
  return { users, metaGroupIds, subGroupIds, hostIds };
}

function pick<Item>(items: readonly Item[], at: number): Item {
  const item = items[at % items.length];
  if (item === undefined) throw new Error('an empty list');
  return item;
}

interface Step {
  readonly caller: number;
  readonly kind: (typeof KINDS)[number];
  readonly user: number;
  readonly otherUser: number;
  readonly metaGroup: number;
  readonly subGroup: number;
  readonly otherSubGroup: number;
  readonly host: number;
  readonly role: Role | undefined;
  readonly status: UserStatus | undefined;
}

const KINDS = [
  'moveSubGroups',
  'moveClusters',
  'setOwner',
  'standing',
  'grant',
  'revoke',
  'mixed',
  'deleteUser',
  'deleteSubGroups',
  'deleteMetaGroup',
] as const;

/** The key admin grants a group to a plain user. This always has an effect; random steps may have none. */
const grantStep: Step = {
  caller: 0,
  kind: 'grant',
  user: 0,
  otherUser: people.findIndex(({ role, status }) => role === 2 && status === 1),
  metaGroup: 0,
  subGroup: 0,
  otherSubGroup: 0,
  host: 0,
  role: undefined,
  status: undefined,
};

const steps = fc.array(
  fc.record<Step>({
    caller: fc.nat(CALLER_CNT - 1),
    kind: fc.constantFrom(...KINDS),
    user: fc.nat(people.length - 1),
    otherUser: fc.nat(people.length - 1),
    metaGroup: fc.nat(META_CNT - 1),
    subGroup: fc.nat(SUB_CNT - 1),
    otherSubGroup: fc.nat(SUB_CNT - 1),
    host: fc.nat(CLUSTER_CNT - 1),
    role: fc.constantFrom(undefined, 1, 2, 3),
    status: fc.constantFrom(undefined, 1, 2, 3, 4),
  }),
  { minLength: 6, maxLength: 8 },
);
const memberships = fc.uniqueArray(
  fc.tuple(fc.nat(people.length - 1), fc.nat(SUB_CNT - 1)).filter(([user]) => people[user]?.role !== 1),
  { maxLength: 12, selector: ([user, subGroup]) => `${user} ${subGroup}` },
);

type Call = readonly [Endpoint, TestRequest];

/** The change for the preview, and the calls that make it. */
async function changeOf(app: TestApp, scene: Scene, step: Step): Promise<{ change: object; calls: Call[] }> {
  const { userNo } = pick(scene.users, step.user);
  const metaGroupId = pick(scene.metaGroupIds, step.metaGroup);
  const subGroupId = pick(scene.subGroupIds, step.subGroup);
  const linkTo = async (member: number, to: number) => ({
    userNo: member,
    metaGroupId: await metaGroupOf(app, to),
    subGroupId: to,
  });
  switch (step.kind) {
    case 'moveSubGroups': {
      const body = {
        metaGroupId,
        subGroupIdList: [...new Set([subGroupId, pick(scene.subGroupIds, step.otherSubGroup)])],
      };
      return { change: { kind: 'moveSubGroups', ...body }, calls: [[moveSubGroups, { body }]] };
    }
    case 'moveClusters': {
      const hosts = new Set([pick(scene.hostIds, step.host), pick(scene.hostIds, step.otherUser)]);
      const body = [...hosts].map((hostId) => ({ hostId, subGroupId }));
      return { change: { kind: 'moveClusters', clusterList: body }, calls: [[updateClusters, { body }]] };
    }
    case 'setOwner': {
      const body = { metaGroupId, ownerUserNo: userNo };
      return { change: { kind: 'setOwner', ...body }, calls: [[updateMetaGroup, { body: [body] }]] };
    }
    case 'deleteUser':
      return { change: { kind: 'deleteUser', userNo }, calls: [[deleteUser, { params: { userNo } }]] };
    case 'deleteSubGroups':
      return {
        change: { kind: 'deleteSubGroups', subGroupIdList: [subGroupId] },
        calls: [[deleteSubGroups, { params: { ids: subGroupId } }]],
      };
    case 'deleteMetaGroup':
      return {
        change: { kind: 'deleteMetaGroup', metaGroupId },
        calls: [[deleteMetaGroup, { params: { id: metaGroupId } }]],
      };
    default: {
      const { role, status } = step;
      const standing = { userNo, ...(role && { role, isKeyUser: 'N' }), ...(status && { status }) };
      const userList = step.kind === 'standing' || step.kind === 'mixed' ? [standing] : [];
      const granted = await linkTo(
        step.kind === 'mixed' ? userNo : pick(scene.users, step.otherUser).userNo,
        subGroupId,
      );
      const grantList = step.kind === 'grant' || step.kind === 'mixed' ? [granted] : [];
      const revoked = await linkTo(userNo, pick(scene.subGroupIds, step.otherSubGroup));
      const isRevoked = step.kind === 'revoke' || (step.kind === 'mixed' && step.host % 2 === 0);
      const revokeList = isRevoked ? [revoked] : [];
      const calls: Call[] = [
        ...userList.map((body): Call => [updateUsers, { body: [body] }]),
        ...grantList.map((body): Call => [grantSubGroups, { body: [body] }]),
        ...revokeList.map((params): Call => [revokeSubGroup, { params }]),
      ];
      return { change: { kind: 'changeRights', userList, grantList, revokeList }, calls };
    }
  }
}

async function metaGroupOf({ db }: TestApp, subGroupId: number): Promise<number> {
  const row = await db
    .selectFrom('subGroup')
    .select('metaGroupId')
    .where('subGroupId', '=', subGroupId)
    .executeTakeFirst();
  return row?.metaGroupId ?? 1;
}

/** Pairs of `user cluster` for all users, read from their own cluster lists. */
async function visiblePairs(
  app: TestApp,
  { users }: Scene,
  callers: Map<number, Caller>,
): Promise<Set<string>> {
  const standing = await app.db
    .selectFrom('userAccount')
    .select('userNo')
    .where(
      'userNo',
      'in',
      users.map(({ userNo }) => userNo),
    )
    .execute();
  const present = new Set(standing.map(({ userNo }) => userNo));
  const pairs = new Set<string>();
  for (const { userNo, userId } of users) {
    if (!present.has(userNo)) continue;
    let answer = await callers.get(userNo)?.call(listClusterNames);
    // A suspension ended the session; a user who is active again signs in again.
    if (answer?.code !== 200) {
      const caller = await app.signIn(userId);
      callers.set(userNo, caller);
      answer = await caller.call(listClusterNames);
    }
    if (answer.code === 9999) continue;
    const { clusterList } = listClusterNames.response.parse(answer.data);
    for (const { hostId } of clusterList) pairs.add(`${userNo} ${hostId}`);
  }
  return pairs;
}

/** False for a caller whom an earlier step demoted or suspended; such a caller may not preview anything. */
async function isAdmin(caller: Caller): Promise<boolean> {
  const { data } = await caller.call(loginCheck, { query: { keepAlive: 'N' } });
  const parsed = loginCheck.response.safeParse(data);
  return parsed.success && parsed.data.user.role !== 2;
}

async function visibilityOf(caller: Caller): Promise<(pair: string) => boolean> {
  const clusters = await caller.ok(listClusterNames);
  const users = await caller.ok(listUsers, {
    params: { pageNo: 1, pageCnt: 1000 },
    body: { _method: 'get' },
  });
  const hostIds = new Set(clusters.clusterList.map(({ hostId }) => String(hostId)));
  const userNos = new Set(users.list.map(({ userNo }) => String(userNo)));
  return (pair) => {
    const [userNo = '', hostId = ''] = pair.split(' ');
    return userNos.has(userNo) && hostIds.has(hostId);
  };
}

type Blocks = readonly { readonly userNoList: readonly number[]; readonly hostIdList: readonly number[] }[];

function pairsOf(blocks: Blocks): string[] {
  return blocks
    .flatMap(({ userNoList, hostIdList }) =>
      userNoList.flatMap((userNo) => hostIdList.map((hostId) => `${userNo} ${hostId}`)),
    )
    .sort();
}

/** Returns the code of the first refused call, or 200 when all succeed. */
async function make(caller: Caller, calls: readonly Call[]): Promise<number> {
  for (const [endpoint, request] of calls) {
    const { code } = await caller.call(endpoint, request);
    if (code !== 200) return code;
  }
  return 200;
}

describeWithOwnApp('the access preview', (app) => {
  it("is the difference between all users' cluster lists before and after the change", async () => {
    let changedCnt = 0;
    const key = await app().signIn('key');
    await fc.assert(
      fc.asyncProperty(memberships, steps, async (members, list) => {
        const scene = await build(app(), members);
        const callers = new Map<number, Caller>();
        let before = await visiblePairs(app(), scene, callers);
        for (const step of list) {
          const { userNo, userId } = pick(scene.users, step.caller);
          const caller = step.caller === 0 ? key : (callers.get(userNo) ?? (await app().signIn(userId)));
          const { change, calls } = await changeOf(app(), scene, step);
          const previewed = await caller.call(previewAccess, { body: { _method: 'get', change } });
          if (previewed.code !== 200 && !(await isAdmin(caller))) continue;
          const isShown = previewed.code === 200 ? await visibilityOf(caller) : undefined;
          expect(await make(caller, calls), JSON.stringify({ step, previewed: previewed.data })).toBe(
            previewed.code,
          );
          const after = await visiblePairs(app(), scene, callers);
          if (isShown) {
            const { gainedList, lostList } = previewAccess.response.parse(previewed.data);
            const gained = [...after].filter((pair) => !before.has(pair));
            const lost = [...before].filter((pair) => !after.has(pair));
            // The change affects only users and clusters that the caller sees.
            expect([...gained, ...lost].filter((pair) => !isShown(pair))).toEqual([]);
            expect({ gained: pairsOf(gainedList), lost: pairsOf(lostList) }, JSON.stringify(step)).toEqual({
              gained: gained.sort(),
              lost: lost.sort(),
            });
            if (gained.length + lost.length > 0) changedCnt += 1;
          }
          before = after;
        }
      }),
      { numRuns: 6, endOnFailure: true, examples: [[[], [grantStep]]] },
    );
    // At least one change must have an effect.
    expect(changedCnt).toBeGreaterThan(0);
  });
});
