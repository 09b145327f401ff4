import { appendFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseAddress } from './connection.ts';

/** What the database says when something has changed that decides who may see what. */
export const RIGHTS_CHANNEL = 'rights_changed';

const NAME = 'rights-stamp';

/**
 * Beside the embedded database's socket lies a file that grows by a byte with every change of sessions, users and groups,
 * before whoever made the change is answered. So what was read is known to be so still without asking again. Null: ask.
 */
export function readRightsStamp(address: DatabaseAddress): string | null {
  if (!('socketDir' in address)) return null;
  const found = statSync(join(address.socketDir, NAME), { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.ino}-${found.size}-${found.mtimeNs}`;
}

/** The embedded database's side of it. */
export class RightsStampWriter {
  readonly #path: string;
  #isBroken = false;

  /** A change may have been committed right before the last one was killed. */
  constructor(socketDir: string) {
    this.#path = join(socketDir, NAME);
    this.advance();
  }

  advance(): void {
    if (this.#isBroken) return;
    try {
      appendFileSync(this.#path, '.');
    } catch {
      // A full disk: without the file everybody asks the database.
      this.#isBroken = true;
      rmSync(this.#path, { force: true });
    }
  }
}
