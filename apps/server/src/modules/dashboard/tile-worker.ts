import { parentPort } from 'node:worker_threads';
import { compressedAtOnce } from '../../http/encodings.ts';
import { JsonNames } from './json-names.ts';
import { tileText } from './tile-text.ts';
import type { TileAnswer, TileJob } from './tile-writer.ts';

const names = new JsonNames();

parentPort?.on('message', (job: TileJob) => {
  // A copy, which can be handed over: a small one may be a part of something larger.
  const content = new Uint8Array(write(job));
  const answer: TileAnswer = { jobNo: job.jobNo, content };
  parentPort?.postMessage(answer, [content.buffer]);
});

function write({ before, after, columns, news, isAnew, encoding }: TileJob): Buffer {
  if (isAnew) names.clear();
  for (const [at, id] of news.id.entries()) names.add(id, news.name[at] ?? '');
  return compressedAtOnce(tileText(columns, names, before, after), encoding);
}
