import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const MANIFEST = join(import.meta.dirname, '../../../package.json');
const Manifest = z.object({ scripts: z.object({ start: z.string() }) });

/** Run as a process: runs the command of `npm start` as npm does, with `supervise.ts` instead of the stack. */
const { start } = Manifest.parse(JSON.parse(readFileSync(MANIFEST, 'utf8'))).scripts;
const command = start.replace('scripts/start.ts', join(import.meta.dirname, 'supervise.ts'));
spawn('sh', ['-c', `${command} ${process.argv[2] ?? ''}`], { stdio: ['ignore', 'inherit', 'inherit'] });
