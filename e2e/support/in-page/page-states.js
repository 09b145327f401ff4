// Runs in the browser: opens pages one after the other without a load, and says what each lacks in the situation of the stubs.
(() => {
  const LOOK_AGAIN_MS = 10;
  const WITHIN_MS = 60_000;
  /** The error page. */
  const CRASHED = '페이지를 표시하지 못했습니다';
  /** A page without requests between two pages, so that the next one mounts again. */
  const BETWEEN = '/maintenance';
  const CHANGES =
    /생성|등록$|^수정|삭제$|폐기|템플릿 적용|저장$| 사용$|파일 선택|업로드|가져오기|매니페스트 내려받기/;
  const WATCH_ACTIONS = ['감시 시작', '감시 제외'];

  /** Elements of the page, without the chooser beside it. */
  function shown(selector) {
    return [...document.querySelectorAll(`main :is(${selector})`)].filter(
      (element) => !element.closest('aside'),
    );
  }

  function text() {
    return document.querySelector('main')?.textContent ?? '';
  }

  function nameOf(element) {
    return element.getAttribute('aria-label') ?? element.textContent;
  }

  function isLoading() {
    return shown('[role=status], [aria-busy=true], [aria-label]').some(
      (element) => element.getAttribute('aria-busy') === 'true' || /불러오는 중/.test(nameOf(element)),
    );
  }

  function isWhole() {
    return shown('h1').length > 0 && !isLoading();
  }

  function buttons() {
    return shown('button, a').map(nameOf);
  }

  function offered() {
    return buttons().filter((name) => CHANGES.test(name));
  }

  function statuses() {
    return shown('[role=status]').map(({ textContent }) => textContent);
  }

  async function until(holds) {
    const endMs = performance.now() + WITHIN_MS;
    while (!holds()) {
      if (performance.now() > endMs) return false;
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
    return true;
  }

  async function leave() {
    history.pushState(null, '', BETWEEN);
    await until(() => document.title.startsWith('잘못된 요청') && isWhole());
  }

  /** What the open page lacks. */
  const checks = {
    async failing(_page, open) {
      const gate = Promise.withResolvers();
      stubServer.gate = gate.promise;
      await open();
      const lacks = (await until(isLoading)) ? [] : ['a loading state'];
      gate.resolve();
      if (!(await until(() => buttons().includes('재시도')))) lacks.push('a retry');
      await leave();
      stubServer.gate = undefined;
      return lacks;
    },

    async empty({ isOfCluster }, open) {
      await open();
      const lacks = (await until(() => isWhole() && /없습니다/.test(text()))) ? [] : ['a text for nothing'];
      if (buttons().includes('재시도')) lacks.push('requests that succeed');
      if (isOfCluster) {
        const isSaid = () => statuses().join().includes('아직 수집된 데이터가 없습니다');
        if (!(await until(isSaid))) lacks.push('a text for an agent that never sent');
        if (!buttons().includes('에이전트 설치')) lacks.push('a way to the installation of the agent');
      }
      return lacks;
    },

    async stale({ path, isOfMonitored, isReading, hasRows }, open) {
      await open();
      const lacks = (await until(isWhole)) ? [] : ['its content'];
      if (buttons().includes('재시도')) lacks.push('requests that succeed');
      if (isOfMonitored) {
        if (!(await until(() => text().includes('API 서버 응답 없음'))))
          lacks.push('the unreachable API server');
        // The page of an object shows either the age of the object or that of its cluster.
        const isOld = () => statuses().filter((status) => /14분/.test(status)).length === 1;
        if (!(await until(isOld))) lacks.push(`one age: ${statuses()}`);
      }
      const isChanging = path.startsWith('/setting') || path === '/alarm-list';
      if (isChanging && offered().length > 0 === isReading) lacks.push(`its actions: ${offered()}`);
      if (hasRows && !(await chooseRow(true))) lacks.push('actions for chosen rows');
      return lacks;
    },

    async readOnly({ hasRows }, open) {
      await open();
      const lacks = (await until(isWhole)) ? [] : ['its content'];
      if (offered().length > 0) lacks.push(`silence about changes: ${offered()}`);
      if (hasRows && !(await chooseRow(false))) lacks.push('silence about actions for rows');
      return lacks;
    },

    async deleted({ path }, open) {
      await open();
      const lacks = (await until(() => /에 삭제되었습니다/.test(text()))) ? [] : ['the time of its deletion'];
      if (buttons().includes('노드 #2') !== path.startsWith('/mon/node'))
        lacks.push('the node of the same name');
      return lacks;
    },
  };

  /** Whether choosing a row offers to watch it, or not. */
  async function chooseRow(isOffered) {
    const box = () => document.querySelector('main input[type=checkbox][aria-label="sample 선택"]');
    if (!isOffered && box() === null) return true;
    await until(() => box() !== null);
    box()?.click();
    const areThere = () => WATCH_ACTIONS.every((name) => buttons().includes(name));
    return isOffered ? await until(areThere) : !areThere();
  }

  window.pageStates = async (state, pages) => {
    const wrong = [];
    await leave();
    for (const page of pages) {
      const open = async () => {
        history.pushState(null, '', page.address);
        await until(() => location.pathname === page.path && !document.title.startsWith('잘못된 요청'));
      };
      const lacks = await checks[state](page, open);
      if (text().includes(CRASHED)) lacks.push('a page that does not crash');
      wrong.push(...lacks.map((what) => `${page.path} lacks ${what}`));
      await leave();
    }
    return wrong;
  };
})();
