// Runs in the browser before the console: answers its calls from `globalThis.stubbedCalls`, as `stubServer.situation` says.
(() => {
  const realFetch = globalThis.fetch;
  const KEY = 'stubbedSituation';
  const PREFIX = '/api/v1';
  const calls = globalThis.stubbedCalls.map((call) => ({ ...call, path: new RegExp(call.path) }));
  const never = new Promise(() => undefined);

  function read() {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
  }

  function minutesAgo(minutes) {
    return new Date(Date.now() - minutes * 60_000).toISOString();
  }

  function envelope(code, data, status = 200) {
    return new Response(JSON.stringify({ code, message: 'server words', data }), { status });
  }

  async function answer(url, method) {
    const path = new URL(url, location.href).pathname.slice(PREFIX.length);
    const call = calls.find((one) => one.method === method && one.path.test(path));
    if (!call) throw new Error(`no call ${method} ${path}`);
    const { rowCnt = 1, cluster, object, viewedBy = null } = read();
    const live = { serverTime: minutesAgo(0), dataAt: minutesAgo(0), isStale: false };
    // What the shell and the guards need is there in every situation.
    if (call.kind === 'session') return envelope(200, { ...call.withRow, viewedBy });
    if (call.kind === 'shell') return envelope(200, call.withRow);
    if (call.kind === 'guard') return envelope(200, { ...call.withRow, ...live, ...object });
    if (call.kind === 'silent') return never;
    if (stubServer.gate) {
      await stubServer.gate;
      return envelope(999, {}, 500);
    }
    if (call.kind === 'summary') return envelope(200, { ...call.withRow, ...live, ...cluster });
    if (call.kind === 'binary') return new Response(Uint8Array.from(call.bytes));
    return envelope(call.code, rowCnt === 0 ? call.empty : call.withRow);
  }

  globalThis.stubServer = {
    /** While it is set, all calls wait for it and then fail. */
    gate: undefined,
    minutesAgo,
  };
  // Then the window holds the stream itself.
  delete globalThis.SharedWorker;
  globalThis.fetch = (url, init = {}) => {
    if (!new URL(url, location.href).pathname.startsWith(PREFIX)) return realFetch(url, init);
    const { signal } = init;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) reject(signal.reason);
      signal?.addEventListener('abort', () => reject(signal.reason));
      answer(url, init.method ?? 'GET').then(resolve, reject);
    });
  };
})();
