import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { launchBrowser } from '../../../e2e/support/launch.ts';

type Browser = Awaited<ReturnType<typeof launchBrowser>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;
type Locator = ReturnType<Page['locator']>;

interface ScreensOptions {
  readonly consoleUrl: string;
  readonly loginUrl: string;
  readonly userId: string;
  readonly password: string;
  /** The cluster of the pod list. */
  readonly hostId: number;
  /** The pod whose number of restarts grows with every batch. */
  readonly podName: string;
}

interface Screen {
  readonly name: string;
  readonly page: Page;
  /** Changes when the screen shows newer data. Undefined: the screen shows none. */
  readonly version: () => Promise<string | undefined>;
}

interface Notice {
  readonly text: string;
  readonly sinceMs: number;
  readonly untilMs: number;
}

const TYPED = { id: 'new-operator', name: '아직 저장하지 않은 이름' };
/** What a screen says when something is wrong. The window of alarms also announces the alarms of the workload. */
const WRONG = /끊|실패|못했|없습니다|기다|오류|거부/;
const ALARM = '이미지 가져오기 실패';
const NEWER_WITHIN_MS = 60_000;

/** A browser of an operator: a dashboard, lists, the window of alarms, and a form with unsaved input. */
export class OpenScreens implements AsyncDisposable {
  readonly #browser: Browser;
  readonly #screens: readonly Screen[];
  readonly #form: Page;

  private constructor(browser: Browser, screens: readonly Screen[], form: Page) {
    this.#browser = browser;
    this.#screens = screens;
    this.#form = form;
  }

  static async open(options: ScreensOptions): Promise<OpenScreens> {
    const { consoleUrl, loginUrl, userId, password, hostId, podName } = options;
    await using opening = new AsyncDisposableStack();
    const browser = opening.use(await launchBrowser());
    const context = await browser.newContext({
      locale: 'ko-KR',
      timezoneId: 'Asia/Seoul',
      reducedMotion: 'reduce',
    });
    await context.addInitScript({ path: join(import.meta.dirname, 'in-page/shown-notices.js') });
    // The shortest interval of the header.
    await context.addInitScript("localStorage.setItem('refreshInterval', '10s')");
    await context.request.post(`${loginUrl}/api/session`, {
      headers: { origin: loginUrl },
      data: { userId, password },
    });
    const open = async (path: string) => {
      const page = await context.newPage();
      await page.goto(consoleUrl + path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      return page;
    };
    const textOf = async (place: Locator, pattern: RegExp) =>
      pattern.exec((await place.first().textContent({ timeout: NEWER_WITHIN_MS })) ?? '')?.[0];
    const [main, pods, alarms, realtime, form] = await Promise.all([
      open('/main'),
      open(`/mon/pod-list?hostId=${hostId}&f.name=${podName}`),
      open('/alarm-list?f.confirmLevel=1'),
      open('/realtime-detection'),
      open('/setting/user/registration'),
    ]);
    await form.getByLabel(/^사용자 ID/).fill(TYPED.id);
    await form.getByLabel(/^이름/).fill(TYPED.name);
    const row = (page: Page, hasText: string) => page.getByRole('row').filter({ hasText });
    const screens: Screen[] = [
      {
        name: 'dashboard',
        page: main,
        version: () => textOf(main.locator('main'), /수집 시각 [-0-9]+ [:0-9]+/),
      },
      { name: 'pod list', page: pods, version: () => textOf(row(pods, podName), /Running.*$/) },
      { name: 'alarm list', page: alarms, version: () => textOf(row(alarms, '심각'), /^.*\d\d:\d\d:\d\d/) },
      {
        name: 'alarm window',
        page: realtime,
        version: () => textOf(realtime.locator('body'), /소식 [:0-9]+/),
      },
    ];
    const opened = new OpenScreens(browser, screens, form);
    for (const page of opened.#pages) await page.evaluate('window.isSameDocument = true');
    await opened.becomeNewer();
    for (const page of opened.#pages) await page.evaluate('window.shownNotices.clear()');
    opening.move();
    return opened;
  }

  get #pages(): Page[] {
    return [...this.#screens.map(({ page }) => page), this.#form];
  }

  /** Waits until every screen shows newer data than now. Returns those that do not. */
  async becomeNewer(): Promise<string[]> {
    const missing = await Promise.all(
      this.#screens.map(async ({ name, version }) => {
        const first = await version();
        const endMs = performance.now() + NEWER_WITHIN_MS;
        while (performance.now() < endMs) {
          const now = await version();
          if (now !== undefined && now !== first) return [];
          await delay(200);
        }
        return [`the ${name} shows nothing newer than ${first}`];
      }),
    );
    return missing.flat();
  }

  /** Returns what an operator would complain about since the screens are open. */
  async complaints(): Promise<string[]> {
    const found: string[] = [];
    for (const [index, page] of this.#pages.entries()) {
      const name = this.#screens[index]?.name ?? 'form';
      const isSame: boolean = await page.evaluate('window.isSameDocument === true');
      if (!isSame) found.push(`the ${name} was loaded again`);
      const notices: Notice[] = await page.evaluate('window.shownNotices.read()');
      for (const { text, sinceMs, untilMs } of notices)
        if (WRONG.test(text.replaceAll(ALARM, '')))
          found.push(`the ${name} showed "${text}" for ${untilMs - sinceMs} ms`);
    }
    const [id, typed] = [this.#form.getByLabel(/^사용자 ID/), this.#form.getByLabel(/^이름/)];
    if ((await id.inputValue()) !== TYPED.id || (await typed.inputValue()) !== TYPED.name)
      found.push('the form lost its input');
    return found;
  }

  /** For people who want to see it. */
  async saveScreenshots(folder: string, moment: string): Promise<void> {
    for (const [index, page] of this.#pages.entries())
      await page.screenshot({ path: join(folder, `${moment}-${this.#screens[index]?.name ?? 'form'}.png`) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
  }
}
