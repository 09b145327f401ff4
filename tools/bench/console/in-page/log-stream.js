// Runs in the browser before other scripts. Answers the calls of the log viewer with lines as fast as it reads them.
const LINE_MS = 5;
const realFetch = window.fetch.bind(window);
let controller = null;
let sentCnt = 0;

window.fetch = (url, init) => {
  const path = String(url).split('?')[0];
  if (path.startsWith('/api/v1/log/access/'))
    return Promise.resolve(
      Response.json({ code: 200, message: 'OK', data: { state: 'available', canManageCluster: true } }),
    );
  if (path !== '/api/v1/log') return realFetch(url, init);
  const stream = new ReadableStream({
    start(opened) {
      controller = opened;
    },
  });
  return Promise.resolve(new Response(stream, { headers: { 'content-type': 'text/event-stream' } }));
};

const startMs = Date.parse('2026-01-01T00:00:00Z');
const time = (at) => new Date(startMs + at * LINE_MS).toISOString();

/** Appends lines, `chunkCnt` in each event; resolves when the viewer has taken them. */
window.appendLines = async (cnt, chunkCnt) => {
  for (const lastCnt = sentCnt + cnt; sentCnt < lastCnt; ) {
    const list = Array.from({ length: Math.min(chunkCnt, lastCnt - sentCnt) }, (_, at) => [
      time(sentCnt + at),
      `INFO request ${sentCnt + at} handled in ${(sentCnt + at) % 97} ms by worker ${(sentCnt + at) % 13}`,
    ]);
    sentCnt += list.length;
    const event = { type: 'lines', source: 0, list, position: `${time(sentCnt)}/1/0` };
    controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
    while (controller.desiredSize < 0) await window.nextFrame();
  }
};
