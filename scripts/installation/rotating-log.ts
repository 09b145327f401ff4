import { closeSync, fchmodSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

const OWNER_ONLY = 0o600;

export interface RotationLimits {
  readonly maxBytes: number;
  /** Older files beside the current one: `server.log.1` is the newest of them. */
  readonly olderFiles: number;
}

export const LOG_LIMITS: RotationLimits = { maxBytes: 10 * 1024 * 1024, olderFiles: 4 };

/**
 * A log file that only its owner can read and that cannot fill the disk. A line that cannot be written is
 * lost: the processes go on when the disk is full.
 */
export class RotatingLog {
  readonly path: string;
  readonly #limits: RotationLimits;
  #file: number;
  #bytes: number;
  #isClosed = false;

  constructor(path: string, limits: RotationLimits = LOG_LIMITS) {
    this.path = path;
    this.#limits = limits;
    this.#file = openForOwner(path);
    this.#bytes = fstatSync(this.#file).size;
  }

  /** Ignored after `close`: a process may still write while it ends. */
  write(line: string): void {
    if (this.#isClosed) return;
    const bytes = Buffer.from(`${line}\n`);
    try {
      if (this.#bytes > 0 && this.#bytes + bytes.length > this.#limits.maxBytes) this.#rotate();
      this.#bytes += writeSync(this.#file, bytes);
    } catch {
      // The terminal shows warnings and errors too.
    }
  }

  close(): void {
    this.#isClosed = true;
    closeSync(this.#file);
  }

  #rotate(): void {
    const { path } = this;
    for (let age = this.#limits.olderFiles; age >= 1; age--) {
      const newer = age === 1 ? path : `${path}.${age - 1}`;
      try {
        renameSync(newer, `${path}.${age}`);
      } catch {
        // There are fewer files yet.
      }
    }
    const full = this.#file;
    this.#file = openForOwner(path);
    this.#bytes = fstatSync(this.#file).size;
    closeSync(full);
  }
}

function openForOwner(path: string): number {
  const file = openSync(path, 'a', OWNER_ONLY);
  // The mode above counts for a new file only.
  fchmodSync(file, OWNER_ONLY);
  return file;
}
