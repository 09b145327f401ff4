import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { verifyPassword } from '@gwanje/backend/identity/passwords';
import { findUserById } from '@gwanje/backend/identity/users';
import { openTestDatabase, type TestDatabase } from '@gwanje/testkit/databases';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '../config.ts';
import { CommandError } from './command-error.ts';
import { createKeyUser } from './create-key-user.ts';
import { Prompt } from './prompt.ts';

const PASSWORD = 'correct horse battery';
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database?.close());

/** Pastes all answers at once into a terminal that would echo them; returns the terminal's output. */
async function type(...answers: readonly string[]): Promise<string> {
  if (!('url' in database.address)) throw new Error('a server is needed');
  const settings = readSettings({ GWANJE_DATABASE_URL: database.address.url });
  const input = Object.assign(Readable.from(answers.map((answer) => `${answer}\n`)), { isTTY: true });
  const output = new PassThrough();
  try {
    using prompt = new Prompt(input, output);
    await createKeyUser(settings, prompt);
  } finally {
    output.end();
  }
  return (await buffer(output)).toString();
}

it('creates a key admin, records it, and never shows the password', async () => {
  const shown = await type('keyadmin', '  김관제 ', PASSWORD, PASSWORD);
  expect(shown).toContain('): keyadmin\r\n');
  expect(shown).toContain('keyadmin is a key admin now');
  expect(shown).not.toContain(PASSWORD);
  const account = await findUserById(database.db, 'keyadmin');
  expect(account).toMatchObject({ name: '김관제', role: 1, isKeyUser: true, status: 1 });
  expect(await verifyPassword(account?.passwordHash ?? null, PASSWORD)).toBe(true);
  const audit = database.db.selectFrom('audit').selectAll().where('targetId', '=', String(account?.userNo));
  expect(await audit.execute()).toMatchObject([
    { action: 'user.insert', outcome: 'done', actorUserNo: null },
  ]);
});

it('asks for a password as long as the rules of access say', async () => {
  const settings = JSON.stringify({ passwordMinLength: PASSWORD.length + 1 });
  await database.db.updateTable('securitySetting').set({ settings }).execute();
  await expect(type('keyadmin3', 'n', PASSWORD, PASSWORD)).rejects.toThrow(/tooShort/);
  await database.db.updateTable('securitySetting').set({ settings: '{}' }).execute();
});

it.each([
  ['an invalid user id', ['No', 'n', PASSWORD, PASSWORD], /user id cannot be used/],
  ['a blank name', ['keyadmin2', '  ', PASSWORD, PASSWORD], /name cannot be used/],
  ['a common password', ['keyadmin2', 'n', 'password1234', 'password1234'], /password cannot be used/],
  ['two different passwords', ['keyadmin2', 'n', PASSWORD, `${PASSWORD}!`], /passwords differ/],
  ['input that ends before the password', ['keyadmin2', 'n'], /no answer/],
  ['a user id that is in use', ['keyadmin', 'n', PASSWORD, PASSWORD], /keyadmin is taken/],
])('refuses %s with an error message and creates no user', async (_what, answers, sentence) => {
  if (!(await findUserById(database.db, 'keyadmin'))) await type('keyadmin', 'n', PASSWORD, PASSWORD);
  const refused = type(...answers);
  await expect(refused).rejects.toThrow(sentence);
  await expect(refused).rejects.toBeInstanceOf(CommandError);
  expect(await findUserById(database.db, 'keyadmin2')).toBeUndefined();
});
