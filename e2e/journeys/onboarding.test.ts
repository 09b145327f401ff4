import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_PREFIX } from '@gwanje/contract/definition/endpoint';
import { Envelope, errors } from '@gwanje/contract/definition/errors';
import { loginCheck } from '@gwanje/contract/users/session';
import { prepareEmbeddedTemplate } from '@gwanje/testkit/embedded-template';
import { freePort } from '@gwanje/testkit/free-port';
import { TestProcess } from '@gwanje/testkit/processes';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startStack } from '../../scripts/installation/stack.ts';
import { useBrowser } from '../support/browser.ts';
import { signInAt } from '../support/launch.ts';

/*
 * From an empty installation to a monitored cluster: an installation without demo data, the one command in
 * its output, and then the screens and the exact commands they show. It is the only one of the browser tests with a
 * simulated cluster, an agent and the embedded database.
 */

const ROOT = join(import.meta.dirname, '../..');
const PASSWORD = 'first and only password';
const TIMEOUT_MS = 75_000;

const { visitor } = useBrowser();
/** While the database is down. */
const DOWN = { expectErrors: /Failed to load resource|ERR_/ };
const shared = new AsyncDisposableStack();
let site: { readonly consoleUrl: string; readonly loginUrl: string };
let dataDir: string;
let kubeconfig: string;

const Ready = z.object({
  control: z.string(),
  clusters: z.array(z.object({ kubeconfigs: z.object({ outside: z.string() }) })).min(1),
});

beforeAll(async () => {
  dataDir = shared.use(temporaryFolder()).path;
  const [port, loginPort] = [await freePort(), await freePort()];
  const args = [
    '--clusters',
    'eks:seoul-eks',
    '--pods',
    '60',
    '--port',
    '0',
    '--random-scenarios',
    '0',
    '--tls',
    '1',
  ];
  const simulated = shared.use(
    new TestProcess(join(ROOT, 'tools/simulator/src/main.ts'), {
      args,
      env: { GWANJE_DATA_DIR: join(dataDir, 'simulator'), GWANJE_LOG_LEVEL: 'warn' },
    }),
  );
  // A copy of a prepared empty database: creating one takes longer than the rest of the test.
  cpSync(await prepareEmbeddedTemplate(), join(dataDir, 'postgres'), {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
  });
  const stack = await startStack({
    dataDir,
    port,
    loginPort,
    env: { GWANJE_DEMO: '0', GWANJE_BUSY_AFTER_MS: '0' },
  });
  shared.defer(() => stack.stop());
  site = { consoleUrl: `http://localhost:${port}`, loginUrl: `http://localhost:${loginPort}` };
  const line = await simulated.waitForLine((said) => said.includes('"ready":"simulator"'), TIMEOUT_MS);
  const { control, clusters } = Ready.parse(JSON.parse(line));
  kubeconfig = clusters[0]?.kubeconfigs.outside ?? '';
  // Pods crash from the start, so that the alarm about them need not be awaited later.
  const answer = await fetch(`${control}/scenarios/crash-loop`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seconds: 1200 }),
  });
  expect(answer.status, await answer.text()).toBe(201);
});
afterAll(() => shared.disposeAsync());

/** Answers the prompts of `npm run admin -- create-key-user` line by line. */
async function createKeyUser(userId: string): Promise<string> {
  const { port } = new URL(site.consoleUrl);
  const command = spawn('npm', ['run', '--silent', 'admin', '--', 'create-key-user'], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      GWANJE_DATA_DIR: dataDir,
      GWANJE_PORT: port,
      GWANJE_LOGIN_URL: site.loginUrl,
    },
  });
  let said = '';
  for (const stream of [command.stdout, command.stderr]) stream.on('data', (text) => (said += String(text)));
  command.stdin.end(`${userId}\n김대표\n${PASSWORD}\n${PASSWORD}\n`);
  await once(command, 'close');
  return said;
}

/** Runs the command in a folder like the installation's, with the downloaded file in it, as a user would. */
function runDisplayed(command: string, folder: string): ChildProcess {
  for (const name of ['package.json', 'node_modules', 'apps', 'packages'])
    symlinkSync(join(ROOT, name), join(folder, name));
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    detached: true,
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      KUBECONFIG: kubeconfig,
      GWANJE_AGENT_DATA_DIR: join(folder, 'agent'),
      GWANJE_AGENT_PORT: '0',
      GWANJE_AGENT_SAMPLE_EVERY_MS: '1000',
    },
  });
  shared.defer(async () => {
    if (child.exitCode !== null || child.pid === undefined) return;
    process.kill(-child.pid, 'SIGTERM');
    await once(child, 'close');
  });
  return child;
}

test('an empty installation is set up to monitor a cluster, which raises an alarm, shows logs, and survives the end of its database', async () => {
  expect(await createKeyUser('first')).toContain(`Sign in at ${site.loginUrl}/login`);
  const { page } = await visitor(DOWN);
  await signInAt(page, site, 'first', '/main', PASSWORD);

  // Every page of an empty installation names the next step.
  await page.getByText('그룹을 만들고, 그 안에 클러스터를 생성하고').waitFor();
  await page.getByRole('link', { name: '클러스터 생성' }).click();
  const firstSteps = page.getByRole('list', { name: '시작 단계' });
  for (const [step, name] of [
    ['메타 그룹', '서비스 본부'],
    ['서브 그룹', '운영'],
  ] as const) {
    await firstSteps.locator('[aria-current=step]', { hasText: step }).waitFor();
    await page.getByLabel(/^이름/).fill(name);
    await page.getByRole('button', { name: '생성하고 다음 단계로' }).click();
  }
  await firstSteps.locator('[aria-current=step]', { hasText: '클러스터' }).waitFor();

  const create = page.getByRole('button', { name: '생성하고 에이전트 설치' });
  await create.click();
  await page.getByText('이름을 입력해 주세요.').waitFor();
  await page.locator('input:focus[aria-invalid=true]').waitFor();
  await page.getByLabel(/^이름/).fill('seoul-eks');
  // The form is lower while it shows the error.
  await page.getByText('이름을 입력해 주세요.').waitFor({ state: 'detached' });
  await create.click();
  await page.waitForURL('**/setting/host/agent-install/aks?hostId=*');

  await page.getByRole('link', { name: 'Amazon EKS 클러스터' }).click();
  await page.getByText('aws eks update-kubeconfig').waitFor();
  const steps = page.getByRole('list', { name: '설치 단계' }).getByRole('listitem');
  await steps.nth(0).getByText('대기').waitFor();

  const folder = mkdtempSync(join(tmpdir(), 'gwanje-onboarding-'));
  shared.defer(() => rmSync(folder, { recursive: true, force: true }));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '매니페스트 내려받기' }).click(),
  ]);
  const file = join(folder, download.suggestedFilename());
  await download.saveAs(file);
  await steps.nth(0).getByText('완료').waitFor();
  expect(readFileSync(file, 'utf8')).toContain(site.consoleUrl);

  await page.getByText('그 밖의 명령').click();
  const outside = page.locator('pre').filter({ hasText: 'npm run agent -- ' }).locator('code');
  runDisplayed((await outside.textContent()) ?? '', folder);
  await page
    .getByText('에이전트가 연결되어 목록과 통계가 들어오고 있습니다.')
    .waitFor({ timeout: TIMEOUT_MS });
  for (const at of [0, 1, 2, 3]) expect(await steps.nth(at).textContent()).toContain('완료');
  await page.getByRole('button', { name: '모니터링 열기' }).click();
  await page.waitForURL('**/mon/summary?hostId=*');
  const { search } = new URL(page.url());

  await page.goto(`${site.consoleUrl}/setting/mon/cluster-list`);
  const row = page.getByRole('row').filter({ hasText: 'seoul-eks' });
  await row.getByText('기본 템플릿').waitFor();
  await page.getByRole('region', { name: '에이전트 버전' }).getByText('에이전트 1개').waitFor();
  await page.goto(`${site.consoleUrl}/alarm-list`);
  await row.first().waitFor({ timeout: TIMEOUT_MS });

  // Through the console, the server, the agent's connection and the API server of the cluster.
  await page.goto(`${site.consoleUrl}/mon/pod-list${search}&f.phase=Running`);
  await page.getByRole('grid').getByRole('link').first().click();
  await page.waitForURL(/\/mon\/pod\/summary\?/);
  await page.goto(page.url().replace('/summary', '/log'));
  const lines = page.getByRole('region', { name: '로그 줄' });
  await lines.locator('time').first().waitFor();
  await page.getByText('연결됨', { exact: true }).waitFor();
  await page.getByPlaceholder('찾기 (Ctrl+F)').fill('e');
  await page.waitForURL(/find=e(&|$)/);
  await page.reload();
  await lines.locator('mark').first().waitFor();

  // The server answers busy while the database is down, then continues with the same session.
  const killed = await databasePid();
  process.kill(killed, 'SIGKILL');
  const codes = new Set<number>();
  const check = async () => {
    const answer = await page.request.get(`${site.consoleUrl}${API_PREFIX}${loginCheck.path}`);
    const { code } = Envelope.parse(await answer.json());
    codes.add(code);
    return { code, isNewDatabase: (await databasePid()) !== killed };
  };
  await expect.poll(check, { interval: 100 }).toEqual({ code: 200, isNewDatabase: true });
  expect([...codes].filter((code) => code !== 200 && code !== errors.busy.code)).toEqual([]);
  await page.reload();
  await page.getByRole('button', { name: /^사용자 메뉴/ }).waitFor();
});

/** The process that currently owns the data folder. */
async function databasePid(): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'database.lock'), 'utf8').catch(() => ''), 10);
}
