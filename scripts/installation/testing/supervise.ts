import { onParentEnd } from '../parent-watch.ts';
import { Supervisor } from '../supervisor.ts';

/** Run as a process: supervises one part, and ends when its parent has ended. */
const supervisor = new Supervisor(process.argv[2] ?? '');
onParentEnd(() => void supervisor.stop().then(() => process.exit(0)));
await supervisor.start({ name: 'part', entry: 'scripts/installation/testing/part.ts' });
console.log(`supervising ${process.pid} ${supervisor.pidOf('part')}`);
