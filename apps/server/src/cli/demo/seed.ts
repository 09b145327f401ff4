import type { Db } from '@gwanje/backend/database/schema';
import { auditAs } from '@gwanje/backend/identity/audit';
import { hashPassword } from '@gwanje/backend/identity/passwords';
import { BOARDS_TYPE } from '@gwanje/contract/dashboard/wallboards';
import { defaultBoard } from '@gwanje/domain/dashboard/default-board';
import { insertMembers } from '../../access/target-repository.ts';
import { insertUser } from '../../features/users/user-repository.ts';
import { saveViewOption } from '../../features/view-options/view-option-repository.ts';
import { insertRow, named } from '../../platform/store/row-repository.ts';
import { findDefaultTemplate, lockWithoutUsers } from './demo-repository.ts';
import { seedInfrastructureDuty, seedOperationsDuty } from './seed-duty.ts';

export const DEMO_PASSWORD = 'gwanje-demo';

/** The design names the user `key`, which is shorter than new user ids may be, so no call can create it. */
const accounts = {
  key: { name: '데모 대표', role: 1, isKeyUser: true },
  total: { name: '데모 전체', role: 1, isKeyUser: false },
  group: { name: '데모 그룹', role: 3, isKeyUser: false },
  user: { name: '데모 사용자', role: 2, isKeyUser: false },
} as const;
type DemoUserId = keyof typeof accounts;
export const DEMO_USER_IDS = ['key', 'total', 'group', 'user'] as const satisfies readonly DemoUserId[];

interface DemoGroup {
  readonly name: string;
  readonly owner: DemoUserId;
  readonly subGroups: readonly {
    readonly name: string;
    readonly members: readonly DemoUserId[];
    readonly clusters: readonly string[];
  }[];
}

/** `group` owns the first and is granted one sub group of the second; `user` is granted one of the first. */
const groups: readonly DemoGroup[] = [
  {
    name: '커머스 플랫폼 본부',
    owner: 'group',
    subGroups: [
      { name: '운영', members: ['user'], clusters: ['prod-seoul'] },
      { name: '검증', members: [], clusters: [] },
    ],
  },
  {
    name: '데이터 분석 플랫폼 본부',
    owner: 'total',
    subGroups: [
      { name: '실시간 처리', members: ['group'], clusters: ['prod-busan'] },
      { name: '배치 분석', members: [], clusters: [] },
    ],
  },
  {
    name: '사내 공통 인프라 본부',
    owner: 'key',
    subGroups: [
      { name: '온프레미스 스테이징', members: [], clusters: ['stage-onprem'] },
      { name: '교육', members: [], clusters: [] },
    ],
  },
];

/** A saved board, so that a wallboard can be made of it at once. */
const BOARDS = JSON.stringify({ boards: [defaultBoard('전체 현황')], rotateSeconds: 30 });

export const DEMO_CLUSTERS: readonly string[] = groups.flatMap(({ subGroups }) =>
  subGroups.flatMap(({ clusters }) => clusters),
);

/** Fills a database that has no user yet. Returns whether it did. */
export async function seedDemo(db: Db, now: Date, hash = hashPassword): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockWithoutUsers(trx))) return false;
    const userNos = await seedUsers(trx, now, hash);
    const places = new Map<string, SeededGroup>();
    for (const group of groups) places.set(group.name, await seedGroup(trx, group, userNos, now));
    await seedDuty(trx, places, userNos, now);
    await auditAs(trx, { actor: null })('demo.seed');
    return true;
  });
}

type UserNos = Readonly<Record<DemoUserId, number>>;

async function seedUsers(db: Db, now: Date, hash: typeof hashPassword): Promise<UserNos> {
  const hashes = await Promise.all(DEMO_USER_IDS.map(() => hash(DEMO_PASSWORD)));
  const userNos = { key: 0, total: 0, group: 0, user: 0 };
  for (const [index, userId] of DEMO_USER_IDS.entries()) {
    const email = `${userId}@gwanje.example`;
    const passwordHash = hashes[index] ?? null;
    const userNo = await insertUser(db, { ...accounts[userId], userId, email, passwordHash }, now);
    userNos[userId] = userNo;
    await saveViewOption(db, { userNo, type: BOARDS_TYPE, value: BOARDS, updatedAt: now }, null);
  }
  return userNos;
}

interface SeededGroup {
  readonly metaGroupId: number;
  readonly subGroupIds: readonly number[];
}

async function seedGroup(db: Db, group: DemoGroup, userNos: UserNos, now: Date): Promise<SeededGroup> {
  const times = { createdAt: now, updatedAt: now };
  const owned = { ...named(group.name), ownerUserNo: userNos[group.owner] };
  const metaGroupId = await insertRow(db, 'metaGroup', { ...owned, ...times });
  const subGroupIds: number[] = [];
  for (const { name, members, clusters } of group.subGroups) {
    const subGroupId = await insertRow(db, 'subGroup', { metaGroupId, ...named(name), ...times });
    subGroupIds.push(subGroupId);
    const links = members.map((member) => ({ userNo: userNos[member], subGroupId }));
    if (links.length > 0) await insertMembers(db, links, now);
    for (const cluster of clusters) {
      const alarmTemplateId = await findDefaultTemplate(db);
      const values = { ...named(cluster), subGroupId, alarmTemplateId, createdBy: userNos.key };
      await insertRow(db, 'cluster', { ...values, ...times });
    }
  }
  return { metaGroupId, subGroupIds };
}

/** The people of a rota see all of its groups: `user` sees only the first sub group of its meta group. */
async function seedDuty(
  db: Db,
  places: ReadonlyMap<string, SeededGroup>,
  userNos: UserNos,
  now: Date,
): Promise<void> {
  const [commerce, , shared] = groups.map(({ name }) => places.get(name));
  if (commerce) {
    const subGroupIds = commerce.subGroupIds.slice(0, 1);
    await seedOperationsDuty(db, { ...commerce, subGroupIds }, userNos, now);
  }
  if (shared) await seedInfrastructureDuty(db, { ...shared, subGroupIds: null }, userNos, now);
}
