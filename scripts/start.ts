import { resolve } from 'node:path';
import { buildConsole } from './console-build.ts';
import { startStack } from './stack.ts';

const isDemo = (process.env.GWANJE_DEMO ?? '1') === '1';
const port = Number(process.env.GWANJE_PORT || 4100);
const loginPort = Number(process.env.GWANJE_LOGIN_PORT || 4101);

buildConsole();
const stack = await startStack({
  dataDir: resolve(process.env.GWANJE_DATA_DIR || '.data'),
  port,
  loginPort,
  databaseUrl: process.env.GWANJE_DATABASE_URL || undefined,
  env: { GWANJE_DEMO: isDemo ? '1' : '0' },
});

console.log(
  `gwanje ready  console ${process.env.GWANJE_PUBLIC_URL || `http://localhost:${port}`}  login ${process.env.GWANJE_LOGIN_URL || `http://localhost:${loginPort}`}`,
);
if (isDemo) console.log('demo accounts: key, total, group, user  (password gwanje-demo)');

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void stack.stop().then(() => process.exit(0));
  });
}
