import { fsyncSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/**
 * PGlite runs PostgreSQL with fsync off, and its files on Node have no fsync at all: a commit would survive a
 * killed process but not a power cut. With this file system and these parameters a commit is on disk when it
 * is acknowledged. (fdatasync, the usual method, does nothing in the WebAssembly build.)
 */
export const DURABLE_START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
];

export class DurableNodeFS extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(pg, options);
    emscriptenOpts.preRun?.push((mod) => {
      // A failed fsync is thrown through PostgreSQL and must end this process: the kernel's state of the file
      // is unknown from then on.
      mod.FS.filesystems.NODEFS.stream_ops.fsync = (stream: { nfd: number }) => {
        fsyncSync(stream.nfd);
        return 0;
      };
    });
    return { emscriptenOpts };
  }
}
