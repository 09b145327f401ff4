import { parentPort } from 'node:worker_threads';
import { AppError } from '@gwanje/contract/definition/errors';
import { decodeBatch, recordJson } from './decode.ts';
import type { DecodeAnswer, DecodeJob } from './decoder-pool.ts';
import { decompress } from './decompress.ts';

parentPort?.on('message', async (job: DecodeJob) => {
  const { answer, transfer } = await decode(job);
  parentPort?.postMessage(answer, transfer);
});

async function decode(job: DecodeJob): Promise<{ answer: DecodeAnswer; transfer: ArrayBuffer[] }> {
  try {
    const plain = await decompress(Buffer.from(job.bytes.buffer), job.encoding, job.limits);
    const batch = decodeBatch(plain, job.limits.recordBytes);
    const { samples } = batch;
    const columns = samples.flatMap((rows) => Object.values(rows.columns));
    return {
      answer: { restJson: recordJson(batch), samples, plainBytes: plain.length },
      transfer: columns.map((column) => column.buffer).filter((buffer) => buffer instanceof ArrayBuffer),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { answer: { errorName: error.errorName, detail: error.detail }, transfer: [] };
  }
}
