import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * DuckDB's log: a header, then entries, each with its length, a checksum and its content. A transaction ends
 * with a commit entry, which always has the same bytes. DuckDB refuses a log with a wrong checksum, and
 * silently ignores everything after a wrong length.
 */
const HEADER = Buffer.from('640062650002ffff', 'hex');
const COMMIT = Buffer.from('0500000000000000e7fe7d722fed3d5e640064ffff', 'hex');
const FRAME_BYTES = 16;
/** Content of an entry begins with this and its type. */
const TYPE_AT = 2;
const CREATE_TABLE = 1;
const INSERT_ROWS = 26;
/** A damaged commit entry differs in a few bits. Other entries differ in many. */
const MAX_WRONG_BITS = 8;
const TABLE_NAME = /open_[a-z]+_\d+_\d+/g;

export interface RepairedLog {
  readonly bytes: Buffer;
  readonly keptCnt: number;
  /** Transactions that are not in `bytes`. */
  readonly lostCnt: number;
  /** Tables that the kept transactions use but do not create. */
  readonly usedTables: ReadonlySet<string>;
}

/**
 * True: DuckDB would read this log without an error, but ignore committed transactions. Reads only the
 * lengths of the entries, unless the header or a length is wrong.
 */
export function hasUnreadCommits(path: string): boolean {
  const fd = openSync(path, 'r');
  try {
    const { size } = fstatSync(fd);
    const frame = Buffer.alloc(FRAME_BYTES);
    readSync(fd, frame, 0, HEADER.length, 0);
    let at = frame.indexOf(HEADER) === 0 ? HEADER.length : 0;
    while (at > 0 && at + FRAME_BYTES <= size) {
      readSync(fd, frame, 0, FRAME_BYTES, at);
      const end = at + FRAME_BYTES + Number(frame.readBigUInt64LE(0));
      if (end > size) break;
      at = end;
    }
    if (at >= size) return false;
    const rest = Buffer.alloc(size - at);
    readSync(fd, rest, 0, rest.length, at);
    return rest.includes(COMMIT) || isAlmostCommit(rest, 0);
  } finally {
    closeSync(fd);
  }
}

/** Keeps the undamaged transactions. A crash may leave an incomplete one at the end, which is not counted. */
export function repairLog(log: Buffer): RepairedLog {
  const kept: Buffer[] = [HEADER];
  const created = new Set<string>();
  const usedTables = new Set<string>();
  let lostCnt = 0;
  for (let at = HEADER.length; at < log.length; ) {
    const entries = entriesUntilCommit(log, at);
    if (entries) {
      kept.push(log.subarray(at, entries.endsAt), COMMIT);
      for (const name of entries.created) created.add(name);
      for (const name of entries.used) if (!created.has(name)) usedTables.add(name);
      at = entries.endsAt + COMMIT.length;
      continue;
    }
    const commitAt = log.indexOf(COMMIT, at);
    if (commitAt < 0) break;
    lostCnt++;
    at = commitAt + COMMIT.length;
  }
  const keptCnt = (kept.length - 1) / 2;
  return { bytes: Buffer.concat(kept), keptCnt, lostCnt, usedTables };
}

/** Null: an entry before the commit is damaged, or there is no commit. `endsAt`: begin of the commit. */
function entriesUntilCommit(log: Buffer, from: number) {
  const created: string[] = [];
  const used: string[] = [];
  for (let at = from; at < log.length; ) {
    const end = endOf(log, at);
    const content = log.subarray(at + FRAME_BYTES, end);
    if (end > log.length || checksum(content) !== log.readBigUInt64LE(at + 8))
      return isAlmostCommit(log, at) ? { created, used, endsAt: at } : null;
    if (log.compare(COMMIT, 0, COMMIT.length, at, end) === 0) return { created, used, endsAt: at };
    const type = content[TYPE_AT];
    if (type !== INSERT_ROWS)
      (type === CREATE_TABLE ? created : used).push(...(content.toString('latin1').match(TABLE_NAME) ?? []));
    at = end;
  }
  return null;
}

/** The end of the entry that begins here; beyond the log when its length is damaged. */
function endOf(log: Buffer, at: number): number {
  if (at + FRAME_BYTES > log.length) return Number.POSITIVE_INFINITY;
  return at + FRAME_BYTES + Number(log.readBigUInt64LE(at));
}

function isAlmostCommit(log: Buffer, at: number): boolean {
  if (at + COMMIT.length > log.length) return false;
  let wrongBits = 0;
  for (const [index, byte] of COMMIT.entries())
    for (let bits = byte ^ (log[at + index] ?? 0); bits > 0; bits &= bits - 1) wrongBits++;
  return wrongBits <= MAX_WRONG_BITS;
}

const MASK = (1n << 64n) - 1n;
const WORD_FACTOR = 0xbf58476d1ce4e5b9n;
const REST_FACTOR = 0xc6a4a7935bd1e995n;
const REST_SEED = 0xe17a1465n;

/** The checksum of DuckDB: whole words first, then the rest. */
function checksum(bytes: Buffer): bigint {
  let sum = 5381n;
  const restAt = bytes.length - (bytes.length % 8);
  for (let at = 0; at < restAt; at += 8) sum ^= (bytes.readBigUInt64LE(at) * WORD_FACTOR) & MASK;
  const restLength = bytes.length - restAt;
  if (restLength === 0) return sum;
  let rest = REST_SEED ^ ((BigInt(restLength) * REST_FACTOR) & MASK);
  for (let at = 0; at < restLength; at++) rest ^= BigInt(bytes[restAt + at] ?? 0) << BigInt(8 * at);
  rest = (rest * REST_FACTOR) & MASK;
  rest ^= rest >> 47n;
  rest = (rest * REST_FACTOR) & MASK;
  return sum ^ rest ^ (rest >> 47n);
}
