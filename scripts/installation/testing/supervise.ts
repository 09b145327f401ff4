import { freePort } from '@gwanje/testkit/free-port';
import { onParentEnd } from '../parent-watch.ts';
import { Supervisor } from '../supervisor.ts';

/** As long as a build of the console blocks `npm start`, only shorter. */
const BLOCKED_MS = 1000;

/** Run as a process: supervises one part and one program, and ends when its parent has ended. */
console.log(`starting ${process.pid}`);
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS);
const supervisor = new Supervisor(process.argv[2] ?? '');
onParentEnd(() => void supervisor.stop().then(() => process.exit(0)));
await supervisor.start({ name: 'part', entry: 'scripts/installation/testing/part.ts' });
const port = await freePort();
await supervisor.start({
  name: 'program',
  program: process.execPath,
  args: ['-e', `require('http').createServer((_, answer) => answer.end()).listen(${port}, '127.0.0.1')`],
  readyUrl: `http://127.0.0.1:${port}`,
});
console.log(`supervising ${process.pid} ${supervisor.pidOf('part')} ${supervisor.pidOf('program')}`);
