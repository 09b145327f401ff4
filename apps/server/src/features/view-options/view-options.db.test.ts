import {
  deleteViewOption,
  getViewOption,
  saveViewOption,
  VIEW_OPTION_MAX_BYTES,
  VIEW_OPTION_MAX_TYPES,
} from '@gwanje/contract/dashboard/view-options';
import { rowOf } from '@gwanje/testkit/testing/rows';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, type RunningApp, sharedTestApp } from '../../testing/test-app.ts';

let app: RunningApp;
let user: Caller;
beforeAll(async () => {
  app = await sharedTestApp();
  user = await app.signIn('user');
});
beforeEach(async () => {
  await app.db.deleteFrom('viewOption').execute();
});

const params = { type: 'dashboard' };

async function savedOption(caller = user, type = 'dashboard'): Promise<unknown> {
  return (await caller.ok(getViewOption, { params: { type } })).viewOption;
}

/** Sends a sendRaw body, also one that JSON.stringify cannot produce. */
function sendRaw(payload: string) {
  return user.send('POST', '/viewoption/dashboard', { payload });
}

describe('saving view options', () => {
  it('returns an empty option before the first save', async () => {
    const empty = { type: 'dashboard', viewOption: {}, updatedAt: null };
    expect(await user.ok(getViewOption, { params })).toEqual(empty);
  });

  it('returns the saved option with all its keys', async () => {
    const body = {
      columns: ['name', 'cpu'],
      snake_case_key: { another_key: 1, 한글: '값' },
      none: null,
      subGroupIdList: [1, 2],
      _method: 'get',
    };
    await user.ok(saveViewOption, { params, body });
    const { viewOption, updatedAt } = await user.ok(getViewOption, { params });
    expect(viewOption).toEqual(body);
    expect(updatedAt).toBe(app.clock.now().toISOString());
  });

  it('replaces the complete option, and deletes it', async () => {
    await user.ok(saveViewOption, { params, body: { a: 1, b: 2 } });
    await user.ok(saveViewOption, { params, body: { b: 3 } });
    expect(await savedOption()).toEqual({ b: 3 });
    await user.ok(deleteViewOption, { params });
    expect(await savedOption()).toEqual({});
    await user.ok(deleteViewOption, { params });
  });

  it('is separate for each user, for every role', async () => {
    const callers = await Promise.all(['key', 'total', 'group', 'user'].map((userId) => app.signIn(userId)));
    for (const [index, caller] of callers.entries())
      await caller.ok(saveViewOption, { params, body: { index } });
    for (const [index, caller] of callers.entries()) expect(await savedOption(caller)).toEqual({ index });
    await callers[0]?.ok(deleteViewOption, { params });
    expect(await savedOption(callers[1])).toEqual({ index: 1 });
  });

  it('leaves one complete option after concurrent saves', async () => {
    const bodies = Array.from({ length: 8 }, (_, index) => ({ index, again: index }));
    const answers = await Promise.all(bodies.map((body) => user.call(saveViewOption, { params, body })));
    expect(answers.map(({ code }) => code)).toEqual(Array(8).fill(200));
    expect(bodies).toContainEqual(await savedOption());
  });

  it('returns a time later than the previous one, also when the clock has not moved', async () => {
    const first = await user.ok(saveViewOption, { params, body: { a: 1 } });
    const second = await user.ok(saveViewOption, { params, body: { a: 2 } });
    expect(Date.parse(second.updatedAt)).toBeGreaterThan(Date.parse(first.updatedAt));
    expect(await user.ok(getViewOption, { params })).toMatchObject({ updatedAt: second.updatedAt });
  });

  it('is refused when another window has changed the option meanwhile', async () => {
    const first = await user.ok(saveViewOption, { params, query: { ifUpdatedAt: 'none' }, body: { a: 1 } });
    const save = (ifUpdatedAt: string, a: number) =>
      user.call(saveViewOption, { params, query: { ifUpdatedAt }, body: { a } });
    const second = await save(first.updatedAt, 2);
    const refused = { status: 409, code: 8004, data: { reason: 'changedMeanwhile' } };
    for (const ifUpdatedAt of ['none', first.updatedAt])
      expect(await save(ifUpdatedAt, 3)).toMatchObject(refused);
    expect(await savedOption()).toEqual({ a: 2 });
    await user.ok(deleteViewOption, { params });
    expect(await save(String(second.data.updatedAt), 3)).toMatchObject({ code: 8004 });
    expect(await savedOption()).toEqual({});
  });

  it('succeeds for one of eight concurrent saves over the same version', async () => {
    const { updatedAt } = await user.ok(saveViewOption, { params, body: {} });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        user.call(saveViewOption, { params, query: { ifUpdatedAt: updatedAt }, body: { index } }),
      ),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(7).fill(8004)]);
  });
});

describe('limits of view options', () => {
  it('accept an object of exactly the limit, and nothing larger', async () => {
    const maxLength = VIEW_OPTION_MAX_BYTES - JSON.stringify({ a: '' }).length;
    await user.ok(saveViewOption, { params, body: { a: 'x'.repeat(maxLength) } });
    const larger = await user.call(saveViewOption, { params, body: { a: 'x'.repeat(maxLength + 1) } });
    expect(larger).toMatchObject({ status: 413, code: 8006 });
    expect(await savedOption()).toEqual({ a: 'x'.repeat(maxLength) });
  });

  it('count bytes, not characters', async () => {
    const body = { a: '가'.repeat(VIEW_OPTION_MAX_BYTES / 2) };
    expect(await user.call(saveViewOption, { params, body })).toMatchObject({ code: 8006 });
  });

  it('refuse a new option type over the maximum, but still change existing options', async () => {
    const { userNo } = await rowOf(app.db, 'userAccount', { userId: 'user' }, ['userNo']);
    const types = Array.from({ length: VIEW_OPTION_MAX_TYPES }, (_, i) => `type${i}`);
    const rows = types.map((type) => ({ userNo, type, value: '{}' }));
    await app.db.insertInto('viewOption').values(rows).execute();
    expect(await user.call(saveViewOption, { params, body: {} })).toMatchObject({ code: 8006 });
    await user.ok(saveViewOption, { params: { type: 'type0' }, body: { changed: true } });
    const total = await app.signIn('total');
    await total.ok(saveViewOption, { params, body: {} });
  });
});

describe('hostile view options', () => {
  it.each([
    ['a list', '[]'],
    ['a string', '"x"'],
    ['a number', '1'],
    ['__proto__', '{"__proto__":{"isAdmin":true}}'],
    ['__proto__ in a nested object', '{"a":[{"__proto__":{"isAdmin":true}}]}'],
    ['a constructor with a prototype', '{"constructor":{"prototype":{"isAdmin":true}}}'],
    ['ten thousand nested objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['NUL in a value', '{"a":"\\u0000"}'],
    ['NUL in a key', '{"a\\u0000":1}'],
    ['half a surrogate pair', '{"a":"\\ud800"}'],
  ])('refuses %s and saves nothing', async (_name, payload) => {
    expect(await sendRaw(payload)).toMatchObject({ status: 400, code: 8002 });
    expect(await savedOption()).toEqual({});
    expect({}).not.toHaveProperty('isAdmin');
  });

  it('reports an absent or null body as missing', async () => {
    for (const request of [{ params }, { params, payload: 'null' }]) {
      expect(await user.call(saveViewOption, request)).toMatchObject({ status: 400, code: 8001 });
    }
    expect(await app.db.selectFrom('viewOption').selectAll().execute()).toEqual([]);
  });

  it('accepts an option type of 64 characters, with dots and dashes', async () => {
    const type = `a.b-c_${'d'.repeat(58)}`;
    await user.ok(saveViewOption, { params: { type }, body: { a: 1 } });
    expect(await savedOption(user, type)).toEqual({ a: 1 });
  });

  it('accepts names of built-in object properties as option types and keys', async () => {
    expect(await savedOption(user, 'constructor')).toEqual({});
    const body = { toString: 1, hasOwnProperty: 2 };
    await user.ok(saveViewOption, { params: { type: 'constructor' }, body });
    expect(await savedOption(user, 'constructor')).toEqual(body);
  });
});
