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
    for (const action of ['logo.insert', 'logo.update', 'logo.delete'] as const) {
      const outcome = action === 'logo.delete' ? 'denied' : 'done';
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
  it('shows all entries to total admins', async () => {
    for (const userId of ['key', 'total']) {
      const { totalCnt, list: rows } = await list(userId);
      expect(totalCnt).toBe(9);
      expect(new Set(rows.map((row) => row.actorUserId))).toEqual(new Set(['group', 'user', null]));
    }
  });

  it('shows other users only their own acts', async () => {
    for (const actor of [group, user]) {
      const { totalCnt, list: rows } = await list(actor.userId, {});
      expect(totalCnt).toBe(3);
      expect(rows.every((row) => row.actorUserNo === actor.userNo)).toBe(true);
    }
  });

  it("gives an empty list for a filter by another user's acts", async () => {
    const body = { filter: { actorUserNo: group.userNo } };
    expect(await list('user', body)).toEqual({ totalCnt: 0, pageNo: 1, pageCnt: 100, list: [] });
    expect((await list('total', body)).totalCnt).toBe(3);
  });
});

it('searches by part of the actor and action, ignoring case', async () => {
  const found = async (search: string) => (await list('total', { filter: { ...ours, search } })).totalCnt;
  expect(await found('LOGO.ins')).toBe(3);
  expect(await found('group logo.')).toBe(3);
  expect(await found("%' or true --")).toBe(0);
  expect((await list('user', { filter: { search: 'group' } })).totalCnt).toBe(0);
});

describe('denials in the audit log', () => {
  it('does not list a denial of a hidden object for the actor', async () => {
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

  it('lists a denial because of the role for the actor', async () => {
    const { userId } = await addUser(app.db);
    const caller = await app.signIn(userId);
    expect((await caller.call(listLogos)).code).toBe(8005);
    expect(await list(userId, {})).toMatchObject({ totalCnt: 1, list: [{ action: 'listLogos' }] });
  });
});

describe('filters of the audit log', () => {
  it.each([
    ['by action', { action: 'logo.insert' }, 3],
    ['by action: only a complete action name matches', { action: 'logo' }, 0],
    ['by outcome', { outcome: 'denied' }, 3],
    ['by target', { targetId: String('logo.insert'.length) }, 9],
    ['by a target without entries', { targetId: '999' }, 0],
    ['by action and outcome', { action: 'logo.delete', outcome: 'done' }, 0],
    ['from a time before all entries', { from: '2020-01-01T00:00:00+09:00' }, 9],
    ['until a time before all entries', { to: '2020-01-01T00:00:00+09:00' }, 0],
    ['from a time in the future', { from: '2999-01-01T00:00:00Z' }, 0],
    ['by action with a wildcard', { action: '%' }, 0],
    ['by action with SQL quotes', { action: "' or 1=1 --" }, 0],
  ])('filters %s', async (_name, filter, totalCnt) => {
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
  ])('refuses %j and names the field %s', async (body, field) => {
    const caller = await app.signIn('total');
    const answer = await caller.call(listAudit, { params: { pageNo: 1, pageCnt: 10 }, body });
    expect(answer).toMatchObject({ code: 8002, data: { field } });
  });
});

describe('order and pages of the audit log', () => {
  it('lists the newest entry first by default', async () => {
    const { list: newest } = await list('total');
    const { list: oldest } = await list('total', { filter: ours, orderBy: ['auditId'] });
    const ids = newest.map((row) => row.auditId);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(oldest.map((row) => row.auditId)).toEqual(ids.toReversed());
  });

  it('repeats and skips no entry over several pages when times are equal', async () => {
    const same = { action: 'same.time', outcome: 'done', at: new Date('2026-01-01T00:00:00Z') } as const;
    const sameTimes = Array.from({ length: 50 }, () => same);
    await app.db.insertInto('audit').values(sameTimes).execute();
    for (const orderBy of [['at'], ['-at']]) {
      const auditIds = [];
      for (let pageNo = 1; pageNo <= 8; pageNo++) {
        const body = { filter: { action: 'same.time' }, orderBy };
        const page = await list('total', body, { pageNo, pageCnt: 7 });
        expect(page.totalCnt).toBe(50);
        auditIds.push(...page.list.map((row) => row.auditId));
      }
      expect(new Set(auditIds).size).toBe(50);
    }
  });

  it('gives an empty page after the last one, with the total count', async () => {
    const page = { pageNo: 1_000_000_000, pageCnt: 1000 };
    expect(await list('total', { filter: ours }, page)).toEqual({ ...page, totalCnt: 9, list: [] });
  });
});

describe('an audit log with many entries', () => {
  beforeAll(async () => {
    await sql`
      insert into audit (at, actor_user_no, action, outcome, target_kind, target_id)
      select timestamptz '2026-01-01' + n * interval '1 second', n % 500, 'long.log', 'done', 'long', n % 5000
      from generate_series(1, 50000) n`.execute(app.db);
    await sql`analyze audit`.execute(app.db);
  });

  const minute = { from: '2026-01-01T10:00:00Z', to: '2026-01-01T10:01:00Z' };
  it.each([
    ['all entries, newest first', {}, undefined, 'audit_pkey'],
    ["the caller's own acts", {}, 7, 'audit_actor_idx'],
    ['one actor', { filter: { actorUserNo: 7 } }, undefined, 'audit_actor_idx'],
    ['one target', { filter: { targetKind: 'long', targetId: '7' } }, undefined, 'audit_target_idx'],
    ['all entries, sorted by time', { orderBy: ['-at'] }, undefined, 'audit_at_idx'],
    ['a time range', { filter: minute }, undefined, 'audit_at_idx'],
  ])('reads a page of %s with an index', async (_name, body, ownUserNo, index) => {
    const parsed = listAudit.body.parse(body);
    const query = sortedAudit(app.db, { ...parsed, ownUserNo })
      .limit(50)
      .compile();
    const plan = await sql`explain ${sql.raw(inlined(query.sql, query.parameters))}`.execute(app.db);
    expect(JSON.stringify(plan.rows)).toContain(index);
    expect(JSON.stringify(plan.rows)).not.toContain('Seq Scan');
  });
});

/** Replaces placeholders by their values, because EXPLAIN accepts no parameters here. */
function inlined(text: string, parameters: readonly unknown[]): string {
  return text.replace(/\$(\d+)/g, (_whole, position: string) => {
    const value = parameters[Number(position) - 1];
    return typeof value === 'number'
      ? String(value)
      : `'${value instanceof Date ? value.toISOString() : value}'`;
  });
}
