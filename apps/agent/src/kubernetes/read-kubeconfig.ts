import { readKubeconfig } from './kubeconfig.ts';

/** Run as a process: prints what a kubeconfig comes down to, for the agent that started it. */
const [file, context] = process.argv.slice(2);
try {
  process.stdout.write(JSON.stringify(await readKubeconfig(file ?? '', context)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
