import { request as httpRequest } from 'node:http';
import { insertLogo, listLogos, updateLogo } from '@gwanje/contract/logos';
import { SESSION_COOKIE } from '@gwanje/contract/session';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeWithApp } from '../../testing/describe-with-app.ts';
import { form } from '../../testing/forms.ts';
import { JPEG, PNG } from './pictures/samples.ts';

describeWithApp('several uploads at once', (app) => {
  it('leaves one active when several come at once', async () => {
    await app().db.deleteFrom('logo').execute();
    const admin = await app().signIn('total');
    const uploads = Array.from({ length: 10 }, () => admin.call(insertLogo, form({ file: PNG })));
    const answers = await Promise.all(uploads);
    expect(answers.map(({ code }) => code)).toEqual(Array(10).fill(201));
    const { logoList } = await admin.ok(listLogos);
    expect(logoList.filter(({ isActive }) => isActive === 'Y')).toHaveLength(1);
  });

  it('several choices at once leave one active', async () => {
    await app().db.deleteFrom('logo').execute();
    const admin = await app().signIn('total');
    const ids = [];
    for (let i = 0; i < 5; i++) ids.push((await admin.ok(insertLogo, form({ file: PNG }))).id);
    const answers = await Promise.all(ids.map((id) => admin.call(updateLogo, form({ id: String(id) }))));
    expect(answers.map(({ code }) => code)).toEqual(Array(5).fill(200));
    const { logoList } = await admin.ok(listLogos);
    expect(logoList.filter(({ isActive }) => isActive === 'Y')).toHaveLength(1);
  });

  it('an upload that crawls in holds no transaction open', async () => {
    await app().db.deleteFrom('logo').execute();
    const admin = await app().signIn('total');
    const { port } = new URL(await app().app.listen({ port: 0, host: '127.0.0.1' }));
    const { payload = '', headers } = form({ file: PNG });
    const upload = httpRequest({
      port,
      method: insertLogo.method,
      path: '/api/v1/logo',
      headers: {
        ...headers,
        origin: app().origin,
        cookie: `${SESSION_COOKIE}=${await app().newToken('total')}`,
        'content-length': payload.length,
      },
    });
    const answered = new Promise<number | undefined>((resolve, reject) => {
      upload.on('response', (response) => resolve(response.resume().statusCode));
      upload.on('error', reject);
    });
    upload.write(payload.slice(0, 200));
    // Others upload meanwhile: when they are done, the first has long been waiting for its body.
    await admin.ok(insertLogo, form({ file: JPEG }));
    await admin.ok(insertLogo, form({ file: JPEG }));
    const { rows } = await sql`
      select pid from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(app().db);
    expect(rows).toEqual([]);
    upload.end(payload.slice(200));
    expect(await answered).toBe(201);
  });
});
