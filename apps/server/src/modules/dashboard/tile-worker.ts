import { parentPort } from 'node:worker_threads';
import { compressed, tileText } from './tile-text.ts';
import type { TileAnswer, TileJob } from './tile-writer.ts';

/** By object id, as JSON text: a name never changes. */
const names = new Map<number, string>();

parentPort?.on('message', async (job: TileJob) => {
  // A copy, which can be handed over: a small one may be a part of something larger.
  const content = new Uint8Array(await write(job));
  const answer: TileAnswer = { jobNo: job.jobNo, content };
  parentPort?.postMessage(answer, [content.buffer]);
});

/** What is remembered is read before anything is waited for: the next job may begin with forgetting it. */
function write({ before, after, columns, news, isAnew, encoding }: TileJob): Promise<Buffer<ArrayBuffer>> {
  if (isAnew) names.clear();
  for (const [at, id] of news.id.entries()) names.set(id, JSON.stringify(news.name[at]));
  const texts = Array.from(columns.id, (id) => names.get(id) ?? '""');
  return compressed(`${before}${tileText(columns, texts)}${after}`, encoding);
}
