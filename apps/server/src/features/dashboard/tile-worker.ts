import { parentPort } from 'node:worker_threads';
import { compressedMeanwhile } from '../../platform/http/encodings.ts';
import { JsonNames } from './json-names.ts';
import { tileText } from './tile-text.ts';
import type { TileAnswer, TileJob } from './tile-writer.ts';

const names = new JsonNames();
/** One after the other: they share the memory in which they are written. */
let last: Promise<void> = Promise.resolve();

parentPort?.on('message', (job: TileJob) => {
  last = last.then(() => answer(job));
});

async function answer(job: TileJob): Promise<void> {
  // A copy, which can be handed over: a small one may be a part of something larger.
  const content = new Uint8Array(await write(job));
  const told: TileAnswer = { jobNo: job.jobNo, content };
  parentPort?.postMessage(told, [content.buffer]);
}

function write({ before, after, columns, news, isAnew, encoding }: TileJob): Promise<Buffer> {
  if (isAnew) names.clear();
  for (const [at, id] of news.id.entries()) names.add(id, news.name[at] ?? '');
  return compressedMeanwhile(tileText(columns, names, before, after), encoding);
}
