import { mkdirSync, rmSync } from 'node:fs';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { readEnvironment } from '@gwanje/backend/config/env';
import { commonVariables } from '@gwanje/backend/config/settings';
import { embeddedSocketDir, prepareSocketDir, socketPathIn } from '@gwanje/backend/database/embedded-address';
import { lockFolder } from '@gwanje/backend/lifecycle/folder-lock';
import { runProcess } from '@gwanje/backend/lifecycle/run-process';
import { createLogger } from '@gwanje/backend/observe/logger';
import { openFolder } from './data-folder.ts';
import { refuseIfServed } from './refuse-if-served.ts';

const MAX_CONNECTIONS = 200;
/** The database disconnects a client that hangs in a transaction. Pools close idle connections earlier. */
const CLIENT_IDLE_MS = 30_000;
/** EX_SOFTWARE: the supervisor restarts the process, and PostgreSQL recovers from its log. */
const CRASHED = 70;

const variables = commonVariables.pick({ GWANJE_DATA_DIR: true, GWANJE_LOG_LEVEL: true });

await runProcess(createLogger('database', 'info'), async ({ logger, stack }) => {
  const env = readEnvironment(variables, process.env);
  logger.level = env.GWANJE_LOG_LEVEL;
  const dataDir = env.GWANJE_DATA_DIR;
  process.umask(0o077);
  mkdirSync(dataDir, { recursive: true });
  stack.use(lockFolder(dataDir, 'database'));
  const socketDir = embeddedSocketDir(dataDir);
  prepareSocketDir(socketDir);
  const path = socketPathIn(socketDir);
  await refuseIfServed(path);

  const db = await openFolder(dataDir, (err, output) => {
    logger.fatal({ err, output }, 'PostgreSQL stopped in the middle of its work');
    process.exit(CRASHED);
  });
  stack.defer(() => db.close());

  rmSync(path, { force: true });
  const server = new PGLiteSocketServer({
    db,
    path,
    maxConnections: MAX_CONNECTIONS,
    idleTimeout: CLIENT_IDLE_MS,
  });
  await server.start();
  stack.defer(() => server.stop());
  logger.info({ socketDir, startMs: Math.round(performance.now()) }, 'ready');
});
