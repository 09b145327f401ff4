import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const MAIN = join(import.meta.dirname, 'main.ts');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gwanje-thrift-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** An agent that gets as far as its kubeconfig, which is not there. */
async function run(channel: 'ipc' | 'ignore') {
  const child = spawn(process.execPath, [MAIN, '--kubeconfig', join(folder, 'none')], {
    stdio: ['ignore', 'pipe', 'inherit', channel],
    env: {
      PATH: process.env.PATH,
      GWANJE_AGENT_SERVER: 'http://127.0.0.1:1',
      GWANJE_AGENT_TOKEN: 'test-token',
      GWANJE_AGENT_DATA_DIR: folder,
    },
  });
  const [output, [exitCode]] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    once(child, 'exit'),
  ]);
  const [own = ''] = readdirSync(folder);
  return { pid: child.pid, output, exitCode, own: join(folder, own) };
}

describe('an agent', () => {
  it('goes on as the same process under thrifty settings, its code prepared where nobody else writes', async () => {
    const { pid, output, exitCode, own } = await run('ignore');
    expect(output).toContain(`"pid":${pid}`);
    expect(output).toContain('cannot use the kubeconfig');
    expect(exitCode).toBe(1);
    expect(statSync(join(own, 'code')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(own, 'code'), { recursive: true }).length).toBeGreaterThan(20);
  }, 60_000);

  it('stays as it is under a supervisor, whose channel it would lose', async () => {
    const { output, exitCode, own } = await run('ipc');
    expect(output).toContain('cannot use the kubeconfig');
    expect(exitCode).toBe(1);
    expect(readdirSync(own)).not.toContain('code');
  }, 60_000);
});
