import { request as httpRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import { insertLogo, listLogos, updateLogo } from '@gwanje/contract/settings/logos';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { describeWithOwnApp } from '../../testing/describe-with-app.ts';
import { form } from '../../testing/forms.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { addUser } from '../../testing/world.ts';
import { JPEG, PNG } from './testing/picture-samples.ts';

describeWithOwnApp('several uploads at once', (app) => {
  it('leave one active logo', async () => {
    await app().db.deleteFrom('logo').execute();
    const admin = await app().signIn('total');
    const uploads = Array.from({ length: 10 }, () => admin.call(insertLogo, form({ file: PNG })));
    const answers = await Promise.all(uploads);
    expect(answers.map(({ code }) => code)).toEqual(Array(10).fill(201));
    const { logoList } = await admin.ok(listLogos);
    expect(logoList.filter(({ isActive }) => isActive === 'Y')).toHaveLength(1);
  });

  it('leave one active logo after concurrent activations', async () => {
    await app().db.deleteFrom('logo').execute();
    const admin = await app().signIn('total');
    const ids = [];
    for (let i = 0; i < 5; i++) ids.push((await admin.ok(insertLogo, form({ file: PNG }))).id);
    const answers = await Promise.all(ids.map((id) => admin.call(updateLogo, form({ id: String(id) }))));
    expect(answers.map(({ code }) => code)).toEqual(Array(5).fill(200));
    const { logoList } = await admin.ok(listLogos);
    expect(logoList.filter(({ isActive }) => isActive === 'Y')).toHaveLength(1);
  });

  it('hold no transaction open while a body arrives slowly', async () => {
    await app().db.deleteFrom('logo').execute();
    const admin = await app().signIn('total');
    const upload = await startSlowUpload(app(), await app().newToken('total'));
    // After two other uploads, the first upload is certainly waiting for its body.
    await admin.ok(insertLogo, form({ file: JPEG }));
    await admin.ok(insertLogo, form({ file: JPEG }));
    const { rows } = await sql`
      select pid from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(app().db);
    expect(rows).toEqual([]);
    expect(await upload.finish()).toMatchObject({ code: 201 });
  });

  it.each([
    ['signed out', 9999, (userNo: number) => app().db.deleteFrom('session').where('userNo', '=', userNo)],
    [
      'demoted',
      8005,
      (userNo: number) => app().db.updateTable('userAccount').set({ role: 3 }).where('userNo', '=', userNo),
    ],
  ])('change nothing for a user who is %s while the body arrives', async (_what, code, meanwhile) => {
    await app().db.deleteFrom('logo').execute();
    const { userNo, userId } = await addUser(app().db, { role: 1 });
    const token = await app().newToken(userId);
    app().clock.advance(61_000);
    const upload = await startSlowUpload(app(), token);
    const session = app().db.selectFrom('session').select('lastSeenAt').where('userNo', '=', userNo);
    // The recorded activity shows that the server has checked the session.
    await vi.waitFor(
      async () => expect((await session.executeTakeFirst())?.lastSeenAt).toEqual(app().clock.now()),
      { timeout: 20_000 },
    );
    await meanwhile(userNo).execute();
    expect(await upload.finish()).toMatchObject({ code });
    expect(await app().db.selectFrom('logo').select('id').execute()).toEqual([]);
  });
});

/** An upload with only the first part of its body sent. */
async function startSlowUpload({ app, origin }: TestApp, token: string) {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const { payload = '', headers } = form({ file: PNG });
  const upload = httpRequest({
    port: new URL(app.listeningOrigin).port,
    method: insertLogo.method,
    path: '/api/v1/logo',
    headers: { ...headers, origin, cookie: `${SESSION_COOKIE}=${token}`, 'content-length': payload.length },
  });
  const answered = new Promise<unknown>((resolve, reject) => {
    upload.on('response', (response) => resolve(json(response)));
    upload.on('error', reject);
  });
  upload.write(payload.slice(0, 200));
  return {
    finish() {
      upload.end(payload.slice(200));
      return answered;
    },
  };
}
