import { argon2id, hash } from 'argon2';

/** A password hash that is checked in a millisecond: the cost of a check is that of the stored hash. */
export function quickHash(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), { type: argon2id, memoryCost: 1024, timeCost: 2, parallelism: 1 });
}
