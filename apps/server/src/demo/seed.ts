import type { Database } from '@gwanje/backend/database/schema';
import { recordAudit } from '@gwanje/backend/identity/audit';
import { hashPassword } from '@gwanje/backend/identity/passwords';
import { nameKey } from '@gwanje/contract/definition/names';
import { type Kysely, sql } from 'kysely';

type Db = Kysely<Database>;

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

export const DEMO_CLUSTERS: readonly string[] = groups.flatMap(({ subGroups }) =>
  subGroups.flatMap(({ clusters }) => clusters),
);

/** Fills a database that has no user yet. Returns whether it did. */
export async function seedDemo(db: Db, now: Date, hash = hashPassword): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // The lock stops two servers that start together from both finding the database empty.
    await sql`lock table user_account in exclusive mode`.execute(trx);
    const somebody = await trx.selectFrom('userAccount').select('userNo').limit(1).executeTakeFirst();
    if (somebody) return false;
    const userNos = await seedUsers(trx, now, hash);
    for (const group of groups) await seedGroup(trx, group, userNos, now);
    await recordAudit(trx, { actor: null, action: 'demo.seed', outcome: 'done' });
    return true;
  });
}

async function seedUsers(db: Db, now: Date, hash: typeof hashPassword): Promise<ReadonlyMap<string, number>> {
  const values = await Promise.all(
    DEMO_USER_IDS.map(async (userId) => ({
      ...accounts[userId],
      userId,
      email: `${userId}@gwanje.example`,
      passwordHash: await hash(DEMO_PASSWORD),
      passwordChangedAt: now,
      createdAt: now,
      updatedAt: now,
    })),
  );
  const rows = await db.insertInto('userAccount').values(values).returning(['userId', 'userNo']).execute();
  return new Map(rows.map((row) => [row.userId, row.userNo]));
}

async function seedGroup(
  db: Db,
  group: DemoGroup,
  userNos: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const times = { createdAt: now, updatedAt: now };
  const { metaGroupId } = await db
    .insertInto('metaGroup')
    .values({ name: group.name, nameKey: nameKey(group.name), ownerUserNo: numberOf(group.owner), ...times })
    .returning('metaGroupId')
    .executeTakeFirstOrThrow();
  for (const { name, members, clusters } of group.subGroups) {
    const { subGroupId } = await db
      .insertInto('subGroup')
      .values({ metaGroupId, name, nameKey: nameKey(name), ...times })
      .returning('subGroupId')
      .executeTakeFirstOrThrow();
    for (const member of members)
      await db
        .insertInto('subGroupMember')
        .values({ userNo: numberOf(member), subGroupId, createdAt: now })
        .execute();
    for (const cluster of clusters)
      await db
        .insertInto('cluster')
        .values({
          name: cluster,
          nameKey: nameKey(cluster),
          subGroupId,
          alarmTemplateId: await standardTemplate(db),
          createdBy: numberOf('key'),
          ...times,
        })
        .execute();
  }

  function numberOf(userId: DemoUserId): number {
    const userNo = userNos.get(userId);
    if (userNo === undefined) throw new Error(`no demo account ${userId}`);
    return userNo;
  }
}

/** The migrations insert the default template. */
async function standardTemplate(db: Db): Promise<number> {
  const row = await db
    .selectFrom('alarmTemplate')
    .select('alarmTemplateId')
    .orderBy('alarmTemplateId')
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.alarmTemplateId;
}
