import { verifyPassword } from '@gwanje/backend/identity/passwords';
import { findUserById } from '@gwanje/backend/identity/users';
import { BOARDS_TYPE } from '@gwanje/contract/dashboard/wallboards';
import { namedBoards } from '@gwanje/domain/dashboard/options';
import { timelineOf } from '@gwanje/domain/duty/duty-timeline';
import { describeWithDatabase, openTestDatabase } from '@gwanje/testkit/databases';
import { addRows } from '@gwanje/testkit/testing/rows';
import { expect, it } from 'vitest';
import { loadPeopleOf } from '../../alarms/duty/duty-people-repository.ts';
import { listRotasOf, rotaOf } from '../../alarms/duty/rota-repository.ts';
import { addUser } from '../../testing/world.ts';
import { DEMO_PASSWORD, DEMO_USER_IDS, seedDemo } from './seed.ts';
import { seedHandovers } from './seed-handovers.ts';

const now = new Date('2026-03-02T00:00:00Z');

describeWithDatabase('the demo content', (database) => {
  it('is inserted once when several servers start at the same time', async () => {
    const { db } = database();
    const done = await Promise.all([seedDemo(db, now), seedDemo(db, now), seedDemo(db, now)]);
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await seedDemo(db, now)).toBe(false);
    const count = async (table: 'userAccount' | 'metaGroup' | 'subGroup' | 'cluster') =>
      (await db.selectFrom(table).selectAll().execute()).length;
    expect([await count('userAccount'), await count('metaGroup'), await count('subGroup')]).toEqual([
      4, 3, 6,
    ]);
    expect(await count('cluster')).toBe(3);
  });

  it.each(DEMO_USER_IDS)('lets %s sign in with the published password', async (userId) => {
    const user = await findUserById(database().db, userId);
    expect(await verifyPassword(user?.passwordHash ?? null, DEMO_PASSWORD)).toBe(true);
    expect(user?.status).toBe(1);
  });

  it('has a saved board for each account, of which a wallboard can be made', async () => {
    const rows = await database()
      .db.selectFrom('viewOption')
      .innerJoin('userAccount', 'userAccount.userNo', 'viewOption.userNo')
      .select(['userId', 'value'])
      .where('type', '=', BOARDS_TYPE)
      .orderBy('userId')
      .execute();
    expect(rows.map(({ userId, value }) => [userId, namedBoards(Object(value))])).toEqual(
      ['group', 'key', 'total', 'user'].map((userId) => [userId, [{ id: 'first', name: '전체 현황' }]]),
    );
  });

  it('has titles that must be shortened, and each cluster in a separate sub group', async () => {
    const { db } = database();
    const groups = await db.selectFrom('metaGroup').select('name').execute();
    expect(groups.some(({ name }) => [...name].length > 10)).toBe(true);
    const clusters = await db.selectFrom('cluster').select('subGroupId').execute();
    expect(new Set(clusters.map((cluster) => cluster.subGroupId)).size).toBe(3);
  });
});

it('has a rota around the clock, whose people see its groups, and one with gaps', async () => {
  const database = await openTestDatabase();
  try {
    const { db } = database;
    await seedDemo(db, now);
    const subGroups = await db.selectFrom('subGroup').select('subGroupId').execute();
    const rotas = await listRotasOf(
      db,
      subGroups.map(({ subGroupId }) => subGroupId),
    );
    const peopleOf = await loadPeopleOf(db, rotas);
    const week = [now.getTime(), now.getTime() + 7 * 86_400_000] as const;
    const problems = rotas.flatMap((rota) => [...peopleOf(rota).values()].map(({ problem }) => problem));
    expect(new Set(problems)).toEqual(new Set([null]));
    const gapCnts = rotas.map((rota) => [rota.name, timelineOf(rotaOf(rota), ...week).gaps.length > 0]);
    expect(Object.fromEntries(gapCnts)).toEqual({ '커머스 관제 당직': false, '공통 인프라 당직': true });
  } finally {
    await database.close();
  }
});

it('hands over the shifts that ended in the past of its clusters, once', async () => {
  const database = await openTestDatabase();
  try {
    const { db } = database;
    await seedDemo(db, now);
    const later = new Date('2026-03-03T02:00:00Z');
    await seedHandovers(db, later);
    const list = () =>
      db
        .selectFrom('handover')
        .select(['rotaName', 'shiftName', 'state', 'finishedBy', 'takenBy'])
        .orderBy('rotaName', 'desc')
        .orderBy('fromAt')
        .execute();
    expect(await list()).toEqual([]);
    const { hostId } = await db.selectFrom('cluster').select('hostId').executeTakeFirstOrThrow();
    const batches = { firstBatchAt: now, lastBatchAt: later };
    await addRows(db, 'clusterLive', { hostId, facts: '{}', ...batches });
    for (let cnt = 0; cnt < 2; cnt++) await seedHandovers(db, later);
    const commerce = { rotaName: '커머스 관제 당직' };
    const day = { ...commerce, shiftName: '주간', state: 'takenOver' };
    expect(await list()).toEqual([
      { ...day, finishedBy: '데모 사용자', takenBy: '데모 전체' },
      { ...commerce, shiftName: '야간', state: 'finished', finishedBy: '데모 전체', takenBy: null },
      {
        rotaName: '공통 인프라 당직',
        shiftName: '근무 시간',
        state: 'finished',
        finishedBy: '데모 전체',
        takenBy: null,
      },
    ]);
    const items = await db.selectFrom('handoverItem').select('closedAt').execute();
    expect(items).toEqual([{ closedAt: null }]);
  } finally {
    await database.close();
  }
});

it('leaves a database with a user unchanged', async () => {
  const database = await openTestDatabase();
  try {
    await addUser(database.db, { role: 1, isKeyUser: true });
    expect(await seedDemo(database.db, now)).toBe(false);
    expect(await database.db.selectFrom('metaGroup').selectAll().execute()).toEqual([]);
  } finally {
    await database.close();
  }
});
