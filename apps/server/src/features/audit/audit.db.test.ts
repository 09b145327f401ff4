import { recordAudit } from '@gwanje/backend/identity/audit';
import { listAudit } from '@gwanje/contract/settings/audit';
import { listLogos } from '@gwanje/contract/settings/logos';
import { getSubGroup } from '@gwanje/contract/users/groups';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { addMetaGroup, addSubGroup, addUser, userNoOf } from '../../testing/world.ts';
import { sortedAudit } from './audit-repository.ts';

let app: TestApp;
let group: { userNo: number; userId: string };
let user: { userNo: number; userId: string };
beforeAll(async () => {
  app = await startTestApp();
  group = { userId: 'group', userNo: await userNoOf(app.db, 'group') };
  user = { userId: 'user', userNo: await userNoOf(app.db, 'user') };
  for (const actor of [group, user, null]) {
    for (const action of ['thing.insert', 'thing.update', 'thing.delete']) {
      const outcome = action === 'thing.delete' ? 'denied' : 'done';
      const target = { kind: 'thing', id: action.length };
      await recordAudit(app.db, { actor, action, target, outcome, detail: { n: 1 }, address: '192.0.2.1' });
    }
  }
});
afterAll(() => app[Symbol.asyncDispose]());

/** Entries of this test, without those of sign-ins and of the demo. */
const ours = { targetKind: 'thing' };

async function list(userId: string, body: object = { filter: ours }, page = { pageNo: 1, pageCnt: 100 }) {
  const caller = await app.signIn(userId);
  return caller.ok(listAudit, { params: page, body: { _method: 'get', ...body } });
}

describe('visibility of the audit log', () => {
  it('total admins see everything', async () => {
    for (const userId of ['key', 'total']) {
      const { totalCnt, list: rows } = await list(userId);
      expect(totalCnt).toBe(9);
      expect(new Set(rows.map((row) => row.actorUserId))).toEqual(new Set(['group', 'user', null]));
    }
  });

  it('other users see only their own acts', async () => {
    for (const actor of [group, user]) {
      const { totalCnt, list: rows } = await list(actor.userId, {});
      expect(totalCnt).toBe(3);
      expect(rows.every((row) => row.actorUserNo === actor.userNo)).toBe(true);
    }
  });

  it("a filter for another user's acts gives an empty list, not an error", async () => {
    const asked = { filter: { actorUserNo: group.userNo } };
    expect(await list('user', asked)).toEqual({ totalCnt: 0, pageNo: 1, pageCnt: 100, list: [] });
    expect((await list('total', asked)).totalCnt).toBe(3);
  });
});

it('searches by part of the actor, action and target, in any case', async () => {
  const found = async (search: string) => (await list('total', { filter: { ...ours, search } })).totalCnt;
  expect(await found('THING.ins')).toBe(3);
  expect(await found('group thing.')).toBe(3);
  expect(await found("%' or true --")).toBe(0);
  expect((await list('user', { filter: { search: 'group' } })).totalCnt).toBe(0);
});

describe('denials', () => {
  it('of hidden objects are not listed for the actor, as for objects that do not exist', async () => {
    const { userNo, userId } = await addUser(app.db, { role: 3 });
    const hidden = await addSubGroup(app.db, await addMetaGroup(app.db, null));
    const caller = await app.signIn(userId);
    expect((await caller.call(getSubGroup, { params: { subGroupId: hidden } })).code).toBe(8003);
    expect((await caller.call(getSubGroup, { params: { subGroupId: 2_000_000_000 } })).code).toBe(8003);
    expect(await list(userId, {})).toMatchObject({ totalCnt: 0, list: [] });
    expect((await list(userId, { filter: { outcome: 'denied' } })).totalCnt).toBe(0);
    const { list: known } = await list('total', { filter: { actorUserNo: userNo } });
    expect(known).toMatchObject([{ outcome: 'denied', targetKind: 'subGroup', targetId: String(hidden) }]);
  });

  it('of other kinds are listed for the actor', async () => {
    const { userId } = await addUser(app.db);
    const caller = await app.signIn(userId);
    expect((await caller.call(listLogos)).code).toBe(8005);
    expect(await list(userId, {})).toMatchObject({ totalCnt: 1, list: [{ action: 'listLogos' }] });
  });
});

describe('filters', () => {
  it.each([
    ['action', { action: 'thing.insert' }, 3],
    ['action, in full only', { action: 'thing' }, 0],
    ['outcome', { outcome: 'denied' }, 3],
    ['target', { targetId: String('thing.insert'.length) }, 9],
    ['target that is none', { targetId: '999' }, 0],
    ['several', { action: 'thing.delete', outcome: 'done' }, 0],
    ['from long ago', { from: '2020-01-01T00:00:00+09:00' }, 9],
    ['until long ago', { to: '2020-01-01T00:00:00+09:00' }, 0],
    ['from the future', { from: '2999-01-01T00:00:00Z' }, 0],
    ['text with wildcards', { action: '%' }, 0],
    ['text with quotes', { action: "' or 1=1 --" }, 0],
  ])('%s', async (_name, filter, totalCnt) => {
    expect((await list('total', { filter: { ...ours, ...filter } })).totalCnt).toBe(totalCnt);
  });

  it.each([
    [{ filter: { nobody: 1 } }, 'filter.nobody'],
    [{ filter: { outcome: 'maybe' } }, 'filter.outcome'],
    [{ filter: { actorUserNo: '1' } }, 'filter.actorUserNo'],
    [{ filter: { from: 'yesterday' } }, 'filter.from'],
    [{ filter: { from: '2020-01-01T00:00:00' } }, 'filter.from'],
    [{ filter: { action: 'a\u0000b' } }, 'filter.action'],
    [{ orderBy: ['detail'] }, 'orderBy.0'],
    [{ page: 1 }, 'page'],
  ])('refuse %j and name %s', async (body, field) => {
    const caller = await app.signIn('total');
    const answer = await caller.call(listAudit, { params: { pageNo: 1, pageCnt: 10 }, body });
    expect(answer).toMatchObject({ code: 8002, data: { field } });
  });
});

describe('order and pages of the audit log', () => {
  it('are newest first by default', async () => {
    const { list: newest } = await list('total');
    const { list: oldest } = await list('total', { filter: ours, orderBy: ['auditId'] });
    const ids = newest.map((row) => row.auditId);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(oldest.map((row) => row.auditId)).toEqual(ids.toReversed());
  });

  it('repeat and skip no row when times are equal', async () => {
    const sameTimes = Array.from({ length: 50 }, () => ({
      action: 'same.time',
      outcome: 'done' as const,
      at: new Date('2026-01-01T00:00:00Z'),
    }));
    await app.db.insertInto('audit').values(sameTimes).execute();
    for (const orderBy of [['at'], ['-at']]) {
      const seen = [];
      for (let pageNo = 1; pageNo <= 8; pageNo++) {
        const page = await list(
          'total',
          { filter: { action: 'same.time' }, orderBy },
          { pageNo, pageCnt: 7 },
        );
        expect(page.totalCnt).toBe(50);
        seen.push(...page.list.map((row) => row.auditId));
      }
      expect(new Set(seen).size).toBe(50);
    }
  });

  it('have an empty page past the end, with the right total', async () => {
    const page = { pageNo: 1_000_000_000, pageCnt: 1000 };
    expect(await list('total', { filter: ours }, page)).toEqual({ ...page, totalCnt: 9, list: [] });
  });
});

describe('a long log', () => {
  beforeAll(async () => {
    await sql`
      insert into audit (at, actor_user_no, action, outcome, target_kind, target_id)
      select timestamptz '2026-01-01' + n * interval '1 second', n % 500, 'long.log', 'done', 'long', n % 5000
      from generate_series(1, 50000) n`.execute(app.db);
    await sql`analyze audit`.execute(app.db);
  });

  it.each([
    ['all, newest first', {}, undefined, 'audit_pkey'],
    ['own acts', {}, 7, 'audit_actor_idx'],
    ['one actor', { filter: { actorUserNo: 7 } }, undefined, 'audit_actor_idx'],
    ['one object', { filter: { targetKind: 'long', targetId: '7' } }, undefined, 'audit_target_idx'],
    ['by time', { orderBy: ['-at'] }, undefined, 'audit_at_idx'],
    [
      'a stretch of time',
      { filter: { from: '2026-01-01T10:00:00Z', to: '2026-01-01T10:01:00Z' } },
      undefined,
      'audit_at_idx',
    ],
  ])('reads a page of %s by an index', async (_name, body, ownUserNo, index) => {
    const parsed = listAudit.body.parse(body);
    const query = sortedAudit(app.db, { ...parsed, ownUserNo })
      .limit(50)
      .compile();
    const plan = await sql`explain ${sql.raw(inlined(query.sql, query.parameters))}`.execute(app.db);
    expect(JSON.stringify(plan.rows)).toContain(index);
    expect(JSON.stringify(plan.rows)).not.toContain('Seq Scan');
  });
});

/** EXPLAIN of a statement with placeholders needs their values in place. */
function inlined(text: string, parameters: readonly unknown[]): string {
  return text.replace(/\$(\d+)/g, (_whole, position: string) => {
    const value = parameters[Number(position) - 1];
    return typeof value === 'number'
      ? String(value)
      : `'${value instanceof Date ? value.toISOString() : value}'`;
  });
}
