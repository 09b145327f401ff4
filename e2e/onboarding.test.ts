import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareEmbeddedTemplate } from '@gwanje/testkit/embedded-template';
import { freePort } from '@gwanje/testkit/free-port';
import { TestProcess } from '@gwanje/testkit/processes';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startStack } from '../scripts/installation/stack.ts';
import { useBrowser } from './support/browser.ts';
import { signInAt } from './support/launch.ts';
import { REFUSALS } from './support/settings.ts';

/*
 * From an empty installation to a monitored cluster: an installation without demo data, the one command in
 * its output, and then the screens and the exact commands they show.
 */

const ROOT = join(import.meta.dirname, '..');
const PASSWORD = 'first and only password';
const TIMEOUT_MS = 75_000;

const { visitor } = useBrowser();
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

test('an empty installation is set up to monitor a cluster, which raises an alarm', async () => {
  expect(await createKeyUser('first')).toContain(`Sign in at ${site.loginUrl}/login`);
  const { page } = await visitor(REFUSALS);
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

  await page.goto(`${site.consoleUrl}/setting/mon/cluster-list`);
  const row = page.getByRole('row').filter({ hasText: 'seoul-eks' });
  await row.getByText('기본 템플릿').waitFor();
  await page.getByRole('region', { name: '에이전트 버전' }).getByText('에이전트 1개').waitFor();
  await page.goto(`${site.consoleUrl}/alarm-list`);
  await row.first().waitFor({ timeout: TIMEOUT_MS });
});
