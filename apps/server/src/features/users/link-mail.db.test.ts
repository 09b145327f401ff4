import { mailOneTimeLink, makeOneTimeLink } from '@gwanje/contract/users/invitations';
import { type MailReceiver, startMailReceiver } from '@gwanje/testkit/receivers/mail-receiver';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { addMetaGroup, addSubGroup, addUser } from '../../testing/world.ts';

let app: TestApp;
let receiver: MailReceiver;

beforeAll(async () => {
  receiver = await startMailReceiver();
  app = await startTestApp({
    environment: { GWANJE_SMTP_URL: receiver.url, GWANJE_SMTP_FROM: 'Gwanje <gwanje@example.com>' },
  });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});
afterEach(() => {
  receiver.received.length = 0;
});

async function userWith(values: { email?: string | null; passwordHash?: string; name?: string }) {
  const user = await addUser(app.db);
  await app.db.updateTable('userAccount').set(values).where('userNo', '=', user.userNo).execute();
  return user;
}

async function linkFor(userNo: number) {
  const admin = await app.signIn('total');
  const made = await admin.ok(makeOneTimeLink, { body: { userNo } });
  return { admin, made, token: new URL(made.url).hash.slice(1) };
}

/** The plain text part, with base64 and quoted-printable decoded. */
function textOf(message: string): string {
  const part = message.slice(message.indexOf('Content-Type: text/plain'));
  const body = part.slice(part.indexOf('\r\n\r\n') + 4, part.indexOf('\r\n----'));
  if (/Content-Transfer-Encoding: base64/i.test(part.slice(0, 200)))
    return Buffer.from(body, 'base64').toString();
  return body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());
}

/** Tables with a row that contains the text. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(app.db);
  const found: string[] = [];
  for (const { name } of rows) {
    const hit =
      await sql`select 1 from ${sql.table(name)} t where strpos(t::text, ${text}) > 0 limit 1`.execute(
        app.db,
      );
    if (hit.rows.length > 0) found.push(name);
  }
  return found;
}

it("sends an invitation to the user's address, and stores the link in no table or audit log", async () => {
  const { userNo, userId } = await userWith({ email: 'new@example.com', name: '새 <b>사람</b>' });
  const { admin, made, token } = await linkFor(userNo);
  expect(made).toMatchObject({ kind: 'invitation', email: 'new@example.com', hasMailServer: true });
  expect(await admin.ok(mailOneTimeLink, { body: { userNo, token, language: 'ko' } })).toEqual({
    isSent: true,
    reason: null,
  });
  const [mail] = receiver.received;
  if (!mail) throw new Error('no mail');
  expect(mail.to).toEqual(['new@example.com']);
  const text = textOf(mail.message);
  expect(text).toContain(made.url);
  expect(text).toContain(`새 <b>사람</b>(${userId}) 님, 관제에 초대되었습니다.`);
  const audit = await app.db.selectFrom('audit').selectAll().execute();
  expect(audit).toContainEqual(
    expect.objectContaining({
      action: 'user.mailLink',
      targetId: String(userNo),
      detail: expect.objectContaining({ kind: 'invitation', email: 'new@example.com', isSent: true }),
    }),
  );
  expect(await tablesWith(token)).toEqual([]);
  expect(await tablesWith(userId)).toContain('audit');
});

it('sends a reset mail in the requested language', async () => {
  const { userNo } = await userWith({ email: 'old@example.com', passwordHash: 'a hash' });
  const { admin, token } = await linkFor(userNo);
  await admin.ok(mailOneTimeLink, { body: { userNo, token, language: 'en' } });
  const [mail] = receiver.received;
  if (!mail) throw new Error('no mail');
  expect(mail.message).toContain('Subject: [Gwanje] Please set a new password');
  expect(textOf(mail.message)).toContain('has been reset');
});

it('sends only the current link of that user, for callers who may set the password', async () => {
  const { userNo } = await userWith({ email: 'one@example.com' });
  const other = await userWith({ email: 'two@example.com' });
  const { admin, token } = await linkFor(userNo);
  const code = async (body: object) => (await admin.call(mailOneTimeLink, { body })).code;
  expect(await code({ userNo: other.userNo, token, language: 'ko' })).toBe(8003);
  expect(await code({ userNo, token: 'x'.repeat(43), language: 'ko' })).toBe(8003);
  expect(await code({ userNo, token: `${token}#evil`, language: 'ko' })).toBe(8002);
  await linkFor(userNo);
  expect(await code({ userNo, token, language: 'ko' })).toBe(8003);
  const fresh = await linkFor(userNo);
  const group = await addUser(app.db, { role: 3 });
  const groupAdmin = await app.signIn(group.userId);
  const body = { userNo, token: fresh.token, language: 'ko' };
  expect((await groupAdmin.call(mailOneTimeLink, { body })).code).toBe(8003);
  await addSubGroup(app.db, await addMetaGroup(app.db, group.userNo), undefined, [userNo]);
  expect((await groupAdmin.call(mailOneTimeLink, { body })).code).toBe(200);
  app.clock.advance(73 * 3_600_000);
  expect((await (await app.signIn('total')).call(mailOneTimeLink, { body })).code).toBe(8003);
  expect(receiver.received).toHaveLength(1);
});

it('reports a user without an address, and an address that the mail server refuses', async () => {
  const without = await userWith({ email: null });
  const { admin, made, token } = await linkFor(without.userNo);
  expect(made.email).toBeNull();
  expect(
    await admin.call(mailOneTimeLink, { body: { userNo: without.userNo, token, language: 'ko' } }),
  ).toMatchObject({ code: 8002, data: { reason: 'noEmail' } });
  const refused = await userWith({ email: 'nobody@example.com' });
  const link = await linkFor(refused.userNo);
  const body = { userNo: refused.userNo, token: link.token, language: 'ko' };
  expect(await admin.ok(mailOneTimeLink, { body })).toEqual({ isSent: false, reason: 'mailRefused' });
  const entry = await app.db
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', 'user.mailLink')
    .orderBy('auditId', 'desc')
    .executeTakeFirstOrThrow();
  expect(entry.detail).toMatchObject({ isSent: false, reason: 'mailRefused' });
});

it('sends a user at most five mails in an hour, also for concurrent requests', async () => {
  const { userNo } = await userWith({ email: 'full@example.com' });
  const { admin, token } = await linkFor(userNo);
  const body = { userNo, token, language: 'ko' };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => admin.call(mailOneTimeLink, { body }).then(({ code }) => code)),
  );
  expect(answers.filter((code) => code === 200)).toHaveLength(5);
  expect(answers.filter((code) => code === 8007)).toHaveLength(3);
  expect(receiver.received).toHaveLength(5);
  app.clock.advance(3_600_001);
  const later = await app.signIn('total');
  expect((await later.call(mailOneTimeLink, { body })).code).toBe(200);
});

it('returns the link without a mail server, and reports that no mail was sent', async () => {
  await using appWithoutMail = await startTestApp();
  const { userNo } = await addUser(appWithoutMail.db);
  const admin = await appWithoutMail.signIn('total');
  const { url, hasMailServer } = await admin.ok(makeOneTimeLink, { body: { userNo } });
  expect(hasMailServer).toBe(false);
  const body = { userNo, token: new URL(url).hash.slice(1), language: 'ko' };
  expect(await admin.ok(mailOneTimeLink, { body })).toEqual({ isSent: false, reason: 'noMailServer' });
});
