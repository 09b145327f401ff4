import {
  deleteLogo,
  getLogo,
  getLogoImage,
  insertLogo,
  LOGO_MAX_BYTES,
  listLogos,
  updateLogo,
} from '@gwanje/contract/settings/logos';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { filePart, form, multipart, textPart } from '../../testing/forms.ts';
import { type Caller, startTestApp, type TestApp, type TestRequest } from '../../testing/test-app.ts';
import { JPEG, PNG, png, WEBP_LOSSY } from './testing/picture-samples.ts';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn('total');
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  await app.db.deleteFrom('logo').execute();
});

describe('uploading', () => {
  it('stores a logo and activates it', async () => {
    const logo = await admin.ok(insertLogo, form({ file: PNG }));
    expect(logo.imgUrl).toMatch(new RegExp(`^/api/v1/logo/${logo.id}/image\\?v=[0-9a-f]{16}$`));
    const user = await app.signIn('user');
    expect(await user.ok(getLogo)).toEqual({ logo });
  });

  it.each([
    ['image/png', PNG],
    ['image/jpeg', JPEG],
    ['image/webp', WEBP_LOSSY],
  ])('recognises %s by its bytes, whatever its name and declared type', async (contentType, content) => {
    await admin.ok(insertLogo, form({ file: content }, { fileName: 'a.html', fileType: 'text/html' }));
    const logo = { contentType, sizeBytes: content.length, name: 'a.html', isActive: 'Y' };
    expect((await admin.ok(listLogos)).logoList).toMatchObject([logo]);
  });

  it('lists the newest first, with one active', async () => {
    for (const fileName of ['a.png', 'b.png', 'c.png']) {
      app.clock.advance(1000);
      await admin.ok(insertLogo, form({ file: PNG }, { fileName }));
    }
    const { logoList } = await admin.ok(listLogos);
    expect(logoList.map(({ name, isActive }) => [name, isActive])).toEqual([
      ['c.png', 'Y'],
      ['b.png', 'N'],
      ['a.png', 'N'],
    ]);
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\logos\\우리 로고.png', '우리 로고.png'],
    ['..\u202egnp.exe', '..gnp.exe'],
    ['a'.repeat(300), 'a'.repeat(100)],
    ['/', 'logo'],
  ])('turns the file name %j into the label %j', async (fileName, name) => {
    await admin.ok(insertLogo, form({ file: PNG }, { fileName }));
    expect((await admin.ok(listLogos)).logoList[0]?.name).toBe(name);
  });

  it('stores at most twenty', async () => {
    for (let i = 0; i < 20; i++) await admin.ok(insertLogo, form({ file: PNG }));
    expect(await admin.call(insertLogo, form({ file: PNG }))).toMatchObject({ status: 413, code: 8006 });
    expect((await admin.ok(listLogos)).logoList).toHaveLength(20);
  });

  it('does the work once for one Idempotency-Key, and refuses the key for another file', async () => {
    const headers = { 'idempotency-key': 'logo-upload-1' };
    const first = await admin.call(insertLogo, form({ file: PNG }, { headers }));
    const second = await admin.call(insertLogo, form({ file: PNG }, { headers }));
    expect(second.data).toEqual(first.data);
    expect((await admin.ok(listLogos)).logoList).toHaveLength(1);
    const other = await admin.call(insertLogo, form({ file: JPEG }, { headers }));
    expect(other).toMatchObject({ code: 8002, data: { field: 'Idempotency-Key' } });
  });
});

describe('refuses an upload and saves nothing for', () => {
  const wrong = { code: 8002 };
  const tooLarge = { status: 413, code: 8006 };
  const html = Buffer.from('<html/>');
  const wrongFile = { code: 8002, data: { field: 'file' } };
  const polyglot = Buffer.concat([PNG.subarray(0, 8), Buffer.from('<script>alert(1)</script>')]);
  const cases: readonly (readonly [string, () => TestRequest, object])[] = [
    ['no file', () => form({}), { code: 8001, data: { field: 'file' } }],
    ['an empty file', () => form({ file: Buffer.alloc(0) }), wrongFile],
    ['text instead of the file', () => form({ file: 'hello' }), wrongFile],
    ['HTML declared as image/png', () => form({ file: html }, { fileType: 'image/png' }), wrongFile],
    ['a PNG signature with HTML behind it', () => form({ file: polyglot }), wrongFile],
    ['an SVG', () => form({ file: Buffer.from('<svg/>') }, { fileType: 'image/svg+xml' }), wrongFile],
    ['an unknown field', () => form({ file: PNG, name: 'x' }), { code: 8002, data: { field: 'name' } }],
    ['a field named constructor', () => form({ file: PNG, constructor: 'x' }), { code: 8002 }],
    ['a field named __proto__', () => multipart([filePart('file', PNG), textPart('__proto__', 'x')]), wrong],
    ['two files in one field', () => multipart([filePart('file', PNG), filePart('file', PNG)]), wrongFile],
    ['a file in an unknown field', () => multipart([filePart('file', PNG), filePart('b', PNG)]), wrong],
    ['a field twice', () => multipart([textPart('a', '1'), textPart('a', '1')]), { code: 8002 }],
    ['too many fields', () => form(manyFields(10)), { code: 8002 }],
    ['a field that is too long', () => form({ file: PNG, id: 'x'.repeat(5000) }), { code: 8002 }],
    ['a file over the limit', () => form({ file: png(9, 9, LOGO_MAX_BYTES) }), tooLarge],
    ['a body far over the limit', () => form({ file: Buffer.alloc(5 * LOGO_MAX_BYTES) }), tooLarge],
    ['JSON', () => ({ body: { file: 'x' } }), { code: 8002 }],
    ['a form that is not multipart', () => typed('application/x-www-form-urlencoded', 'file=x'), wrong],
    ['multipart without a boundary', () => typed('multipart/form-data', 'x'), { code: 8002 }],
    ['a body without multipart parts', () => typed('multipart/form-data; boundary=x', 'garbage'), wrong],
    ['a truncated body', () => brokenOff(form({ file: PNG })), { code: 8002 }],
  ];
  it.each(cases)('%s', async (_name, request, expected) => {
    expect(await admin.call(insertLogo, request())).toMatchObject(expected);
    expect((await admin.ok(listLogos)).logoList).toEqual([]);
  });

  it('accepts a file of exactly the maximum size', async () => {
    const overheadBytes = png(9, 9, 1).length - 1;
    const largest = png(9, 9, LOGO_MAX_BYTES - overheadBytes);
    expect(largest).toHaveLength(LOGO_MAX_BYTES);
    await admin.ok(insertLogo, form({ file: largest }));
  });
});

describe('changing the active logo', () => {
  it('activates a stored logo again, with the fields in any order', async () => {
    const first = await admin.ok(insertLogo, form({ file: PNG }));
    const second = await admin.ok(insertLogo, form({ file: JPEG }));
    expect(await admin.ok(updateLogo, form({ id: String(first.id) }))).toEqual({ logo: first });
    expect(await admin.ok(getLogo)).toEqual({ logo: first });
    await admin.ok(updateLogo, form({ file: PNG, id: String(second.id) }));
    await admin.ok(updateLogo, form({ id: String(second.id), file: WEBP_LOSSY }));
    expect((await admin.ok(getLogo)).logo?.id).toBe(second.id);
  });

  it('replaces the picture under a new address', async () => {
    const before = await admin.ok(insertLogo, form({ file: PNG }));
    const { logo } = await admin.ok(updateLogo, form({ id: String(before.id), file: WEBP_LOSSY }));
    expect(logo?.id).toBe(before.id);
    expect(logo?.imgUrl).not.toBe(before.imgUrl);
    expect((await fetchImage(logo?.imgUrl ?? '')).headers['content-type']).toBe('image/webp');
  });

  it('restores the default logo with id 0', async () => {
    await admin.ok(insertLogo, form({ file: PNG }));
    expect(await admin.ok(updateLogo, form({ id: '0' }))).toEqual({ logo: null });
    expect(await admin.ok(getLogo)).toEqual({ logo: null });
    expect((await admin.ok(listLogos)).logoList).toMatchObject([{ isActive: 'N' }]);
  });

  it.each<[string, Record<string, string | Buffer>, object]>([
    ['no id', {}, { code: 8001, data: { field: 'id' } }],
    ['an unknown id', { id: '2147483647' }, { code: 8003 }],
    ['an unknown id with a file', { id: '2147483647', file: PNG }, { code: 8003 }],
    ['the id 01', { id: '01' }, { code: 8002, data: { field: 'id' } }],
    ['the id -1', { id: '-1' }, { code: 8002, data: { field: 'id' } }],
    ['the id 1e1', { id: '1e1' }, { code: 8002, data: { field: 'id' } }],
    ['an id over 32 bits', { id: '2147483648' }, { code: 8002, data: { field: 'id' } }],
    ['a file for the default logo', { id: '0', file: PNG }, { code: 8002, data: { field: 'file' } }],
    ['a file as the id', { id: PNG }, { code: 8002, data: { field: 'id' } }],
  ])('refuses %s, and the active logo stays', async (_name, fields, expected) => {
    const logo = await admin.ok(insertLogo, form({ file: PNG }));
    expect(await admin.call(updateLogo, form(fields))).toMatchObject(expected);
    expect(await admin.ok(getLogo)).toEqual({ logo });
  });

  it('restores the default logo when the active logo is deleted', async () => {
    const { id } = await admin.ok(insertLogo, form({ file: PNG }));
    await admin.ok(deleteLogo, { params: { id } });
    expect(await admin.ok(getLogo)).toEqual({ logo: null });
    expect(await admin.call(deleteLogo, { params: { id } })).toMatchObject({ code: 8003 });
  });

  it('is audited for every change', async () => {
    const { auditId } = await app.db
      .selectFrom('audit')
      .select((eb) => eb.fn.coalesce(eb.fn.max('auditId'), sql<number>`0`).as('auditId'))
      .executeTakeFirstOrThrow();
    const { id } = await admin.ok(insertLogo, form({ file: PNG }, { fileName: 'a.png' }));
    await admin.ok(updateLogo, form({ id: String(id), file: JPEG }, { fileName: 'a.jpg' }));
    await admin.ok(updateLogo, form({ id: '0' }));
    await admin.ok(updateLogo, form({ id: String(id) }));
    await admin.ok(deleteLogo, { params: { id } });
    const entries = await app.db
      .selectFrom('audit')
      .select(['action', 'targetId', 'actorUserId', 'outcome', 'detail'])
      .where('auditId', '>', auditId)
      .orderBy('auditId')
      .execute();
    const by = { actorUserId: 'total', outcome: 'done' };
    const on = { ...by, targetId: String(id) };
    const png = { name: 'a.png', contentType: 'image/png', sizeBytes: PNG.length };
    const jpeg = { name: 'a.jpg', contentType: 'image/jpeg', sizeBytes: JPEG.length };
    expect(entries).toEqual([
      { ...on, action: 'logo.insert', detail: png },
      { ...on, action: 'logo.update', detail: jpeg },
      { ...by, targetId: null, action: 'logo.reset', detail: {} },
      { ...on, action: 'logo.activate', detail: {} },
      { ...on, action: 'logo.delete', detail: { name: 'a.jpg', wasActive: true } },
    ]);
  });
});

describe('the picture', () => {
  it('is served with headers that prevent scripts', async () => {
    const { imgUrl } = await admin.ok(insertLogo, form({ file: WEBP_LOSSY }));
    const { statusCode, headers, rawPayload } = await fetchImage(imgUrl);
    expect(statusCode).toBe(200);
    expect(rawPayload).toEqual(WEBP_LOSSY);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
      etag: expect.stringMatching(/^"[0-9a-f]{16}"$/),
    });
  });

  it('is cacheable as immutable only at the address with its version', async () => {
    const { imgUrl } = await admin.ok(insertLogo, form({ file: PNG }));
    for (const other of [imgUrl.replace(/\?.*/, ''), imgUrl.replace(/v=.*/, 'v=0123456789abcdef')]) {
      expect((await fetchImage(other)).headers['cache-control']).toBe('private, no-cache');
    }
  });

  it('is answered with 304 to a browser that has cached it', async () => {
    const { imgUrl } = await admin.ok(insertLogo, form({ file: PNG }));
    const { headers } = await fetchImage(imgUrl);
    const again = await fetchImage(imgUrl, { 'if-none-match': `"other", ${headers.etag}` });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await fetchImage(imgUrl, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it('needs a session and an id that exists', async () => {
    const { id } = await admin.ok(insertLogo, form({ file: PNG }));
    expect((await app.withToken(undefined).call(getLogoImage, { params: { id } })).code).toBe(9999);
    expect((await admin.call(getLogoImage, { params: { id: id + 1 } })).code).toBe(8003);
  });
});

async function fetchImage(imgUrl: string, headers: Readonly<Record<string, string>> = {}) {
  const cookie = `${SESSION_COOKIE}=${await app.newToken('user')}`;
  return app.app.inject({ url: imgUrl, headers: { cookie, ...headers } });
}

function manyFields(cnt: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: cnt }, (_, i) => [`field${i}`, 'x']));
}

function typed(contentType: string, payload: string): TestRequest {
  return { payload, headers: { 'content-type': contentType } };
}

function brokenOff(request: TestRequest): TestRequest {
  return { ...request, payload: request.payload?.slice(0, 150) };
}
