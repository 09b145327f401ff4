import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { embeddedSocketDir, prepareSocketDir } from '@gwanje/backend/database/embedded-address';
import type { MetricStore } from '@gwanje/metric-store/interface';
import type { Logger } from 'pino';
import { z } from 'zod';
import { CommandError } from './command-error.ts';

const COPY_PATH = '/samples-copy';
const CopyProgress = z.union([
  z.object({ kind: z.literal('copied'), dir: z.string() }),
  z.object({ kind: z.literal('outside') }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);

function socketPathOf(dataDir: string): string {
  return join(embeddedSocketDir(dataDir), 'admin.sock');
}

/** Holds copies of samples while a backup reads them. It is on the same disk, so hard links cost no space. */
function copiesFolderOf(dataDir: string): string {
  return join(dataDir, 'backup');
}

interface AdminSocketOptions {
  readonly dataDir: string;
  readonly metricStore: Pick<MetricStore, 'copyTo'>;
  readonly logger: Logger;
}

/**
 * Gives admin commands on the same machine access to the data that only the running server can open. The
 * socket is in a folder that only the same user may enter, and that user owns the data anyway.
 */
export async function openAdminSocket({
  dataDir,
  metricStore,
  logger,
}: AdminSocketOptions): Promise<AsyncDisposable> {
  const path = socketPathOf(dataDir);
  prepareSocketDir(embeddedSocketDir(dataDir));
  // A killed server leaves these files behind.
  rmSync(path, { force: true });
  rmSync(copiesFolderOf(dataDir), { recursive: true, force: true });
  const server = createServer((call, answer) => {
    if (call.method === 'POST' && call.url === COPY_PATH)
      void lendCopy(join(copiesFolderOf(dataDir), randomUUID()), metricStore, answer).catch((err: unknown) =>
        logger.error({ err }, 'a copy of the samples failed'),
      );
    else answer.writeHead(404).end();
  });
  server.listen(path);
  await once(server, 'listening');
  return {
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The server removes the copy when the client's connection ends, for whatever reason. */
async function lendCopy(
  dir: string,
  metricStore: Pick<MetricStore, 'copyTo'>,
  answer: ServerResponse,
): Promise<void> {
  const gone = once(answer, 'close');
  answer.writeHead(200, { 'content-type': 'application/x-ndjson' });
  answer.flushHeaders();
  try {
    const kind = await metricStore.copyTo(dir);
    answer.write(`${JSON.stringify({ kind, dir } satisfies z.input<typeof CopyProgress>)}\n`);
    await gone;
  } catch (error) {
    answer.end(`${JSON.stringify({ kind: 'failed', message: String(error) })}\n`);
    throw error;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

export interface BorrowedCopy extends AsyncDisposable {
  /** Undefined when another system stores the samples. */
  readonly dir: string | undefined;
}

/** Returns undefined when no server runs on this data folder. */
export async function borrowCopy(dataDir: string): Promise<BorrowedCopy | undefined> {
  const answer = await callServer(dataDir, COPY_PATH);
  if (!answer) return undefined;
  // This command destroys the connection after it has read the copy; that error is expected.
  answer.on('error', () => {});
  const [line] = await Promise.race([
    once(createInterface({ input: answer }), 'line'),
    once(answer, 'close').then(() => [undefined]),
  ]);
  if (typeof line !== 'string') throw new CommandError('The server ended before the samples were copied.');
  const progress = CopyProgress.parse(JSON.parse(line));
  if (progress.kind === 'failed')
    throw new CommandError(`The samples could not be copied: ${progress.message}`);
  return {
    dir: progress.kind === 'copied' ? progress.dir : undefined,
    async [Symbol.asyncDispose]() {
      answer.destroy();
    },
  };
}

export async function isServerRunning(dataDir: string): Promise<boolean> {
  const answer = await callServer(dataDir, '/');
  answer?.resume();
  return answer !== undefined;
}

function callServer(dataDir: string, path: string): Promise<IncomingMessage | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage | undefined>();
  const call = request({ socketPath: socketPathOf(dataDir), path, method: 'POST', agent: false }, resolve);
  call.on('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' || error.code === 'ECONNREFUSED' ? resolve(undefined) : reject(error),
  );
  call.end();
  return promise;
}
