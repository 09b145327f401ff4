import { parentPort } from 'node:worker_threads';
import { JsonNames } from './json-names.ts';
import { compressed, tileText } from './tile-text.ts';
import type { TileAnswer, TileJob } from './tile-writer.ts';

const names = new JsonNames();

parentPort?.on('message', async (job: TileJob) => {
  // A copy, which can be handed over: a small one may be a part of something larger.
  const content = new Uint8Array(await write(job));
  const answer: TileAnswer = { jobNo: job.jobNo, content };
  parentPort?.postMessage(answer, [content.buffer]);
});

/** What is remembered is read before anything is waited for: the next job may begin with forgetting it. */
function write({ before, after, columns, news, isAnew, encoding }: TileJob): Promise<Buffer> {
  if (isAnew) names.clear();
  for (const [at, id] of news.id.entries()) names.add(id, news.name[at] ?? '');
  return compressed(tileText(columns, names, before, after), encoding);
}
