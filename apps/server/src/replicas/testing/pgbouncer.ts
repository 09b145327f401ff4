import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { DatabaseAddress } from '@gwanje/backend/database/connection';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';

const PORT = 6432;

/** A connection pool in transaction mode in front of a database, with fewer connections than its clients have. */
export async function startPgBouncer(address: DatabaseAddress) {
  if (!('url' in address)) throw new Error('not a server');
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(temporaryFolder());
  const url = new URL(address.url);
  const database = url.pathname.slice(1);
  const config = join(folder.path, 'pgbouncer.ini');
  writeFileSync(
    config,
    `[databases]
${database} = host=${url.searchParams.get('host')} user=postgres
[pgbouncer]
listen_port = ${PORT}
unix_socket_dir = ${folder.path}
auth_type = any
pool_mode = transaction
default_pool_size = 4
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout
`,
  );
  // It refuses to run as root and then runs as another user, like PostgreSQL.
  chmodSync(folder.path, 0o777);
  const args = process.getuid?.() === 0 ? ['-u', 'postgres', config] : [config];
  const child = spawn('pgbouncer', args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  stack.defer(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  while (!existsSync(join(folder.path, `.s.PGSQL.${PORT}`))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`);
    await setTimeout(10);
  }
  const running = stack.move();
  const host = encodeURIComponent(folder.path);
  return {
    address: { url: `postgres://postgres@localhost:${PORT}/${database}?host=${host}` },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
